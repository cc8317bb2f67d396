/** Hides posts and shows them again. */
import type pg from 'pg';
import { numbersOf, type PostNumber } from '../mappings/post.ts';
import type { PostLock } from './post-lock.ts';

/** The function's comment names the indexes. $1 board, $2 nums, $3 subnums, $4 whether they are hidden, $5 now. */
const HIDE_POSTS = 'select hide_posts($1, $2::bigint[], $3::int[], $4, $5)';

/** Hides posts or shows them again, counts what their threads show, and keeps hidden ones out of searches. */
export async function setHidden(
  { client, boardId }: PostLock,
  posts: readonly PostNumber[],
  isHidden: boolean,
  now: Date,
): Promise<void> {
  await client.query(HIDE_POSTS, [boardId, ...numbersOf(posts), isHidden, now]);
}

/** Removes entries of all boards that searches no longer need. */
const PRUNE_PENDING_HIDES = `select prune_pending_hides()`;

/** Ends the exclusion of posts that the search index certainly no longer returns. */
export async function prunePendingHides(client: pg.PoolClient): Promise<void> {
  await client.query(PRUNE_PENDING_HIDES);
}
