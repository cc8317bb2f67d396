import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  estimatedHeight,
  isAround,
  POSTS_A_STRETCH,
  stretchesOf,
  stretchWith,
} from '../../web/src/features/thread/post-chunks.ts';
import { aPost } from './posts.ts';

const postsOf = (count: number) => Array.from({ length: count }, (_, at) => aPost({ num: at + 1 }, `post ${at}`));

test('stretches have every post once and in order, and the height of all their posts', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4 * POSTS_A_STRETCH }), (count) => {
      const posts = postsOf(count);
      const stretches = stretchesOf(posts, ({ num }) => num % 12);
      expect(stretches.flatMap((stretch) => stretch.posts)).toEqual(posts);
      for (const column of ['wide', 'narrow'] as const) {
        const all = posts.reduce((sum, post) => sum + estimatedHeight(post, post.num % 12, column), 0);
        expect(stretches.reduce((sum, { height }) => sum + height[column], 0)).toBe(all);
        for (const { height, heights } of stretches)
          expect(heights.reduce((sum, own) => sum + own[column], 0)).toBe(height[column]);
      }
    }),
    { numRuns: 50 },
  );
});

test('a post is found in the stretch that has it, and what is no post of the thread in none', () => {
  const posts = postsOf(3 * POSTS_A_STRETCH);
  const stretches = stretchesOf(posts, () => 0);
  for (const post of posts) {
    const at = stretchWith(posts, `p${post.num}`);
    expect(at === null ? [] : stretches[at]?.posts).toContain(post);
  }
  for (const anchor of ['', 'p0', 'p99999', 'p1_1', 'main']) expect(stretchWith(posts, anchor)).toBeNull();
});

test('around a stretch are it and its neighbours; around none is nothing', () => {
  expect([3, 4, 5, 6, 7].map((stretch) => isAround(stretch, 5))).toEqual([false, true, true, true, false]);
  expect(isAround(0, null)).toBe(false);
});
