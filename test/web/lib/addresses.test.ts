import { expect, test } from 'vitest';
import { anchorOfOldLink } from '../../../web/src/lib/addresses.ts';

test.each([
  ['123', 'p123'],
  ['q123', 'p123'],
  ['123_4', 'p123_4'],
  ['q123,4', 'p123_4'],
  ['p123', null],
  ['p123_4', null],
  ['', null],
  ['0', null],
  ['top', null],
])('a link to #%s of another archive becomes one to %s in this archive', (hash, anchor) => {
  expect(anchorOfOldLink(hash)).toBe(anchor);
});
