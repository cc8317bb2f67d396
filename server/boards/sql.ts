import type { SourceKind } from '../../mappings/sources.ts';

/** Reads the whole of a table of some dozens of rows. */
export const SELECT_BOARDS = `
  select id, name, title, worksafe, source, source_name, url, media_url, slice_size
  from boards
  order by name`;

export interface BoardRow {
  readonly id: number;
  readonly name: string;
  readonly title: string;
  readonly worksafe: boolean;
  readonly source: SourceKind;
  readonly source_name: string | null;
  readonly url: string;
  readonly media_url: string;
  readonly slice_size: string;
}

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

/** Each board's estimate and the time of its newest visible post. By posts_pkey, backwards, in the board's partitions only. */
export const ESTIMATE_BOARDS = `
  select b.id, estimate.posts, newest.time_posted as last_post
  from boards b
  cross join lateral (${ESTIMATED_ROWS}) estimate
  left join lateral (
    select p.time_posted
    from posts p
    where p.board_id = b.id and not p.hidden
    order by p.num desc, p.subnum desc
    limit 1
  ) newest on true`;

export interface BoardEstimateRow {
  readonly id: number;
  readonly posts: number;
  readonly last_post: Date | null;
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

/** The last entry of moderation_log_pkey. Its ids are in the order of commits (server/moderation/sql.ts). */
export const NEWEST_MODERATION = `
  select coalesce(max(id), 0) as newest from moderation_log`;
