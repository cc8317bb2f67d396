/** The lines of a removal request that name posts and files. */
import { expect, test } from 'vitest';
import { fileIn, postIn } from '../../requests.ts';

test.each([
  ['https://archive.example/g/thread/100#p101', 'g', 101, 0],
  ['https://archive.example/g/thread/100/#q101_2', 'g', 101, 2],
  ['http://boards.example.org/g/thread/100/a-subject?q=x#p101', 'g', 101, 0],
  ['/g/thread/100', 'g', 100, 0],
  ['https://old.example/g/post/101/', 'g', 101, 0],
  ['>>>/g/101', 'g', 101, 0],
  [' G/101,2 ', 'g', 101, 2],
  ['/g/101_2', 'g', 101, 2],
])('%s names the post %s %s,%s', (line, board, num, subnum) => {
  expect(postIn(line)).toEqual({ board, num, subnum });
});

test.each(['101', 'g', '', '/g/thread/x', 'my post on g', '/g/0', '/g/99999999999999999'])(
  '%j names no post',
  (line) => {
    expect(postIn(line)).toBeNull();
  },
);

test('the address of a file names it, also in upper case, and other texts with digits do not', () => {
  const hash = '0af1'.repeat(16);
  expect(fileIn(`https://archive.example/media/0a/f1/${hash}.png`)).toBe(hash);
  expect(fileIn(hash.toUpperCase())).toBe(hash);
  expect(fileIn('/g/101')).toBeNull();
});
