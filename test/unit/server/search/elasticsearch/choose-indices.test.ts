import { expect, test } from 'vitest';
import type { LiveSlice } from '../../../../../server/boards/load.ts';
import { chooseIndices, MAX_TARGET_LENGTH } from '../../../../../server/search/elasticsearch/choose-indices.ts';
import { ANY, type Reach } from '../../../../../server/search/elasticsearch/reach.ts';

const slice = (board: string, place: number, more: Partial<LiveSlice> = {}): LiveSlice => ({
  board,
  index: `posts-${board}-v6-${place}-1`,
  slice: place,
  mappingVersion: 6,
  isRefilling: false,
  isShared: false,
  reach: { nums: { from: place * 10, to: place * 10 + 9 }, times: ANY },
  ...more,
});
const nums = (from: number, to: number): Reach => ({ nums: { from, to }, times: ANY, boards: null });
const chosen = (slices: readonly LiveSlice[], reach: Reach) => chooseIndices('', slices, reach)?.index;

const THREE = [slice('g', 0), slice('g', 1), slice('g', 2)];

test('the indices that can hold hits are searched by their names', () => {
  expect(chosen(THREE, nums(15, 25))).toEqual(['posts-g-v6-1-1', 'posts-g-v6-2-1']);
});

test('a search that every slice can answer is sent as it is', () => {
  expect(chosen(THREE, nums(5, 25))).toBeUndefined();
  expect(chosen([], nums(5, 25))).toBeUndefined();
});

test('boards of which all slices can hold hits are searched by their alias, and others not at all', () => {
  expect(chosen([...THREE, slice('ck', 0), slice('a', 4)], nums(5, 5))).toEqual(['posts-g-v6-0-1', 'posts-ck']);
});

test('boards in shared indices are searched by their alias, which shows no other board', () => {
  const shared = [slice('a', 0, { isShared: true }), slice('a', 1, { isShared: true })];
  expect(chosen([...THREE, ...shared], nums(5, 5))).toEqual(['posts-g-v6-0-1', 'posts-a']);
  expect(chosen([...THREE, ...shared], nums(25, 25))).toEqual(['posts-g-v6-2-1']);
});

test('a slice of which nothing is known is searched', () => {
  const { reach: _reach, ...unknown } = slice('g', 3);
  expect(chosen([...THREE, unknown], nums(5, 5))).toEqual(['posts-g-v6-0-1', 'posts-g-v6-3-1']);
});

test('a slice without documents is searched by number, and not by time', () => {
  const empty = slice('g', 3, { reach: { nums: { from: 30, to: 39 }, times: { from: Infinity, to: -Infinity } } });
  expect(chosen([...THREE, empty], { ...nums(0, 100), times: { from: 1, to: 2 } })).toEqual(
    THREE.map(({ index }) => index),
  );
});

test('one index answers if none can hold hits, and no slice counts as searched', () => {
  expect(chooseIndices('', THREE, nums(99, 99))).toEqual({ index: ['posts-g-v6-0-1'], slices: [] });
});

test('boards with the most names are searched as a whole where all names are too long for an address', () => {
  const many = Array.from({ length: 300 }, (_, place) => slice('g', place));
  const few = [...many, slice('ck', 0), slice('ck', 1), slice('ck', 400)];
  const { index = [], slices = [] } = chooseIndices('', few, nums(10, 2_980)) ?? {};
  expect(index.toSorted()).toEqual(['posts-ck-v6-1-1', 'posts-g']);
  expect(slices).toHaveLength(301);
  const boards = Array.from({ length: 400 }, (_, place) => slice(`board${place}`, place % 2));
  expect(chosen(boards, nums(5, 5))?.join(',').length).toBeLessThanOrEqual(MAX_TARGET_LENGTH);
  expect(
    chosen([...boards, ...boards.map((one) => ({ ...one, board: `other${one.board}` }))], nums(5, 5)),
  ).toBeUndefined();
});
