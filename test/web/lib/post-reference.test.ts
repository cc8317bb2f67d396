import { expect, test } from 'vitest';
import { readPostReference } from '../../../web/src/lib/post-reference.ts';

test.each([
  ['51971506', null, 51_971_506, 0],
  [' 51971506 ', null, 51_971_506, 0],
  ['51971506_3', null, 51_971_506, 3],
  ['No.123', null, 123, 0],
  ['no. 123', null, 123, 0],
  ['>>123', null, 123, 0],
  ['num:123', null, 123, 0],
  ['#p123', null, 123, 0],
  ['/g/123', 'g', 123, 0],
  ['g/123', 'g', 123, 0],
  ['>>>/g/123', 'g', 123, 0],
  ['>>>/G/123', 'g', 123, 0],
  ['https://boards.4chan.org/g/thread/100#p123', 'g', 123, 0],
  ['boards.4channel.org/g/thread/100/some-words#p123', 'g', 123, 0],
  ['https://boards.4chan.org/g/thread/100', 'g', 100, 0],
  ['https://example.org/board/res/100.html#123', 'board', 123, 0],
  ['https://desuarchive.org/g/thread/100/#q123_4', 'g', 123, 4],
  ['https://desuarchive.org/g/post/123_4/', 'g', 123, 4],
  ['http://localhost.localdomain:8080/g/thread/100?last=50#p123', 'g', 123, 0],
  ['/g/thread/100#bottom', 'g', 100, 0],
  ['/post/123', null, 123, 0],
])('%s names a post', (text, board, num, subnum) => {
  expect(readPostReference(text)).toEqual({ board, isOnlyBoard: false, num, subnum, isCertain: true });
});

test.each([
  ['board:tech 50001767', 'tech', 50_001_767, 0],
  ['50001767 board:tech', 'tech', 50_001_767, 0],
  ['board:/g/  >>123_4', 'g', 123, 4],
  ['BOARD:G No.123', 'g', 123, 0],
])('%s names a post of one board only', (text, board, num, subnum) => {
  expect(readPostReference(text)).toEqual({ board, isOnlyBoard: true, num, subnum, isCertain: true });
});

test.each(['7', '2019', '24/7', 'board:g 2019'])('%s may name a post or be a word', (text) => {
  expect(readPostReference(text)).toMatchObject({ isCertain: false });
});

test.each([
  '',
  'kernel',
  '0',
  '007',
  '1,000',
  'num:1,2',
  'num:>5',
  '12345678 kernel',
  'board:g kernel',
  'board:g,ck 12345678',
  'board:g /ck/12345678',
  'board:g 12345678 kernel',
  '99999999999999999',
  '/api/123',
  '/../123',
  'https://example.org/',
  'https://example.org/a?b=123',
  'javascript:123',
])('%s does not name a post', (text) => {
  expect(readPostReference(text)).toBeNull();
});
