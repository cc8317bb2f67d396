import { expect, test } from 'vitest';
import { parseRange } from '../../../../server/media/send-file.ts';

test.each([
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=990-', { start: 990, end: 999 }],
  ['bytes=-10', { start: 990, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=10-5000', { start: 10, end: 999 }],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-4', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['bytes=a-b', null],
  ['items=0-1', null],
  [undefined, null],
])('range of 1000 bytes: %s is %j', (header, expected) => {
  expect(parseRange(header, 1000)).toEqual(expected);
});
