/**
 * Purges posts: their rows become tombstones, and what else may quote them goes (mappings/postgres/content-tables.ts), here and, by a task,
 * in the segments of Elasticsearch.
 */
import type pg from 'pg';
import type { PostNumber } from '../mappings/post.ts';
import { TASK_CHANNEL } from '../mappings/task.ts';
import { countPosts, purgePosts } from './change-posts.ts';
import type { PostLock } from './post-lock.ts';

const CHANGED = 'p.board_id = $1 and p.num = changed.num and p.subnum = changed.subnum';
const CHANGES = 'unnest($2::bigint[], $3::int[]) as changed (num, subnum)';

/** Queues the files of these posts for removal, unless another post needs them. posts_pkey, post_replays_pkey. $1 board, $2 nums, $3 subnums. */
const REMOVE_FILES = `
  with replays as (delete from post_replays p using ${CHANGES} where ${CHANGED} returning p.sha256),
    wanted as (delete from wanted_media p using ${CHANGES} where ${CHANGED})
  insert into media_removals (sha256)
  select p.media_hash_src from posts p, ${CHANGES} where ${CHANGED} and p.media_hash_src is not null
  union select p.media_hash_thb from posts p, ${CHANGES} where ${CHANGED} and p.media_hash_thb is not null
  union select sha256 from replays
  on conflict do nothing`;

/** $1 board, $2 nums, $3 subnums, $4 now, $5 actor, $6 reason. */
const ADD_TOMBSTONES = `
  insert into tombstones (board_id, num, subnum, purged_at, purged_by, reason)
  select $1, changed.num, changed.subnum, $4, $5, $6 from ${CHANGES}
  on conflict do nothing`;

/** A post that is listed already starts again: Elasticsearch has not seen its new state yet. $1 board, $2 nums, $3 subnums. */
const ADD_PENDING_HIDES = `
  insert into pending_hides (board_id, thread, num, subnum)
  select $1, p.thread, p.num, p.subnum from posts p, ${CHANGES} where ${CHANGED}
  on conflict (board_id, thread, num, subnum) do update set since = now()`;

/** $1 board, $2 nums, $3 subnums. */
const REMOVE_PENDING_HIDES = `
  delete from pending_hides p using ${CHANGES} where ${CHANGED}`;

/** Removes entries of all boards that searches no longer need. */
const PRUNE_PENDING_HIDES = `select prune_pending_hides()`;

/** Elasticsearch's reason for refusing a document quotes the document. quarantine_pkey. $1 board, $2 nums, $3 subnums. */
const DELETE_QUARANTINE = `
  delete from quarantine p using ${CHANGES} where ${CHANGED}`;

/** poster_addresses_pkey. $1 board, $2 nums, $3 subnums. */
const DELETE_ADDRESSES = `
  delete from poster_addresses p using ${CHANGES} where ${CHANGED}`;

/** ghost_passwords_pkey. $1 board, $2 nums, $3 subnums. */
const DELETE_PASSWORDS = `
  delete from ghost_passwords p using ${CHANGES} where ${CHANGED}`;

/** What the posts said of their files before contributed dumps changed it. dump_change_posts_post. $1 board, $2 nums, $3 subnums. */
const DELETE_CHANGED_BY_DUMPS = `
  delete from dump_change_posts p using ${CHANGES} where ${CHANGED}`;

/** Notes of reports may quote the post. reported_posts_pkey. $1 board, $2 nums, $3 subnums. */
const DELETE_REPORTS = `
  delete from reported_posts p using ${CHANGES} where ${CHANGED}`;

/** Empties what the row of a message holds of its subject. messages_board_id_num_key. $1 board, $2 nums, $3 subnums. */
const EMPTY_MESSAGES = `
  update messages p set subject = null, awaits = null
    from ${CHANGES} where p.board_id = $1 and p.num = changed.num and changed.subnum = 0`;

/**
 * Samples hold the beginning of a refused document. Waits for scrapers that are saving one: they did not see the purge yet. Those that
 * come later wait for its commit, and then see it (scraper/store/refusals.ts).
 */
const LOCK_REFUSALS = `lock table refusals in share mode`;

/** Refusals of these threads, from whichever address. refusals_thread. $1 board, $2 threads. */
const DELETE_REFUSALS = `
  delete from refusals where board_id = $1 and thread = any ($2::bigint[])`;

