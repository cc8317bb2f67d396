import { BOARD_FLAGS, type BoardFlagName } from '../../mappings/board-flags.ts';

/** A lateral query for `boards b`: `posts`, the rows of the board's partitions as estimated by PostgreSQL's statistics. */
export const ESTIMATED_ROWS = `
    select coalesce(sum(
      case when c.relpages > 0 and c.reltuples >= 0
        then c.reltuples / c.relpages * (pg_relation_size(c.oid) / 8192)
        else pg_relation_size(c.oid) / 500
      end), 0)::float8 as posts
    from pg_partition_tree(to_regclass(format('posts_b%s', b.id))) tree
    join pg_class c on c.oid = tree.relid
    where tree.isleaf`;

/**
 * Each board's estimate, the time of its newest visible post, and its settings. Reads posts_pkey backwards in the partitions of each
 * board only.
 */
export const ESTIMATE_BOARDS = `
  select b.id, estimate.posts, newest.time_posted as last_post,
    coalesce(b.settings -> 'newestThreadsFirst', d.settings -> 'newestThreadsFirst') = 'true' as newest_threads_first,
    coalesce(b.settings -> 'publicLog', d.settings -> 'publicLog') = 'true' as public_log${BOARD_FLAGS.map(({ name, sql }) => `,\n    ${sql} as ${name}`).join('')}
  from boards b
  cross join board_defaults d
  cross join lateral (${ESTIMATED_ROWS}) estimate
  left join lateral (
    select p.time_posted
    from posts p
    where p.board_id = b.id and not p.hidden
    order by p.num desc, p.subnum desc
    limit 1
  ) newest on true`;

export interface BoardEstimateRow extends Readonly<Record<BoardFlagName, boolean | null>> {
  readonly id: number;
  readonly posts: number;
  readonly last_post: Date | null;
  /** null if neither the board nor the defaults set it. */
  readonly newest_threads_first: boolean | null;
  readonly public_log: boolean | null;
}

/** Reads all rows of the boards, by posts_pkey; for small boards. $1 board ids. */
export const COUNT_POSTS = `
  select board_id as id, count(*)::float8 as posts
  from posts
  where board_id = any ($1::int[]) and not hidden
  group by board_id`;

export interface BoardCountRow {
  readonly id: number;
  readonly posts: number;
}

/** Its ids are in the order of commits (server/moderation/sql.ts). */
export const NEWEST_MODERATION = `
  select newest_moderation() as newest`;

/** Reads all of a table of some hundred rows. */
export const LIVE_SLICES = `
  select b.name as board, b.slice_size, i.name as index, i.slice, i.mapping_version, i.is_shared,
         i.refilling_since is not null as is_refilling, i.posted_known,
         extract(epoch from i.posted_from) * 1000 as posted_from, extract(epoch from i.posted_until) * 1000 as posted_until
  from indices i
  join boards b on b.id = i.board_id
  where i.state = 'live'`;

export interface LiveSliceRow {
  readonly board: string;
  readonly index: string;
  readonly slice: string;
  readonly mapping_version: number;
  readonly is_refilling: boolean;
  readonly slice_size: string;
  readonly is_shared: boolean;
  readonly posted_known: boolean;
  /** null if the board has no documents in the index. */
  readonly posted_from: string | null;
  readonly posted_until: string | null;
}
