import type { PostObservation } from '../mappings/post.ts';
import { prepared } from '../platform/postgres.ts';
import { countPosts } from './change-posts.ts';
import { mergePosts, toMergedPosts, type MergedPosts, type MergedRow, type MergeOptions } from './merge-posts.ts';
import { SUPPLIED_COLUMNS, columnArrays } from './observed-columns.ts';
import type { PostLock } from './post-lock.ts';

const columns = SUPPLIED_COLUMNS.map(({ type }, at) => `$${at + 4}::${type}[]`);
const WRITE_THREAD = mergePosts(
  `unnest(${columns.join(', ')}) as t (${SUPPLIED_COLUMNS.map(({ name }) => name).join(', ')})`,
);

/**
 * Stores observed posts of one thread in the lock's transaction: the rows that differ, with new revs, the counts of replies and files, the mark for
 * the indexer, and the files to fetch. `lock` must cover the thread, and the posts' partitions must exist (Slices.ensure).
 */
export async function writeThread(
  lock: PostLock,
  posts: readonly PostObservation[],
  { mediaKinds, now }: MergeOptions,
): Promise<MergedPosts> {
  const values = [lock.boardId, now, mediaKinds, ...columnArrays(posts, now)];
  const merged = toMergedPosts((await lock.client.query<MergedRow>(prepared(WRITE_THREAD, values))).rows);
  await countPosts(lock, merged.threads, now);
  return merged;
}
