import { expect, test } from 'vitest';
import { previewHtml, threadPreview } from '../../../../../server/compat/pages/link-preview.ts';
import { Site } from '../../../../../server/http/site.ts';
import type { Post } from '../../../../../mappings/post.ts';
import { emptyPost } from '../../posts.ts';

const site = new Site('https://a.example.org');
const sha256 = Buffer.alloc(32, 0xab);
const withPicture: Partial<Post> = {
  mediaHashSrc: sha256,
  mediaType: 'png',
  mediaTime: 1,
  fileState: { status: 'archived', imageId: '1', thumb: null, drawn: sha256, replay: null, isDescribed: false },
};
const previewOf = (fields: Partial<Post>) =>
  threadPreview({ ...emptyPost, board: 'g', num: 1, thread: 1, opener: true, ...fields }, site);

test('the picture is the thumbnail that the archive has, and none of a spoiler or a deleted file', () => {
  expect(previewOf(withPicture).image).toBe(`https://a.example.org/media/thumbs/ab/ab/${'ab'.repeat(32)}.jpg`);
  expect(previewOf({ ...withPicture, spoiler: true }).image).toBeNull();
  expect(previewOf({ ...withPicture, timeDeletedFile: new Date(0) }).image).toBeNull();
  const banned = {
    status: 'banned',
    imageId: '1',
    thumb: null,
    drawn: null,
    replay: null,
    isDescribed: false,
  } as const;
  expect(previewOf({ ...withPicture, fileState: banned }).image).toBeNull();
});

test('the excerpt is one line without spoilers, also within other elements', () => {
  const comment = 'It was<br><span class="quote">&gt;so <s>the butler</s></span> <s>and Ann</s> '.concat(
    'word '.repeat(90),
  );
  const { description } = previewOf({ comment });
  expect(description).toMatch(/^It was >so \[spoiler\] \[spoiler\] word word/);
  expect(description).not.toMatch(/butler|Ann/);
  expect(description.length).toBeLessThanOrEqual(251);
});

test('what posters wrote stays within its attribute', () => {
  const html = previewHtml({
    title: '"><script>alert(1)</script>',
    canonical: 'https://a.example.org/g/',
    preview: { type: 'website', description: '\'"<>&', image: null, feed: 'a"b' },
  });
  expect(html).not.toMatch(/<script|"a"b/);
  expect(html).toContain('content="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
});
