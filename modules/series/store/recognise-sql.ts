/** Statements of the recognition. $1 is the board, unless a comment says otherwise. */

/** A statement fails before PostgreSQL looks for deadlocks (after 1 s), which could end the transaction of a writer instead. */
export const LIMIT_WAITS = `set local lock_timeout = '500ms'`;

/** One process at a time: two could each miss what the other one writes. */
export const LOCK = `select pg_try_advisory_xact_lock(hashtext('sagasu_series'), 0) as is_locked`;

/** Index: series_work_pkey. */
export const HAS_WORK = 'select exists (select from series_work) as is_so';

/** The oldest work. Index: series_work_pkey. $1 number of rows. */
export const SELECT_WORK = 'select id, board_id, thread, name, previous from series_work order by id limit $1';

/** Index: series_work_pkey. $1 ids. */
export const DELETE_WORK = 'delete from series_work where id = any ($1::bigint[])';

/** Leaves out posts that a writer has locked. Index: posts_pkey. $2 threads. */
export const SELECT_OPENERS = `
  select b.name as board, p.num, p.time_posted, p.subject, p.comment, p.media_hash
    from posts p join boards b on b.id = p.board_id
   where p.board_id = $1 and p.num = any ($2::bigint[]) and p.subnum = 0 and p.opener and not p.hidden
   order by p.num for share of p skip locked`;

/** Index: posts_pkey. $2 threads. */
export const SELECT_VISIBLE = `
  select num from posts where board_id = $1 and num = any ($2::bigint[]) and subnum = 0 and opener and not hidden`;

/** Index: series_openers_pkey. $2 threads. */
export const SELECT_FEATURES = `
  select previous, words, root, media_hash, line, name from series_openers where board_id = $1 and num = any ($2::bigint[])`;

/** Index: series_openers_pkey. $2 threads. */
export const DELETE_OPENERS = 'delete from series_openers where board_id = $1 and num = any ($2::bigint[])';

/** Index: series_openers_pkey. $2 features as JSON. */
export const SAVE_OPENERS = `
  insert into series_openers (board_id, num, time_posted, tag, words, is_general, is_thread, previous, media_hash, line, sketch)
  select $1, f.thread, f.time_posted, f.tag, f.words, f.is_general, f.is_thread, f.previous, f.media_hash, f.line, f.sketch
    from jsonb_to_recordset($2::jsonb) as f (thread bigint, time_posted timestamptz, tag text, words text, is_general boolean,
      is_thread boolean, previous bigint, media_hash bytea, line int, sketch int[])
  on conflict (board_id, num) do update set time_posted = excluded.time_posted, tag = excluded.tag, words = excluded.words,
    is_general = excluded.is_general, is_thread = excluded.is_thread, previous = excluded.previous, media_hash = excluded.media_hash, line = excluded.line,
    sketch = excluded.sketch`;

/** The function names its indexes. $2 name. */
export const COUNT_SERIES = 'select count_series($1, $2)';

const COLUMNS = 'num as thread, tag, words, is_general, is_thread, previous, base, root, found, name, reason';

/** Index: series_openers_pkey. $2 threads. */
export const SELECT_ROWS = `select ${COLUMNS} from series_openers where board_id = $1 and num = any ($2::bigint[])`;

/** Threads that name one of these as the previous one. Index: series_openers_previous. $2 threads. */
export const SELECT_FOLLOWERS =
  'select num as thread from series_openers where board_id = $1 and previous = any ($2::bigint[])';

/** Index: series_openers_words. $2 words. */
export const SELECT_UNTAGGED = `
  select num as thread from series_openers where board_id = $1 and words = any ($2::text[]) and tag is null`;

/**
 * The commonest tag beside the same words, the number of its threads, and that of all threads that have these words as a name.
 * Index: series_openers_words. $2 words.
 */
export const SELECT_NAMES_OF_WORDS = `
  select words, (array_agg(tag order by threads desc, tag) filter (where tag is not null))[1] as tag,
      coalesce(max(threads) filter (where tag is not null), 0)::int as tagged, sum(threads)::int as named
    from (
      select words, tag, count(*) as threads from series_openers
       where board_id = $1 and words = any ($2::text[]) and (tag is not null or is_general) group by words, tag) counted
   group by words`;

/** Index: series_openers_root. $2 roots. */
export const SELECT_OF_ROOTS =
  'select num as thread, root from series_openers where board_id = $1 and root = any ($2::bigint[])';

/** The base of the first thread with one that links to a thread of the chain. Index: series_openers_root, series_openers_previous. $2 roots. */
export const SELECT_NEXT = `
  select distinct on (m.root) m.root, n.base
    from (
      select o.root, o.num as thread from series_openers o where o.board_id = $1 and o.root = any ($2::bigint[])
      union
      select r.root, r.root from unnest($2::bigint[]) as r (root)) m
    join series_openers n on n.board_id = $1 and n.previous = m.thread and n.base is not null
   order by m.root, n.num`;

/**
 * Threads without keys that share a file or their longest line with these. Index: series_openers_file, series_openers_line. $2 files, $3 lines.
 */
export const SELECT_SIMILAR = `
  select num as thread from series_openers
   where board_id = $1 and (media_hash = any ($2::bytea[]) or line = any ($3::int[])) and base is null and words is null`;

/** Features of threads: files and lines. Index: series_openers_pkey. $2 threads. */
export const SELECT_CONTENT =
  'select media_hash, line from series_openers where board_id = $1 and num = any ($2::bigint[])';

/**
 * For threads without keys: the base of the edition with the same file or longest line with which they share most of their words.
 * Index: series_openers_pkey, series_openers_file, series_openers_line. $2 threads.
 */
export const SELECT_BY_CONTENT = `
  select distinct on (o.num) o.num as thread, u.base
    from series_openers o
    cross join lateral (
      select e.num, e.base, e.sketch from series_openers e
       where e.board_id = $1 and (e.media_hash = o.media_hash or e.line = o.line) and e.base is not null) u
    cross join lateral (
      select count(*) as common from (select unnest(o.sketch) intersect select unnest(u.sketch)) shared) s
   where o.board_id = $1 and o.num = any ($2::bigint[]) and cardinality(o.sketch) >= 6
     and s.common * 2 >= cardinality(o.sketch)
   order by o.num, s.common desc, abs(o.num - u.num), u.num`;

/** Index: series_openers_pkey. $2 changed rows as JSON. */
export const UPDATE_ROWS = `
  update series_openers o set base = c.base, root = c.root, found = c.found, name = c.name, reason = c.reason
    from jsonb_to_recordset($2::jsonb) as c (thread bigint, base text, root bigint, found text, name text, reason text)
   where o.board_id = $1 and o.num = c.thread`;

/** Index: series_rules_board. */
export const SELECT_RULES = `
  select id::int, series, first_thread::float8, last_thread::float8, target from series_rules
   where board_id = $1 and undone_at is null order by id`;
