import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { postsOfPart } from '../../../../web/src/features/thread/posts-of-part.ts';
import { readThreadPart } from '../../../../web/src/features/thread/thread-part.ts';
import { aPost } from '../../posts.ts';

const posts = Array.from({ length: 8 }, (_, place) =>
  aPost({
    num: 100 + place,
    thread: 100,
    opener: place === 0,
    time_deleted_post: place % 3 === 1 ? '2020-01-01T00:00:00.000Z' : null,
  }),
);
const numsOf = (part: Parameters<typeof postsOfPart>[1]) => postsOfPart(posts, part).map(({ num }) => num);

describe('a part of a thread', () => {
  test('is the opening post and a number of the newest replies', () => {
    expect(numsOf({ last: '2' })).toEqual([100, 106, 107]);
    expect(numsOf({ last: '50' })).toEqual(posts.map(({ num }) => num));
  });

  test('is the opening post and the deleted posts', () => {
    expect(numsOf({ only: 'deleted' })).toEqual([100, 101, 104, 107]);
    expect(numsOf({ only: 'deleted', last: '1' })).toEqual([100, 107]);
  });

  test('without an opening post contains only replies', () => {
    expect(postsOfPart(posts.slice(1), { last: '1' }).map(({ num }) => num)).toEqual([107]);
  });
});

test('invalid parameters mean the whole thread', () => {
  for (const last of ['0', '-1', '1e3', '99999', 'all', '']) {
    expect(readThreadPart({ last, only: 'x' })).toEqual({ last: undefined, only: undefined });
  }
});

test('for any address, a part contains posts of the thread in order', () => {
  fc.assert(
    fc.property(fc.record({ last: fc.string(), only: fc.constantFrom('deleted', 'x') }), (raw) => {
      const nums = postsOfPart(posts, readThreadPart(raw)).map(({ num }) => num);
      expect(nums).toEqual([...nums].sort((one, other) => one - other));
      expect(nums[0]).toBe(100);
    }),
  );
});
