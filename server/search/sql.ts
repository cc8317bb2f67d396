import { POST_COLUMNS } from '../../mappings/postgres/post-row.ts';

/**
 * The rows of one page of hits, each by posts_pkey (board_id, num, subnum); the opening post too. Hidden rows come back
 * as none: what the index says of them does not matter.
 */
export const SELECT_HITS = `
  select ${POST_COLUMNS}, b.media_url, opener.subject as thread_subject
  from unnest($1::text[], $2::bigint[], $3::int[]) as wanted (board, num, subnum)
  join boards b on b.name = wanted.board
  join posts p on p.board_id = b.id and p.num = wanted.num and p.subnum = wanted.subnum
  left join posts opener
    on opener.board_id = p.board_id and opener.num = p.thread and opener.subnum = 0 and not opener.hidden
  where not p.hidden`;
