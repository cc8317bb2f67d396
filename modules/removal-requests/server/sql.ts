import type { ListState } from '../requests.ts';

/** The function's comment names the indexes. In the order of its parameters. */
export const ASK = 'select outcome, due from ask_removal($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)';

/** The function's comment names the indexes. $1 hash of the secret. */
export const READ_TICKET = 'select read_removal_ticket($1) as ticket';

/** The function's comment names the indexes. $1 hash of the secret, $2 words, or null to withdraw. */
export const CHANGE_TICKET = 'select change_removal_ticket($1, $2) as outcome';

export const COUNT_ALL = 'select month, reason, outcome, requests, days from count_removal_requests()';

/** If it is visible. Index: posts_pkey. $1 board, $2 num, $3 subnum. */
export const VISIBLE_POST = `
  select p.board_id, b.name as board, p.num, p.subnum from posts p join boards b on b.id = p.board_id
   where p.board_id = $1 and p.num = $2 and p.subnum = $3 and not p.hidden`;

/** Visible posts with one of these files. Indexes: posts_media_hash_src, post_files_media_hash_src. $1 SHA-256, $2 limit. */
export const POSTS_OF_FILE = `
  select distinct p.board_id, b.name as board, p.num, p.subnum from files_of_posts p join boards b on b.id = p.board_id
   where p.media_hash_src = $1 and not p.hidden order by p.board_id, p.num, p.subnum limit $2`;

const STATES = { open: 'r.closed_at is null', closed: 'r.closed_at is not null' } as const;
const ORDERS = { open: 'r.due_at, r.id', closed: 'r.closed_at desc, r.id' } as const;
const MATCHES = '($1::text is null or r.reason = $1) and ($2::text is null or r.about = $2)';

/** Index: removal_requests_open. */
export const OPEN_REQUESTS = 'from removal_requests where closed_at is null';

/** Counts the open requests about the account's boards. Index: removal_requests_open. */
export const SUM_UP = `
  select count(*)::int as open, min(created_at) as oldest, count(*) filter (where due_at < now())::int as overdue,
    min(due_at) filter (where due_at < now()) as overdue_since
    from removal_requests where closed_at is null`;

/** The same of all boards, without an account. The function's comment names the index. */
export const COUNT_OPEN = 'select open, oldest, overdue, overdue_since from count_open_removal_requests()';

/** Indexes: removal_requests_open or removal_requests_closed. $1 reason or null, $2 subject or null. */
export const countRequests = (state: ListState) =>
  `select count(*)::int as total from removal_requests r where ${STATES[state]} and ${MATCHES}`;

const REQUESTS = `
  select r.id::int, r.about, r.reason, r.sought, r.words, r.reply_address, r.version, r.created_at, r.due_at, r.due_at < now() as is_late, r.state, r.worked_by,
    r.outcome, r.answer, r.closed_at, r.closed_by, (
      select coalesce(json_agg(json_build_object('board_id', p.board_id, 'board', b.name, 'num', p.num, 'subnum', p.subnum,
          'is_proven', p.is_proven) order by b.name, p.num, p.subnum), '[]')
        from removal_request_posts p join boards b on b.id = p.board_id where p.request_id = r.id) as posts, (
      select coalesce(json_agg(json_build_object('account', w.account, 'words', w.words, 'written_at', w.written_at) order by w.id), '[]')
        from removal_request_words w where w.request_id = r.id) as notes
    from removal_requests r`;

/**
 * Indexes: removal_requests_open or removal_requests_closed, removal_request_posts_pkey, removal_request_words_request.
 * $1 reason or null, $2 subject or null, $3 limit, $4 offset.
 */
export const listRequests = (state: ListState) => `
  ${REQUESTS} where ${STATES[state]} and ${MATCHES} order by ${ORDERS[state]} limit $3 offset $4`;

/** Indexes: removal_requests_pkey, removal_request_posts_pkey, removal_request_words_request. $1 id. */
export const SHOW_REQUEST = `${REQUESTS} where r.id = $1`;

/** Index: removal_requests_pkey. $1 id. */
export const FIND_REQUEST = `
  select about, version, state, worked_by, worked_at > now() - interval '10 minutes' as is_worked_on, outcome, closed_by
    from removal_requests where id = $1`;
export const LOCK_REQUEST = `${FIND_REQUEST} for update`;

/** Index: removal_request_posts_pkey. $1 id. */
export const POSTS_OF_REQUEST = `
  select b.name as board, p.num::float8 as num, p.subnum from removal_request_posts p join boards b on b.id = p.board_id
   where p.request_id = $1 order by b.name, p.num, p.subnum`;

/** Index: removal_requests_pkey. $1 id, $2 account. */
export const BEGIN_WORK = `
  update removal_requests set state = 'working', worked_by = $2, worked_at = now(), version = version + 1 where id = $1`;

/** Index: removal_requests_pkey. $1 id, $2 account. */
export const END_WORK = `
  update removal_requests set state = 'open', worked_by = null, worked_at = null, version = version + 1
   where id = $1 and state = 'working' and worked_by = $2`;

/** Not while somebody else works on it. Index: removal_requests_pkey. $1 id, $2 outcome, $3 answer, $4 account. */
export const CLOSE = `
  update removal_requests set state = 'decided', outcome = $2, answer = $3, closed_at = now(), closed_by = $4, worked_by = null,
    worked_at = null, version = version + 1
   where id = $1 and closed_at is null
     and (worked_by is null or worked_by = $4 or worked_at <= now() - interval '10 minutes')`;

/** Words may quote what was purged. Indexes: removal_requests_pkey, removal_request_words_request. $1 id. */
export const EMPTY = `
  with gone as (delete from removal_request_words where request_id = $1)
  update removal_requests set words = null, sought = null where id = $1`;

/** Index: removal_requests_pkey. $1 id. */
export const REOPEN = `
  update removal_requests set state = 'open', outcome = null, answer = null, closed_at = null, closed_by = null, version = version + 1
   where id = $1`;

/** $1 id, $2 account, $3 words. */
export const ADD_NOTE = 'insert into removal_request_words (request_id, account, words) values ($1, $2, $3)';

/** The small table is read whole. */
export const READ_DEADLINES = 'select reason, days from removal_deadlines';

/** The small table is read whole. */
export const READ_TEMPLATES = 'select name, answer from removal_templates order by name';

/** Index: removal_deadlines_pkey. $1 reasons, $2 days. */
export const SAVE_DEADLINES = `
  update removal_deadlines d set days = given.days from unnest($1::text[], $2::int[]) as given (reason, days)
   where d.reason = given.reason and d.days <> given.days`;

/** The small table is read whole. $1 names. */
export const DELETE_TEMPLATES = 'delete from removal_templates where name <> all ($1::text[])';

/** Index: removal_templates_pkey. $1 names, $2 answers. */
export const SAVE_TEMPLATES = `
  insert into removal_templates (name, answer) select name, answer from unnest($1::text[], $2::text[]) as given (name, answer)
  on conflict (name) do update set answer = excluded.answer where removal_templates.answer <> excluded.answer`;
