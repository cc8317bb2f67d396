import { POST_COLUMNS } from '../../mappings/postgres/post-row.ts';

/**
 * The rows of one page of hits, each by posts_pkey (board_id, num, subnum) in its own partition; the opening post too.
 * Materialised, since otherwise the planner may look every num up on every board. Hidden rows come back as none: what
 * the index says of them does not matter.
 */
export const SELECT_HITS = `
  with wanted as materialized (
    select boards.id, boards.name, boards.media_url, key.num, key.subnum
    from unnest($1::text[], $2::bigint[], $3::int[]) as key (board, num, subnum)
    join boards on boards.name = key.board
  )
  select ${POST_COLUMNS}, b.media_url, opener.subject as thread_subject
  from wanted b
  join posts p on p.board_id = b.id and p.num = b.num and p.subnum = b.subnum
  left join posts opener
    on opener.board_id = p.board_id and opener.num = p.thread and opener.subnum = 0 and not opener.hidden
  where not p.hidden`;
