import { describe, expect, test } from 'vitest';
import { PRESENTATION_VERSION, presentPost } from '../../../../server/posts/present.ts';
import { emptyPost, fullPost } from '../posts.ts';

const MEDIA = 'http://media.example.org';

test('a row is presented like this; otherwise PRESENTATION_VERSION goes up', () => {
  expect({ version: PRESENTATION_VERSION, post: presentPost(fullPost, MEDIA) }).toMatchSnapshot();
});

describe('a file', () => {
  test('is at the source, under the name that the source gave it', () => {
    const { file } = presentPost(fullPost, MEDIA);
    expect(file?.url).toBe('http://media.example.org/g/1551787201123.png');
    expect(file?.thumb_url).toBe('http://media.example.org/g/1551787201123s.jpg');
    expect(file?.md5).toBe('/////////////////////w==');
  });

  test('that the source deleted, or whose name is not known, has no address', () => {
    const deleted = presentPost({ ...fullPost, timeDeletedFile: fullPost.timePosted }, MEDIA).file;
    expect(deleted).toMatchObject({ url: null, thumb_url: null, name: 'a file' });
    expect(presentPost({ ...fullPost, mediaTime: null }, MEDIA).file).toMatchObject({ url: null, thumb_url: null });
  });

  test('is null where the post has none', () => {
    expect(presentPost(emptyPost, MEDIA).file).toBeNull();
  });
});

test('numbers that a source sends in another form are left out', () => {
  const extra = { images: '7', since4pass: 2015.5 };
  expect(presentPost({ ...fullPost, extra }, MEDIA)).toMatchObject({ images: null, since4pass: null });
});
