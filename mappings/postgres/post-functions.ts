/**
 * The functions that write posts in SQL, for `store/` and for functions of the owner alike. They run with the caller's rights: row security
 * decides which posts a server may change. `sagasu migrate` creates them again after each migration, so that they follow the table
 * of columns.
 */
import { MAX_COUNT } from '../post.ts';
import { TASK_CHANNEL } from '../task.ts';
import { ALL_POST_COLUMNS, type AfterPurge } from './post-columns.ts';
import { NOTIFY_INDEXER, markingThreads } from './thread-marks.ts';

/**
 * Counts the visible replies and files of a thread, and stores the counts in its opener if they differ. Returns the new rev.
 * Index: posts_pkey for the opener, posts_thread for the others.
 */
export const countingThread = (board: string, thread: string, now: string): string => `
    update posts p set replies = counted.replies, images = counted.images, time_modified = ${now}, rev = nextval('post_rev')
      from (
        select least(count(*) filter (where not opener), ${MAX_COUNT})::int as replies,
          least(count(media_type), ${MAX_COUNT})::int as images
        from (
          select r.opener, r.media_type from posts r
           where r.board_id = ${board} and r.thread = ${thread} and not r.hidden
           limit ${MAX_COUNT + 1}
        ) visible
      ) counted
     where p.board_id = ${board} and p.num = ${thread} and p.subnum = 0 and p.opener and p.time_purged is null
       and (p.replies, p.images) is distinct from (counted.replies, counted.images)
    returning p.rev`;

/** A test adds a column. */
type Columns = readonly { readonly name: string; readonly afterPurge: AfterPurge }[];

/** Assignments of a purge. `now` is an SQL expression. */
function emptied(columns: Columns, now: string): string {
  const values: Readonly<Record<AfterPurge, string | null>> = {
    key: null,
    null: 'null',
    true: 'true',
    false: 'false',
    now,
    'new rev': `nextval('post_rev')`,
  };
  return columns
    .flatMap(({ name, afterPurge }) => (values[afterPurge] === null ? [] : [`${name} = ${values[afterPurge]}`]))
    .join(', ');
}

const HEAD = 'language plpgsql volatile set search_path = public, pg_temp';
const NAMED = 'unnest(nums, subnums) as named (num, subnum)';
const IS_NAMED = 'p.board_id = board and p.num = named.num and p.subnum = named.subnum';

