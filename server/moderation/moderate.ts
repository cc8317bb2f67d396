/**
 * Hides, shows and purges posts: rows, marks for the indexer and the log change in one transaction. PostgreSQL decides which posts are
 * shown, so that all answers follow immediately. Elasticsearch follows later; until then, searches exclude the posts by id that it may
 * still count (server/visibility/pending-hides.ts).
 */
import type { Pool, PoolClient } from 'pg';
import type { Board } from '../../mappings/board.ts';
import { nameOf, numbersOf, type PostNumber } from '../../mappings/post.ts';
import { lockThreads } from '../../store/post-lock.ts';
import { purgeContent } from '../../store/purge-posts.ts';
import { logPurge } from '../../store/removals.ts';
import { assertAdmin, assertModerator } from '../admin/as-account.ts';
import type { HiddenPostsCache } from '../visibility/fallback-snapshot.ts';
import { NotFoundError, RefusedError } from '../shared/errors.ts';
import { inModeration, type OutsideChanges, type RemovalSink } from './in-moderation.ts';
import * as sql from './sql.ts';
import { setHidden, prunePendingHides } from '../../store/hide-posts.ts';
import { recordModeration } from '../../store/record-moderation.ts';

export type ModerationAction = 'hide' | 'show' | 'purge';

export interface ModerationRequest {
  readonly action: ModerationAction;
  readonly board: Pick<Board, 'id' | 'name'>;
  readonly posts: readonly PostNumber[];
  /** Acts on whole threads: `posts` are their openers, and posts that arrive later are treated the same. */
  readonly threads: boolean;
  /** An account's name, or `cli`. */
  readonly actor: string;
  readonly reason: string | null;
  readonly now: Date;
  /** Runs in the transaction with the posts that changed, before the entry in the log. */
  readonly onChanged?: (client: PoolClient, changes: readonly PostNumber[]) => Promise<void>;
}

export interface ModerationResult {
  /** Posts that changed; posts already in the requested state are left out. */
  readonly posts: readonly PostNumber[];
}

/**
 * Changes all posts or none; every answer follows from the commit on. `inModeration` describes `copy` and `log`.
 * @throws errors of `moderateIn`
 */
export async function moderate(
  pool: Pool,
  { secret = null, ...request }: ModerationRequest & { readonly secret?: string | null },
  copy: HiddenPostsCache | null = null,
  log: RemovalSink | null = null,
): Promise<ModerationResult> {
  return inModeration(pool, secret, { copy, log }, async (client, outside) => {
    if (secret !== null) await (request.threads ? assertAdmin : assertModerator)(client, request.board);
    return moderateIn(client, request, outside);
  });
}

/**
 * Changes all posts or none, in a transaction of `inModeration` whose account may do so.
 * @throws NotFoundError when a post or thread is not in the archive, RefusedError when no post is left to show, when the thread of a
 * post to show is hidden as a whole, or when the account does not moderate the board; for whole threads, when it is not an admin.
 */
export async function moderateIn(
  client: PoolClient,
  request: ModerationRequest,
  outside: OutsideChanges,
): Promise<ModerationResult> {
  const threads = request.threads ? await knownThreads(client, request) : await threadsOfPosts(client, request);
  const lock = await lockThreads(client, request.board.id, threads);
  const changes = changesOf(request, await lockPosts(client, request, threads));
  if (request.action === 'show' && !request.threads) await assertNotModerated(client, request, threads);
  if (request.threads) await saveModeratedThreads(client, request, threads);
  if (request.action === 'purge') await purgeContent(lock, changes, threads, request);
  else {
    if (changes.length > 0) {
      await setHidden(lock, changes, request.action === 'hide', request.now);
      await prunePendingHides(client);
    }
    await closeReports(client, request, changes);
  }
  await request.onChanged?.(client, changes);
  if (changes.length > 0) {
    const thread = request.threads && request.posts.length === 1 ? request.posts[0]?.num : undefined;
    await recordModeration(client, request.board.id, request.action, changes, request, thread);
  }
  if (request.action === 'purge') await logPurge(lock, outside, changes, request.threads ? threads : [], request.now);
  const keys = changes.map((post) => ({ ...post, board: request.board.name }));
  if (request.action === 'show') outside.show(keys);
  else outside.hide(keys);
  return { posts: changes };
}

/** Closes the reports of all requested posts, changed or not, since somebody has looked at them. */
async function closeReports(
  client: PoolClient,
  { action, board, posts, actor }: ModerationRequest,
  changes: readonly PostNumber[],
): Promise<void> {
  const looked = numbersOf([...posts, ...changes]);
  await client.query(sql.CLOSE_REPORTS, [board.id, ...looked, actor, action === 'hide' ? 'hidden' : 'shown']);
  await client.query(sql.RELEASE_FILTERED, [board.id, ...looked]);
  await client.query(sql.RELEASE_BULK, [board.id, ...numbersOf(changes)]);
}

/** Locks the threads of these posts, before anything of several boards changes. @throws NotFoundError `post_unknown` */
export async function lockThreadsOf(
  client: PoolClient,
  board: ModerationRequest['board'],
  posts: readonly PostNumber[],
): Promise<void> {
  await lockThreads(client, board.id, await threadsOfPosts(client, { board, posts }));
}

async function threadsOfPosts(
  client: PoolClient,
  { board, posts }: Pick<ModerationRequest, 'board' | 'posts'>,
): Promise<number[]> {
  const { rows } = await client.query<{ num: string; subnum: number; thread: string }>(sql.THREADS_OF_POSTS, [
    board.id,
    ...numbersOf(posts),
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
    : client.query<sql.LockedRow>(sql.LOCK_POSTS, [board.id, ...numbersOf(posts)]));
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

/** PostgreSQL refuses this too, but without a reason. @throws RefusedError 409 `thread_hidden` */
async function assertNotModerated(
  client: PoolClient,
  { board }: ModerationRequest,
  threads: readonly number[],
): Promise<void> {
  const { rows } = await client.query<{ thread: string }>(sql.MODERATED_AMONG, [board.id, threads]);
  const [first] = rows;
  if (first === undefined) return;
  throw new RefusedError(
    409,
    'thread_hidden',
    `Thread ${first.thread} on /${board.name}/ is hidden as a whole: show the thread instead.`,
  );
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

function inOrder(threads: readonly number[]): number[] {
  return [...new Set(threads)].sort((a, b) => a - b);
}
