import type { PostObservation } from '../mappings/post.ts';
import { prepared } from '../platform/postgres.ts';
import { mergePosts, toMergedPosts, type MergedPosts, type MergedRow, type MergeOptions } from './merge-posts.ts';
import { SUPPLIED_COLUMNS, columnArrays } from './observed-columns.ts';
import type { PostLock } from './post-lock.ts';

const columns = SUPPLIED_COLUMNS.map(({ type }, at) => `$${at + 4}::${type}[]`);
const WRITE_THREAD = mergePosts(
  `unnest(${columns.join(', ')}) as t (${SUPPLIED_COLUMNS.map(({ name }) => name).join(', ')})`,
);

/**
 * Stores observed posts of one thread in the lock's transaction: the rows that differ, with new revs, the mark for the indexer, and the
 * files to fetch. `lock` must cover the thread, and the posts' partitions must exist (Slices.ensure).
 */
export async function writeThread(
  { client, boardId }: PostLock,
  posts: readonly PostObservation[],
  { mediaKinds, now }: MergeOptions,
): Promise<MergedPosts> {
  const values = [boardId, now, mediaKinds, ...columnArrays(posts, now)];
  return toMergedPosts((await client.query<MergedRow>(prepared(WRITE_THREAD, values))).rows);
}
