/**
 * Purges posts: their rows become tombstones, and other rows that may quote them are deleted or emptied
 * (mappings/postgres/content-tables.ts). A task also removes them from the segments of Elasticsearch.
 */
import type pg from 'pg';
import type { PostNumber } from '../mappings/post.ts';
import type { PostLock } from './post-lock.ts';

/** The function's comment names the indexes. $1 board, $2 nums, $3 subnums, $4 threads, $5 now, $6 actor, $7 reason. */
const PURGE_POSTS = 'select purge_posts($1, $2::bigint[], $3::int[], $4::bigint[], $5, $6, $7)';

/** Removes entries of all boards that searches no longer need. */
const PRUNE_PENDING_HIDES = `select prune_pending_hides()`;

/** Index: audit_log_posts. $1 board, $2 post names. */
const EMPTY_AUDIT_DETAILS = `select empty_audit_details($1, $2)`;

/**
 * Must be the last statement of the transaction, since it holds the log's lock to the end. $1 action, $2 board, $3 target, $4 reason,
 * $5 actor.
 */
const APPEND_AUDIT = `select append_audit($1, $2, $3, $4, $5)`;

export interface Moderation {
  /** An account's name, or `cli`, `import`, `restore`. */
  readonly actor: string;
  readonly reason: string | null;
  readonly now: Date;
}

/**
 * Purges these posts, which are stored and not purged yet; an empty list only completes earlier purges. `threads` are the threads of
 * the posts. A failed earlier task is started again.
 */
export async function purgeContent(
  { client, boardId }: PostLock,
  posts: readonly PostNumber[],
  threads: readonly number[],
  { actor, reason, now }: Moderation,
): Promise<void> {
  await client.query(PURGE_POSTS, [boardId, ...numbersOf(posts), threads, now, actor, reason]);
  await prunePendingHides(client);
}

/** Ends the exclusion of posts that the search index certainly no longer returns. */
export async function prunePendingHides(client: pg.PoolClient): Promise<void> {
  await client.query(PRUNE_PENDING_HIDES);
}

/**
 * Adds one audit entry for all posts; must be the last statement of the transaction. `thread`: the thread that was moderated as a
 * whole.
 */
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
