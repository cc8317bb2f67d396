/**
 * Purges posts: their rows become tombstones, and other rows that may quote them are deleted or emptied
 * (mappings/postgres/content-tables.ts). A task also removes them from the segments of Elasticsearch.
 */
import { numbersOf, type PostNumber } from '../mappings/post.ts';
import { prunePendingHides } from './hide-posts.ts';
import type { PostLock } from './post-lock.ts';
import type { Moderation } from './record-moderation.ts';

/** The function's comment names the indexes. $1 board, $2 nums, $3 subnums, $4 threads, $5 now, $6 actor, $7 reason. */
const PURGE_POSTS = 'select purge_posts($1, $2::bigint[], $3::int[], $4::bigint[], $5, $6, $7)';

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