/** The statements that create the functions. */
export function postFunctions(columns: Columns = ALL_POST_COLUMNS): string {
  // PostgreSQL draws the id.
  const added = columns.flatMap(({ name }) => (name === 'id' || name === 'rev' ? [] : [name])).join(', ');
  return `
-- Marks the threads of changed posts for the indexer: \`threads\` and \`revs\` are those of the posts. Index: dirty_pkey.
create or replace function mark_threads(board int, threads bigint[], revs bigint[], marked_at timestamptz) returns void
${HEAD} as $$
begin
  ${markingThreads('unnest(threads, revs) as written (thread, rev)', { board: 'board', now: 'marked_at' })};
  perform ${NOTIFY_INDEXER};
end
$$;

-- Counts the visible replies and files of threads, stores the counts that changed in the openers, and marks these threads. Threads are
-- counted one after another: a statement for all of them, planned while the board is empty, would read all openers.
create or replace function count_threads(board int, threads bigint[], counted_at timestamptz) returns void
${HEAD} as $$
declare
  of_thread bigint;
  new_rev bigint;
begin
  foreach of_thread in array threads loop${countingThread('board', 'of_thread', 'counted_at')} into new_rev;
    if found then
      perform mark_threads(board, array[of_thread], array[new_rev], counted_at);
    end if;
  end loop;
end
$$;

-- Adds a post with these columns and marks its thread. The caller counts.
create or replace function add_post(fields jsonb) returns void
${HEAD} as $$
declare
  added posts;
begin
  insert into posts (${added}, rev)
  select ${added}, nextval('post_rev') from jsonb_populate_record(null::posts, fields)
  returning * into added;
  perform mark_threads(added.board_id, array[added.thread], array[added.rev], added.time_modified);
end
$$;

-- Hides posts or shows them again: rows, marks, counts and pending hides. Posts in that state already do not change.
-- Index: posts_pkey, pending_hides_pkey.
create or replace function hide_posts(board int, nums bigint[], subnums int[], is_hidden boolean, changed_at timestamptz) returns void
${HEAD} as $$
declare
  threads bigint[];
  revs bigint[];
begin
  with written as (
    update posts p set hidden = is_hidden, time_modified = changed_at, rev = nextval('post_rev')
      from ${NAMED}
     where ${IS_NAMED} and p.hidden <> is_hidden and p.time_purged is null
    returning p.thread, p.rev
  )
  select array_agg(w.thread), array_agg(w.rev) into threads, revs from written w;
  if threads is null then
    return;
  end if;
  -- Marks come before pending hides, because the indexer locks them in this order.
  perform mark_threads(board, threads, revs, changed_at);
  perform count_threads(board, array(select distinct t from unnest(threads) t order by t), changed_at);
  if is_hidden then
    insert into pending_hides (board_id, thread, num, subnum)
    select board, p.thread, p.num, p.subnum from posts p, ${NAMED} where ${IS_NAMED} and p.hidden
    on conflict (board_id, thread, num, subnum) do update set since = now();
  else
    delete from pending_hides p using ${NAMED} where ${IS_NAMED};
  end if;
end
$$;

-- Turns posts into tombstones and removes what other tables hold of them; tables of modules follow by triggers on time_purged. Posts that are
-- purged already, and threads without any of the posts, complete an earlier purge. Without an \`actor\` the writer of the posts deletes
-- them: their addresses stay until they expire. Index: posts_pkey and the primary keys, messages_board_id_num_key, refusals_thread, tasks_one_of_kind.
create or replace function purge_posts(
  board int, nums bigint[], subnums int[], of_threads bigint[], purged_at timestamptz, actor text, why text
) returns void
${HEAD} as $$
declare
  threads bigint[];
  revs bigint[];
begin
  with replays as (delete from post_replays p using ${NAMED} where ${IS_NAMED} returning p.sha256),
    wanted as (delete from wanted_media p using ${NAMED} where ${IS_NAMED}),
    files as (delete from post_files p using ${NAMED} where ${IS_NAMED} returning p.media_hash_src, p.media_hash_thb)
  insert into media_removals (sha256)
  select p.media_hash_src from posts p, ${NAMED} where ${IS_NAMED} and p.media_hash_src is not null
  union select p.media_hash_thb from posts p, ${NAMED} where ${IS_NAMED} and p.media_hash_thb is not null
  union select media_hash_src from files where media_hash_src is not null
  union select media_hash_thb from files where media_hash_thb is not null
  union select sha256 from replays
  on conflict do nothing;
  with written as (
    update posts p set ${emptied(columns, 'purged_at')}
      from ${NAMED}
     where ${IS_NAMED} and p.time_purged is null
    returning p.thread, p.rev
  )
  select array_agg(w.thread), array_agg(w.rev) into threads, revs from written w;
  if threads is not null then
    perform mark_threads(board, threads, revs, purged_at);
    perform count_threads(board, array(select distinct t from unnest(threads) t order by t), purged_at);
    insert into pending_hides (board_id, thread, num, subnum)
    select board, p.thread, p.num, p.subnum from posts p, ${NAMED} where ${IS_NAMED}
    on conflict (board_id, thread, num, subnum) do update set since = now();
  end if;
  insert into tombstones (board_id, num, subnum, purged_at, purged_by, reason)
  select board, named.num, named.subnum, purge_posts.purged_at, coalesce(actor, 'its writer'), why from ${NAMED}
  on conflict do nothing;
  delete from quarantine p using ${NAMED} where ${IS_NAMED};
  update messages p set subject = null, awaits = null from ${NAMED}
   where p.board_id = board and p.num = named.num and named.subnum = 0;
  if actor is null then
    perform forget_audit_details(board,
      array(select named.num || case when named.subnum = 0 then '' else '_' || named.subnum end from ${NAMED}));
  else
    delete from poster_addresses p using ${NAMED} where ${IS_NAMED};
    -- Refusals quote documents of sources, which contain neither ghost posts nor posts of cabals. Scrapers that are saving a refusal have not
    -- seen the purge yet; later ones wait for its commit, and then see it.
    lock table refusals in share mode;
    delete from refusals r where r.board_id = board and r.thread = any (of_threads);
    update refusals r set sample = '' where r.board_id = board and r.thread is null and r.sample <> '';
  end if;
  insert into tasks (kind, board_id, requested_by)
  select 'purge_segments', board, coalesce(actor, 'schedule')
   where exists (select from tombstones t where t.board_id = board and t.segments_purged_at is null)
  on conflict do nothing;
  perform pg_notify('${TASK_CHANNEL}', '');
end
$$;

revoke all on function mark_threads(int, bigint[], bigint[], timestamptz), count_threads(int, bigint[], timestamptz), add_post(jsonb),
  hide_posts(int, bigint[], int[], boolean, timestamptz), purge_posts(int, bigint[], int[], bigint[], timestamptz, text, text) from public;
grant execute on function mark_threads(int, bigint[], bigint[], timestamptz), count_threads(int, bigint[], timestamptz)
  to sagasu_importer, sagasu_scraper, sagasu_server;
grant execute on function hide_posts(int, bigint[], int[], boolean, timestamptz) to sagasu_scraper, sagasu_server;
grant execute on function purge_posts(int, bigint[], int[], bigint[], timestamptz, text, text) to sagasu_server;
`;
}
