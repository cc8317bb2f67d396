import { ESTIMATED_ROWS } from '../../boards/sql.ts';

/**
 * The status of every board. Reads all rows of dirty and, in count_quarantined, of quarantine, which contain only unindexed threads and
 * documents. Reads the rest by primary keys and the source's last answer by harvest_state_fetched.
 */
export const READ_BOARD_STATUS = `
  select b.id, b.name, b.title, b.worksafe,
         coalesce(b.settings -> 'unlisted', (select d.settings -> 'unlisted' from board_defaults d)) = 'true' as unlisted, estimate.posts, coalesce(d.threads, 0) as dirty_threads,
         coalesce(extract(epoch from clock_timestamp() - d.since), 0)::float8 as lag_seconds,
         coalesce(q.documents, 0) as quarantined, v.drift, v.verified_at, h.fetched_at as last_scrape
    from boards b
   cross join lateral (${ESTIMATED_ROWS}) estimate
    left join (select board_id, count(*)::int as threads, min(since) filter (where covered_gen is distinct from gen) as since from dirty group by board_id) d
         on d.board_id = b.id
    left join count_quarantined() q on q.board = b.id
    left join verifications v on v.board_id = b.id
    left join lateral (
         select fetched_at from harvest_state where board_id = b.id order by fetched_at desc limit 1) h on true
   order by b.name`;

export interface BoardStatusRow {
  readonly id: number;
  readonly name: string;
  readonly title: string;
  readonly worksafe: boolean;
  readonly unlisted: boolean | null;
  readonly posts: number;
  readonly dirty_threads: number;
  readonly lag_seconds: number;
  readonly quarantined: number;
  readonly drift: string | null;
  readonly verified_at: Date | null;
  readonly last_scrape: Date | null;
}

/** Counts hidden and purged posts too, since each has a document. Reads all rows of the boards, by posts_pkey. $1 board ids. */
export const COUNT_ROWS = `
  select board as id, posts::float8 from count_rows($1::int[])`;

export interface RowCountRow {
  readonly id: number;
  readonly posts: number;
}

/** Reads all of a table of some hundred rows. */
export const READ_INDICES = `
  select board_id, name, slice, state, state_since, mapping_version, has_documents
    from indices
   where state in ('building', 'live', 'standby')
   order by slice, state, name`;

export interface IndexRow {
  readonly board_id: number;
  readonly name: string;
  readonly slice: string;
  readonly state: 'building' | 'live' | 'standby';
  readonly state_since: Date;
  readonly mapping_version: number;
  readonly has_documents: boolean;
}

/** Reads the only row. */
export const READ_EPOCH = `select epoch from sync_state`;

/** Reads all of some small tables. */
export const STAFFED_BOARDS = 'select staffed_boards() as boards';
