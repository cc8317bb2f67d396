import { expect, test } from 'vitest';
import { parsePostName } from '../../../cli/post.ts';

test.each([
  ['g/51971506', 'g', 51_971_506, 0],
  ['/g/51971506', 'g', 51_971_506, 0],
  ['ck/3856791_12', 'ck', 3_856_791, 12],
])('%s is read as a post', (name, board, num, subnum) => {
  expect(parsePostName(name)).toEqual({ board, post: { num, subnum } });
});

test.each(['', '51971506', 'g/', 'g/0', 'g/-1', 'g/1_', 'g/1_x', 'g/1.5', 'g/1/2', 'g/9999999999999999'])(
  '%j is rejected',
  (name) => {
    expect(() => parsePostName(name)).toThrow(`${name} is not a post: write board/number, e.g. g/51971506`);
  },
);
