/**
 * Hides, shows and purges posts: rows, marks for the indexer and the log in one transaction. PostgreSQL decides what is
 * shown, so all answers follow at once; Elasticsearch follows later, and until then searches exclude by name
 * the posts that it may still count (server/visibility/pending-hides.ts).
 */
import type { Pool, PoolClient } from 'pg';
import type { Board } from '../../mappings/board.ts';
import type { PostNumber } from '../../mappings/post.ts';
import { purgePosts, setHidden } from '../../store/change-posts.ts';
import { lockThreads, type PostLock } from '../../store/post-lock.ts';
import { TASK_CHANNEL } from '../../mappings/task.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { HideNotices } from '../visibility/fallback-snapshot.ts';
import { NotFoundError, RefusedError } from '../http/errors.ts';
import * as sql from './sql.ts';

export type ModerationAction = 'hide' | 'show' | 'purge';

export interface ModerationRequest {
  readonly action: ModerationAction;
  readonly board: Pick<Board, 'id' | 'name'>;
  readonly posts: readonly PostNumber[];
  /** Acts on whole threads: `posts` are their openers, and posts that arrive later are treated the same. */
  readonly threads: boolean;
  /** A user's name, or `cli`. */
  readonly actor: string;
  readonly reason: string | null;
  readonly now: Date;
}

export interface ModerationResult {
  /** Posts that changed; posts already in the requested state are left out. */
  readonly posts: readonly PostNumber[];
}

/**
 * Changes all posts or none; every answer follows from the commit on. `copy` keeps hidden posts out of the answers that servers
 * give while PostgreSQL is away: hidden posts are named there before the commit, shown ones removed after it.
 * @throws NotFoundError when a post or thread is not in the archive, RefusedError when there is nothing left to show.
 */
export async function moderate(
  pool: Pool,
  request: ModerationRequest,
  copy: HideNotices | null = null,
): Promise<ModerationResult> {
  const keysOf = (posts: readonly PostNumber[]) => posts.map((post) => ({ ...post, board: request.board.name }));
  const result = await inTransaction(pool, async (client) => {
    await client.query(sql.HOLD_MODERATION);
    const threads = request.threads ? await knownThreads(client, request) : await threadsOfPosts(client, request);
    const lock = await lockThreads(client, request.board.id, threads);
    const changes = changesOf(request, await lockPosts(client, request, threads));
    if (request.threads) await saveModeratedThreads(client, request, threads);
    if (changes.length > 0) await write(lock, request, changes);
    if (request.action === 'purge') await forget(client, request, changes, threads);
    if (request.action !== 'show') await copy?.addHidden(keysOf(changes));
    return { posts: changes };
  });
  if (request.action === 'show') await copy?.removeHidden(keysOf(result.posts));
  return result;
}

async function threadsOfPosts(client: PoolClient, { board, posts }: ModerationRequest): Promise<number[]> {
  const { rows } = await client.query<{ num: string; subnum: number; thread: string }>(sql.THREADS_OF_POSTS, [
    board.id,
    ...columnsOf(posts),
  ]);
  const known = new Set(rows.map(({ num, subnum }) => nameOf({ num: Number(num), subnum })));
  const missing = posts.find((post) => !known.has(nameOf(post)));
  if (missing !== undefined) {
    throw new NotFoundError('post_unknown', `There is no post ${nameOf(missing)} on /${board.name}/ in the archive.`);
  }
  return inOrder(rows.map(({ thread }) => Number(thread)));
}

async function knownThreads(client: PoolClient, { board, posts }: ModerationRequest): Promise<number[]> {
  const wanted = inOrder(posts.map(({ num }) => num));
  const { rows } = await client.query<{ thread: string }>(sql.KNOWN_THREADS, [board.id, wanted]);
  const known = new Set(rows.map(({ thread }) => Number(thread)));
  const missing = wanted.find((thread) => !known.has(thread)) ?? posts.find(({ subnum }) => subnum > 0)?.num;
  if (missing !== undefined) {
    throw new NotFoundError('thread_unknown', `No thread on /${board.name}/ in the archive is opened by ${missing}.`);
  }
  return wanted;
}

