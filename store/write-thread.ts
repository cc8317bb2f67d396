import { nameOf, numbersOf, type PostObservation } from '../mappings/post.ts';
import { withinStored, type ShortenedText } from '../mappings/text-limits.ts';
import { prepared } from '../platform/postgres.ts';
import { countPosts } from './change-posts.ts';
import { isRefused, judgeObservations, newAmong, noteVerdicts, readFilters, type BoardFilters } from './filters.ts';
import { listedFiles, mergeExtraFiles } from './merge-files.ts';
import { mergePosts, toMergedPosts, type MergedRow, type MergeOptions, type StoredPosts } from './merge-posts.ts';
import { SUPPLIED_COLUMNS, columnArrays } from './merge-columns.ts';
import type { PostLock } from './post-lock.ts';

/** These parameters follow those of mergePosts. */
const FIRST_COLUMN = 6;
const columns = SUPPLIED_COLUMNS.map(({ type }, at) => `$${at + FIRST_COLUMN}::${type}[]`);
const WRITE_THREAD = mergePosts(
  `unnest(${columns.join(', ')}) as t (${SUPPLIED_COLUMNS.map(({ name }) => name).join(', ')})`,
);

/**
 * Stores observed posts of one thread in the lock's transaction: the rows that differ, with new revs, the counts of replies and files,
 * the mark for the indexer, and the files to fetch; filters apply to new posts. `lock` must cover the thread, and the posts' partitions
 * must exist (Slices.ensure). `filters`: must have been read under the lock; without it this function reads them.
 */
export async function writeThread(
  lock: PostLock,
  observed: readonly PostObservation[],
  { mediaKinds, now }: MergeOptions,
  filters?: BoardFilters,
): Promise<StoredPosts> {
  const shortened: ShortenedText[] = [];
  const posts = observed.map((post) => withinStored(post, (text) => shortened.push(text)));
  const active = filters ?? (await readFilters(lock.client, lock.boardId));
  const judged = await newAmong(lock, await judgeObservations(active, posts));
  const refused = new Set(judged.filter(isRefused).map(nameOf));
  const taken = refused.size === 0 ? posts : posts.filter(({ fields }) => !refused.has(nameOf(fields)));
  const hidden = judged.filter((post) => !isRefused(post));
  const values = [lock.boardId, now, mediaKinds, ...numbersOf(hidden), ...columnArrays(taken, now)];
  const merged = toMergedPosts((await lock.client.query<MergedRow>(prepared(WRITE_THREAD, values))).rows);
  const withFiles = await mergeExtraFiles(lock, listedFiles(taken), { mediaKinds, now });
  await noteVerdicts(lock, judged);
  await countPosts(lock, merged.threads, now);
  return { ...merged, changed: Math.max(merged.changed, withFiles - merged.added), shortened };
}
