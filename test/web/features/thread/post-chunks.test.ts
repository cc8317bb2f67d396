import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  estimatedHeight,
  isAround,
  POSTS_PER_CHUNK,
  chunksOf,
  chunkWith,
} from '../../../../web/src/features/thread/post-chunks.ts';
import { aPost } from '../../posts.ts';

const postsOf = (count: number) => Array.from({ length: count }, (_, at) => aPost({ num: at + 1 }, `post ${at}`));

test('chunks contain every post once and in order, and are as high as their posts', () => {
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

test('a post is found in its chunk, and an unknown anchor in none', () => {
  const posts = postsOf(3 * POSTS_PER_CHUNK);
  const chunks = chunksOf(posts, () => 0);
  for (const post of posts) {
    const at = chunkWith(posts, `p${post.num}`);
    expect(at === null ? [] : chunks[at]?.posts).toContain(post);
  }
  for (const anchor of ['', 'p0', 'p99999', 'p1_1', 'main']) expect(chunkWith(posts, anchor)).toBeNull();
});

test('the neighbours of a chunk surround it, and null has none', () => {
  expect([3, 4, 5, 6, 7].map((chunk) => isAround(chunk, 5))).toEqual([false, true, true, true, false]);
  expect(isAround(0, null)).toBe(false);
});
