import { expect, test } from 'vitest';
import type { File } from '../../../../mappings/contract/post.ts';
import { reverseSearches } from '../../../../web/src/lib/reverse-searches.ts';

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
  sha256t: null,
  status: 'archived',
  replay_url: null,
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
