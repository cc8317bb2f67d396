import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  estimatedHeight,
  isAround,
  POSTS_PER_CHUNK,
  chunksOf,
  chunkWith,
} from '../../web/src/features/thread/post-chunks.ts';
import { aPost } from './posts.ts';

const postsOf = (count: number) => Array.from({ length: count }, (_, at) => aPost({ num: at + 1 }, `post ${at}`));

test('chunks have every post once and in order, and the height of all their posts', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4 * POSTS_PER_CHUNK }), (count) => {
      const posts = postsOf(count);
      const chunks = chunksOf(posts, ({ num }) => num % 12);
      expect(chunks.flatMap((chunk) => chunk.posts)).toEqual(posts);
      for (const column of ['wide', 'narrow'] as const) {
        const all = posts.reduce((sum, post) => sum + estimatedHeight(post, post.num % 12, column), 0);
        expect(chunks.reduce((sum, { height }) => sum + height[column], 0)).toBe(all);
        for (const { height, heights } of chunks)
          expect(heights.reduce((sum, own) => sum + own[column], 0)).toBe(height[column]);
      }
    }),
    { numRuns: 50 },
  );
});

test('a post is found in the chunk that has it, and what is no post of the thread in none', () => {
  const posts = postsOf(3 * POSTS_PER_CHUNK);
  const chunks = chunksOf(posts, () => 0);
  for (const post of posts) {
    const at = chunkWith(posts, `p${post.num}`);
    expect(at === null ? [] : chunks[at]?.posts).toContain(post);
  }
  for (const anchor of ['', 'p0', 'p99999', 'p1_1', 'main']) expect(chunkWith(posts, anchor)).toBeNull();
});

test('around a chunk are it and its neighbours; around none is nothing', () => {
  expect([3, 4, 5, 6, 7].map((chunk) => isAround(chunk, 5))).toEqual([false, true, true, true, false]);
  expect(isAround(0, null)).toBe(false);
});