/** Refusals without a thread may quote any post of the board: their rows stay, without samples. refusals_thread. $1 board. */
const EMPTY_SAMPLES = `
  update refusals set sample = '' where board_id = $1 and thread is null and sample <> ''`;

/** One task for each board at a time: a running one also covers what is purged meanwhile. tasks_one_of_kind. $1 board, $2 actor. */
const START_PURGE_SEGMENTS = `
  insert into tasks (kind, board_id, requested_by)
  select 'purge_segments', $1, $2
   where exists (select 1 from tombstones where board_id = $1 and segments_purged_at is null)
  on conflict do nothing`;

/** $1 channel. */
const NOTIFY = `select pg_notify($1, '')`;

/** audit_log_posts. $1 board, $2 names of posts. */
const EMPTY_AUDIT_DETAILS = `select empty_audit_details($1, $2)`;

/** Takes the lock of the log until the end of the transaction: the last statement. $1 action, $2 board, $3 target, $4 reason, $5 actor. */
const APPEND_AUDIT = `select append_audit($1, $2, $3, $4, $5)`;

export interface Moderation {
  /** An account's name, or `cli`, `import`, `restore`. */
  readonly actor: string;
  readonly reason: string | null;
  readonly now: Date;
}

/** Purges these posts, which are stored and not purged yet; for none of them only completes earlier purges. `threads` are theirs. */
export async function purgeContent(
  lock: PostLock,
  posts: readonly PostNumber[],
  threads: readonly number[],
  { actor, reason, now }: Moderation,
): Promise<void> {
  const { client, boardId } = lock;
  const where = [boardId, ...numbersOf(posts)];
  if (posts.length > 0) {
    await client.query(REMOVE_FILES, where);
    // Marks in `dirty` before rows of pending hides: the indexer locks them in this order when a mark goes.
    await purgePosts(lock, posts, now);
    await countPosts(lock, threads, now);
    await addPendingHides(lock, posts);
  }
  await client.query(ADD_TOMBSTONES, [...where, now, actor, reason]);
  await client.query(DELETE_QUARANTINE, where);
  await client.query(DELETE_ADDRESSES, where);
  await client.query(DELETE_PASSWORDS, where);
  await client.query(DELETE_CHANGED_BY_DUMPS, where);
  await client.query(DELETE_REPORTS, where);
  await client.query(EMPTY_MESSAGES, where);
  await client.query(LOCK_REFUSALS);
  await client.query(DELETE_REFUSALS, [boardId, threads]);
  await client.query(EMPTY_SAMPLES, [boardId]);
  // Even when nothing was left to purge: an earlier task may have failed.
  await client.query(START_PURGE_SEGMENTS, [boardId, actor]);
  await client.query(NOTIFY, [TASK_CHANNEL]);
}

/** Searches leave these posts out until Elasticsearch has followed. */
export async function addPendingHides({ client, boardId }: PostLock, posts: readonly PostNumber[]): Promise<void> {
  await client.query(ADD_PENDING_HIDES, [boardId, ...numbersOf(posts)]);
  await client.query(PRUNE_PENDING_HIDES);
}

/** Searches may return these posts again. */
export async function removePendingHides({ client, boardId }: PostLock, posts: readonly PostNumber[]): Promise<void> {
  await client.query(REMOVE_PENDING_HIDES, [boardId, ...numbersOf(posts)]);
  await client.query(PRUNE_PENDING_HIDES);
}

/** One entry of the audit log for all posts, the last statement of the transaction. `thread`: the one that was moderated as a whole. */
export async function recordModeration(
  client: pg.PoolClient,
  boardId: number,
  action: 'hide' | 'show' | 'purge',
  posts: readonly PostNumber[],
  { actor, reason }: Moderation,
  thread?: number,
): Promise<void> {
  const names = posts.map(nameOf);
  if (action === 'purge') await client.query(EMPTY_AUDIT_DETAILS, [boardId, names]);
  const target = { posts: names, ...(thread !== undefined && { thread }) };
  await client.query(APPEND_AUDIT, [action, boardId, target, reason, actor]);
}

/** `71`, or `71_2` for a ghost post: the form of the command line and of messages. */
export function nameOf({ num, subnum }: PostNumber): string {
  return subnum === 0 ? String(num) : `${num}_${subnum}`;
}

export function numbersOf(posts: readonly PostNumber[]): [nums: number[], subnums: number[]] {
  return [posts.map(({ num }) => num), posts.map(({ subnum }) => subnum)];
}
