import { expect, test } from 'vitest';
import { smallestBoards } from '../../../../server/boards/load.ts';

const boards = (...posts: readonly number[]) => posts.map((count, index) => ({ id: index + 1, posts: count }));

test('posts are counted on the smallest boards, up to 100,000 posts together', () => {
  expect(smallestBoards(boards(90_000, 5_000, 5_000))).toEqual([2, 3, 1]);
  expect(smallestBoards(boards(90_001, 5_000, 5_000))).toEqual([2, 3]);
  expect(smallestBoards(boards(...Array.from({ length: 77 }, () => 13_000)))).toHaveLength(7);
  expect(smallestBoards(boards(2_000_000))).toEqual([]);
});