async function lockPosts(
  client: PoolClient,
  { board, posts, threads: isOfThreads }: ModerationRequest,
  threads: readonly number[],
): Promise<readonly sql.LockedRow[]> {
  const { rows } = await (isOfThreads
    ? client.query<sql.LockedRow>(sql.LOCK_POSTS_OF_THREADS, [board.id, threads])
    : client.query<sql.LockedRow>(sql.LOCK_POSTS, [board.id, ...columnsOf(posts)]));
  return rows;
}

function changesOf(request: ModerationRequest, rows: readonly sql.LockedRow[]): PostNumber[] {
  const purged = rows.filter((row) => row.is_purged);
  if (request.action === 'show' && purged.length > 0 && (!request.threads || purged.length === rows.length)) {
    const [first] = purged.map(({ num, subnum }) => nameOf({ num: Number(num), subnum }));
    throw new RefusedError(
      409,
      'post_purged',
      `Post ${first} on /${request.board.name}/ was purged: nothing is left to show.`,
    );
  }
  const changes = rows.filter((row) => {
    if (row.is_purged) return false;
    return request.action === 'purge' || row.hidden === (request.action === 'show');
  });
  return changes.map(({ num, subnum }) => ({ num: Number(num), subnum }));
}

async function saveModeratedThreads(
  client: PoolClient,
  request: ModerationRequest,
  threads: readonly number[],
): Promise<void> {
  const { action, board } = request;
  if (action === 'show') await client.query(sql.DELETE_MODERATED_THREADS, [board.id, threads]);
  else await client.query(sql.UPSERT_MODERATED_THREADS, [board.id, threads, action === 'purge']);
}

async function write(lock: PostLock, request: ModerationRequest, changes: readonly PostNumber[]): Promise<void> {
  const { client } = lock;
  const { action, board, actor, reason, now } = request;
  const where = [board.id, ...columnsOf(changes)];
  if (action === 'purge') await client.query(sql.REMOVE_FILES, where);
  // Marks in `dirty` before rows of pending hides: the indexer locks them in this order when a mark goes.
  if (action === 'purge') await purgePosts(lock, changes, now);
  else await setHidden(lock, changes, action === 'hide', now);
  await client.query(sql.LOG_MODERATION, [...where, actor, action, reason]);
  await client.query(action === 'show' ? sql.REMOVE_PENDING_HIDES : sql.ADD_PENDING_HIDES, where);
  await client.query(sql.PRUNE_PENDING_HIDES);
}

/** Removes what else may quote a purged post (mappings/postgres/content-tables.ts), here and in the segments of Elasticsearch. */
async function forget(
  client: PoolClient,
  { board, actor, reason, now }: ModerationRequest,
  changes: readonly PostNumber[],
  threads: readonly number[],
): Promise<void> {
  const where = [board.id, ...columnsOf(changes)];
  await client.query(sql.ADD_TOMBSTONES, [...where, now, actor, reason]);
  await client.query(sql.DELETE_QUARANTINE, where);
  await client.query(sql.EMPTY_MESSAGES, where);
  await client.query(sql.LOCK_REFUSALS);
  await client.query(sql.DELETE_REFUSALS, [board.id, threads]);
  await client.query(sql.EMPTY_SAMPLES, [board.id]);
  // Even when nothing was left to purge: an earlier task may have failed.
  await client.query(sql.START_PURGE_SEGMENTS, [board.id, actor]);
  await client.query(sql.NOTIFY, [TASK_CHANNEL]);
}

/** `71`, or `71_2` for a ghost post: the form of the command line and of messages. */
export function nameOf({ num, subnum }: PostNumber): string {
  return subnum === 0 ? String(num) : `${num}_${subnum}`;
}

function columnsOf(posts: readonly PostNumber[]): [nums: number[], subnums: number[]] {
  return [posts.map(({ num }) => num), posts.map(({ subnum }) => subnum)];
}

function inOrder(threads: readonly number[]): number[] {
  return [...new Set(threads)].sort((a, b) => a - b);
}
