import { expect, test } from 'vitest';
import type { ThreadSummary } from '../../../../mappings/contract/thread-list.ts';
import { filterThreads, orderThreads } from '../../../../web/src/features/boards/arrange-threads.ts';
import { pageOf, readListParams } from '../../../../web/src/features/boards/queries.ts';
import { aPost } from '../../posts.ts';

const COMMENT = 'Some words<br><br><table class="exif"><tr><td>Camera Model<td>Box II</table>';

function thread(num: number, subject: string, counts: Partial<ThreadSummary> = {}): ThreadSummary {
  const opener = aPost({ num, thread: num, opener: true, subject }, COMMENT);
  return { num, opener, replies: [], posts: 1, images: 0, omitted_posts: 0, omitted_images: 0, ...counts };
}

const threads = [
  thread(1, 'Café au lait', { posts: 5, images: 1 }),
  thread(2, 'Desktop thread', { posts: 9, images: 1 }),
  thread(3, 'Cafeteria', { posts: 5, images: 7 }),
];
const numsOf = (list: readonly ThreadSummary[]) => list.map(({ num }) => num);

test('the filter requires every word that people wrote, ignoring case and accents', () => {
  expect(numsOf(filterThreads(threads, 'CAFE'))).toEqual([1, 3]);
  expect(numsOf(filterThreads(threads, ' cafe  lait '))).toEqual([1]);
  expect(numsOf(filterThreads(threads, 'words'))).toEqual([1, 2, 3]);
  expect(filterThreads(threads, ' ')).toBe(threads);
  expect(filterThreads(threads, 'camera')).toEqual([]);
});

test('threads with equal counts stay in the order of the list', () => {
  expect(numsOf(orderThreads(threads, 'posts'))).toEqual([2, 1, 3]);
  expect(numsOf(orderThreads(threads, 'images'))).toEqual([3, 1, 2]);
  expect(orderThreads(threads, undefined)).toBe(threads);
});

test('an address without a page and order means the first page and the default order', () => {
  expect(readListParams({ sort: 'created', page: '3' })).toEqual({ sort: 'created', page: '3' });
  expect(readListParams({ sort: 'sideways', page: '1' })).toEqual({ sort: undefined, page: undefined });
  expect(['0', '-2', '1.5', '99999999', 'x', undefined].map(pageOf)).toEqual([1, 1, 1, 1, 1, 1]);
});
