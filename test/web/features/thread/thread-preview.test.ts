import { expect, test } from 'vitest';
import { threadPreview } from '../../../../web/src/features/thread/thread-preview.ts';
import { aFile, aPost } from '../../posts.ts';

test('the picture is the archive’s thumbnail, except for spoilers and deleted files', () => {
  const file = aFile({ thumb_url: '/media/thumbs/ab/ab/ab.jpg' });
  expect(threadPreview(aPost({ file })).image).toBe('/media/thumbs/ab/ab/ab.jpg');
  expect(threadPreview(aPost({ file, spoiler: true })).image).toBeNull();
  expect(threadPreview(aPost({ file, time_deleted_file: '2024-05-02T14:06:00.000Z' })).image).toBeNull();
  expect(threadPreview(aPost({ file: aFile({ thumb_url: 'https://i.example.org/1s.jpg' }) })).image).toBeNull();
});

test('the excerpt has no spoilers, also within other elements', () => {
  const html = 'It was<br><span class="quote">&gt;so <s>the butler</s></span> <s>and Ann</s>';
  expect(threadPreview(aPost({}, html)).description).toBe('It was\n>so [spoiler] [spoiler]');
});
