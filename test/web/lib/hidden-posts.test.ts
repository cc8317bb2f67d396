import { expect, test } from 'vitest';
import { postKey } from '../../../web/src/lib/hidden-posts.ts';
import { parseList } from '../../../web/src/lib/preferences.ts';

test('a post and a ghost post with its number are hidden independently', () => {
  expect(postKey({ board: 'g', num: 1, subnum: 0 })).not.toBe(postKey({ board: 'g', num: 1, subnum: 1 }));
});

test('an unreadable list of hidden posts hides nothing', () => {
  expect([null, 'x', '{}', '[1,null]'].map(parseList)).toEqual([[], [], [], []]);
  expect(parseList('["g/1",2]')).toEqual(['g/1']);
});
