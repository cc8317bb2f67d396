import { POST_COLUMNS } from '../../../mappings/postgres/post-row.ts';
import type { PostStatement } from '../../posts/select-by-board.ts';

/** From when a thread's mark went, until Elasticsearch has certainly refreshed: every second; some ten while indices change over. */
export const REFRESHED_WITHIN = `interval '60 seconds'`;

/**
 * Hidden posts that Elasticsearch may still count: hidden or indexed a moment ago, waiting to be, or refused in their new
 * state. Nearly always none, and then nothing but an empty table is read: the limits keep a plan from beginning with dirty,
 * which may be large. Counts on dirty_pkey, quarantine_pkey.
 */
const CONCEALED = `
  from concealed c
  join boards b on b.id = c.board_id
  left join lateral (
    select true as is_waiting from dirty d where d.board_id = c.board_id and d.thread = c.thread limit 1
  ) dirty on true
  left join lateral (
    select true as is_refused from quarantine q
    where q.board_id = c.board_id and q.num = c.num and q.subnum = c.subnum limit 1
  ) quarantined on true
  where (c.since > now() - ${REFRESHED_WITHIN} or is_waiting or is_refused)`;

/** $1 names of boards, null for all; $2 limit, null for none. */
export const SELECT_CONCEALED = `
  select b.name as board, c.num, c.subnum, count(*) over () as total
  ${CONCEALED}
    and ($1::text[] is null or b.name = any ($1::text[]))
  order by c.since desc
  limit $2`;

/**
 * The rows of one page of hits, each by posts_pkey (board_id, num, subnum) in its own partition; the opening post too.
 * Materialised, since otherwise the planner may look every num up on every board. Hidden rows come back as none: what
 * the index says of them does not matter. Each row says whether anything is concealed. $1 names of boards, $2 nums,
 * $3 subnums.
 *
 * (select $1) hides from the planner how many keys there are: a connection that begins with short lists would make a plan
 * for each list from then on, which takes longer than reading the rows.
 */
const hitsOf = (board: string) => `
  with wanted as materialized (
    select boards.id, boards.name, boards.media_url, key.num, key.subnum
    from unnest((select $1::text[]), (select $2::bigint[]), (select $3::int[])) as key (board, num, subnum)
    join boards on boards.name = key.board
  )
  select ${POST_COLUMNS}, b.media_url, opener.subject as thread_subject,
    exists (select ${CONCEALED}) as is_any_concealed
  from wanted b
  join posts p on p.board_id = ${board} and p.num = b.num and p.subnum = b.subnum
  left join posts opener
    on opener.board_id = ${board} and opener.num = p.thread and opener.subnum = 0 and not opener.hidden
  where not p.hidden`;
export const SELECT_HITS: PostStatement = { text: hitsOf('b.id'), ofBoard: hitsOf('$4::int') };

/**
 * Which of these posts may be shown: for documents that are shown as Elasticsearch has them. Each by posts_pkey (board_id,
 * num, subnum) in its own partition. $1 names of boards, $2 nums, $3 subnums.
 */
const visibleOf = (board: string) => `
  with wanted as materialized (
    select boards.id, boards.name, key.num, key.subnum
    from unnest((select $1::text[]), (select $2::bigint[]), (select $3::int[])) as key (board, num, subnum)
    join boards on boards.name = key.board
  )
  select b.name as board, p.num, p.subnum
  from wanted b
  join posts p on p.board_id = ${board} and p.num = b.num and p.subnum = b.subnum
  where not p.hidden`;
export const SELECT_VISIBLE: PostStatement = {
  text: visibleOf('b.id'),
  ofBoard: visibleOf('$4::int'),
};

/**
 * All posts of these threads that may be shown, thread by thread in the order given (of one board). Each thread by posts_thread
 * (board_id, thread, num, subnum), its opening post by posts_pkey. $1 names of boards, $2 threads.
 */
const threadsOf = (board: string) => `
  with wanted as materialized (
    select boards.id, boards.name, boards.media_url, key.thread, key.place
    from unnest((select $1::text[]), (select $2::bigint[])) with ordinality as key (board, thread, place)
    join boards on boards.name = key.board
  )
  select ${POST_COLUMNS}, b.media_url, opener.subject as thread_subject
  from wanted b
  join posts p on p.board_id = ${board} and p.thread = b.thread
  left join posts opener
    on opener.board_id = ${board} and opener.num = p.thread and opener.subnum = 0 and not opener.hidden
  where not p.hidden
  order by b.place, p.num, p.subnum`;
export const SELECT_THREADS: PostStatement = {
  text: threadsOf('b.id'),
  ofBoard: threadsOf('$3::int'),
};
