import type { ReportOrder } from '../../mappings/report.ts';
import { SHOWN_COLUMNS } from '../../mappings/postgres/post-row.ts';

/** The function's comment names the indexes. $1 board, $2 num, $3 subnum, $4 category, $5 note, $6 origin, $7 address. */
export const ADD_REPORT = `select add_report($1, $2, $3, $4, $5, $6, $7) as outcome`;

/** The reports since the post entered the queue. Index: reports_post. */
const SINCE = 'board_id = r.board_id and num = r.num and subnum = r.subnum and reported_at >= r.opened_at';

/** $1 board or null, $2 category or null, of rows `r` that the transaction's account may see. */
const MATCHES = `
  ($1::int is null or r.board_id = $1)
  and ($2::text is null or exists (select from reports where ${SINCE} and category = $2))`;

const STATES = { open: 'r.closed_at is null', closed: 'r.closed_at is not null' } as const;

const ORDERS: Readonly<Record<ReportOrder, string>> = {
  oldest: 'r.opened_at, r.board_id, r.num, r.subnum',
  newest: 'r.opened_at desc, r.board_id, r.num, r.subnum',
  reports: 'r.reports desc, r.opened_at, r.board_id, r.num, r.subnum',
};
const LAST_CLOSED = 'r.closed_at desc, r.board_id, r.num, r.subnum';

export type ReportState = keyof typeof STATES;

/** Indexes: reported_posts_open or reported_posts_closed. $1 board or null, $2 category or null. */
export const countReported = (state: ReportState) =>
  `select count(*)::int as total from reported_posts r where ${STATES[state]} and ${MATCHES}`;

/**
 * One page of the queue. reported_posts_open, all rows of which are read for the order by reports; or reported_posts_closed. Then
 * reports_post, report_notes_post and report_tickets_post for each row. $1 board or null, $2 category or null, $3 limit, $4 offset.
 */
export const listReported = (state: ReportState, order: ReportOrder) => `
  select r.board_id, r.num, r.subnum, r.opened_at, r.last_reported_at, r.closed_at, r.closed_by, r.decision, r.held, b.name as board, found.networks, found.categories, found.written, noted.notes, told.tickets, told.answer
    from (
      select r.board_id, r.num, r.subnum, r.opened_at, r.last_reported_at, r.reports, r.closed_at, r.closed_by, r.decision, r.held
        from reported_posts r where ${STATES[state]} and ${MATCHES}
       order by ${state === 'open' ? ORDERS[order] : LAST_CLOSED} limit $3 offset $4) r
    join boards b on b.id = r.board_id
    cross join lateral (
      select
        (select count(*)::int from reports where ${SINCE} and account is null) as networks,
        (select coalesce(json_agg(json_build_object('category', category, 'reports', times) order by times desc, category), '[]')
           from (select category, count(*)::int as times from reports where ${SINCE} group by category) counted) as categories,
        (select coalesce(json_agg(json_build_object(
             'category', category, 'note', note, 'origin', origin, 'account', account, 'reported_at', reported_at) order by id desc), '[]')
           from (select id, category, note, origin, account, reported_at from reports where ${SINCE} and (note is not null or account is not null) order by id desc limit 20) last) as written
    ) found
    cross join lateral (
      select coalesce(json_agg(json_build_object('account', account, 'note', note, 'written_at', written_at) order by id), '[]') as notes
        from report_notes where board_id = r.board_id and num = r.num and subnum = r.subnum
    ) noted
    cross join lateral (
      select (count(*) filter (where t.decided_at is not distinct from r.closed_at))::int as tickets,
        (array_agg(t.answer order by t.decided_at desc) filter (where t.answer is not null))[1] as answer
        from report_tickets t where t.board_id = r.board_id and t.num = r.num and t.subnum = r.subnum
    ) told
   order by ${state === 'open' ? ORDERS[order] : LAST_CLOSED}`;

