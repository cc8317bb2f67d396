import { POST_COLUMNS } from '../../../mappings/postgres/post-row.ts';

/** posts_pkey (board_id, num, subnum) or posts_num (num), one row. $1 board, $2 num, $3 subnum. */
export const SELECT_PLACE = `
  select thread
  from posts
  where board_id = $1 and num = $2 and subnum = $3 and not hidden`;

export interface PlaceRow {
  readonly thread: string;
}

/** posts_num (num), one step in each slice of each board. $1 num, $2 subnum. */
export const SELECT_PLACES_ANYWHERE = `
  select b.name as board, p.thread
  from posts p
  join boards b on b.id = p.board_id
  where p.num = $1 and p.subnum = $2 and not p.hidden
  order by b.name
  limit 2`;

export interface PlaceAnywhereRow extends PlaceRow {
  readonly board: string;
}

/**
 * A post whose file the source names by that time: one that is archived here before others. posts_media_time (board_id,
 * media_time). $1 board, $2 the time, $3 and $4 what it may be in another unit, from and to.
 */
export const SELECT_NAMED_FILE = `
  select ${POST_COLUMNS}
  from posts p
  join boards b on b.id = p.board_id
  where p.board_id = $1 and (p.media_time = $2 or p.media_time between $3 and $4) and not p.hidden
  order by p.media_time <> $2, p.media_hash_src is null, p.num
  limit 1`;
