import { expect, test } from 'vitest';
import type { File } from '../../mappings/contract/post.ts';
import { reverseSearches } from '../../web/src/components/post/post-tools.tsx';
import { SHORTCUTS, shortcutOf } from '../../web/src/features/shortcuts/shortcuts.ts';
import { postKey } from '../../web/src/lib/hidden-posts.ts';
import { parseList } from '../../web/src/lib/preferences.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false };

test('keys with Ctrl, Alt or Command belong to the browser', () => {
  for (const { key } of SHORTCUTS) {
    expect(shortcutOf({ key, ...plain })).toBe(key);
    for (const held of ['ctrlKey', 'metaKey', 'altKey']) expect(shortcutOf({ key, ...plain, [held]: true })).toBeNull();
  }
  expect(shortcutOf({ key: 'x', ...plain })).toBeNull();
});

test('a post and a ghost post with its number are hidden independently', () => {
  expect(postKey({ board: 'g', num: 1, subnum: 0 })).not.toBe(postKey({ board: 'g', num: 1, subnum: 1 }));
});

test('an unreadable list of hidden posts hides nothing', () => {
  expect([null, 'x', '{}', '[1,null]'].map(parseList)).toEqual([[], [], [], []]);
  expect(parseList('["g/1",2]')).toEqual(['g/1']);
});

const file: File = {
  name: 'a',
  type: 'png',
  size: 1,
  width: 1,
  height: 1,
  thumb_width: 1,
  thumb_height: 1,
  md5: null,
  sha256: null,
  time: 1,
  spoiler: false,
  url: '/media/ab/cd/x.png',
  thumb_url: '/thumbnails/x.webp',
};

test('reverse searches get the full address of an image, or of a video’s thumbnail', () => {
  const hrefs = reverseSearches(file, 'https://archive.example').map(({ href }) => href);
  expect(hrefs).toContain(`https://iqdb.org/?url=${encodeURIComponent('https://archive.example/media/ab/cd/x.png')}`);
  expect(hrefs.every((href) => href.startsWith('https://'))).toBe(true);
  const [video] = reverseSearches({ ...file, type: 'webm' }, 'https://archive.example');
  expect(decodeURIComponent(video?.href ?? '')).toContain('/thumbnails/x.webp');
  expect(reverseSearches({ ...file, url: 'javascript:alert(1)' }, 'https://archive.example')).toEqual([]);
});