/** Hidden rows too, of boards that the account moderates. Index: posts_pkey. $1 boards, $2 nums, $3 subnums. */
export const SELECT_POSTS = `
  select ${SHOWN_COLUMNS}
    from unnest($1::int[], $2::bigint[], $3::int[]) as wanted (board_id, num, subnum)
    join posts p on p.board_id = wanted.board_id and p.num = wanted.num and p.subnum = wanted.subnum
    join boards b on b.id = p.board_id`;

const NAMED = `(board_id, num, subnum) in (
  select b.id, wanted.num, wanted.subnum
    from unnest($1::text[], $2::bigint[], $3::int[]) as wanted (board, num, subnum) join boards b on b.name = wanted.board)`;

/**
 * Held posts except those whose thread was hidden as a whole in between; these stay hidden.
 * Indexes: reported_posts_pkey, posts_pkey, moderated_threads_pkey. $1 names of boards, $2 nums, $3 subnums.
 */
export const SELECT_HELD = `
  select (select name from boards where id = board_id) as board, num, subnum from reported_posts r
  where held and ${NAMED} and not exists (
    select from posts p join moderated_threads m on m.board_id = p.board_id and m.thread = p.thread
    where p.board_id = r.board_id and p.num = r.num and p.subnum = r.subnum)`;

/** In the order of their keys. Index: reported_posts_pkey. $1 names of boards, $2 nums, $3 subnums. */
export const LOCK_REPORTED = `
  select from reported_posts where ${NAMED} order by board_id, num, subnum for update`;

/**
 * The state of reports; a purge has left only the tombstone. Indexes: reported_posts_pkey, tombstones_pkey. $1 names of boards, $2
 * nums, $3 subnums.
 */
export const SELECT_STATES = `
  with wanted as (
    select b.id as board_id, b.name as board, w.num, w.subnum
      from unnest($1::text[], $2::bigint[], $3::int[]) as w (board, num, subnum) join boards b on b.name = w.board)
  select w.board, w.num, w.subnum, r.closed_by, r.closed_at, coalesce(r.decision, 'dismissed') as decision
    from wanted w join reported_posts r on r.board_id = w.board_id and r.num = w.num and r.subnum = w.subnum
  union all
  select w.board, w.num, w.subnum, t.purged_by, t.purged_at, 'purged'
    from wanted w join tombstones t on t.board_id = w.board_id and t.num = w.num and t.subnum = w.subnum
   where not exists (
     select from reported_posts r where r.board_id = w.board_id and r.num = w.num and r.subnum = w.subnum)`;

/** Index: reported_posts_pkey. $1 names of boards, $2 nums, $3 subnums, $4 account, $5 decision. */
export const CLOSE = `
  update reported_posts set closed_at = now(), closed_by = $4, decision = $5, held = false, reviewed = true
   where closed_at is null and ${NAMED}`;

/** Index: reported_posts_pkey. $1 names of boards, $2 nums, $3 subnums. */
export const REOPEN = `
  update reported_posts set closed_at = null, closed_by = null, decision = null where closed_at is not null and ${NAMED}`;

/** Index: reported_posts_pkey. $1 names of boards, $2 nums, $3 subnums, $4 account, $5 note. */
export const ADD_NOTE = `
  insert into report_notes (board_id, num, subnum, account, note)
  select board_id, num, subnum, $4, $5 from reported_posts where ${NAMED}`;

/** Answers reports about posts of the account's boards. The function's comment names the index. $1 names of boards, $2 nums, $3 subnums, $4 answer. */
export const ANSWER = `
  select answer_reporters(b.id, wanted.num, wanted.subnum, $4) as tickets
    from unnest($1::text[], $2::bigint[], $3::int[]) as wanted (board, num, subnum)
    join boards b on b.name = wanted.board and b.id = any ((select staffed_boards())::int[])
   order by b.id, wanted.num, wanted.subnum`;
