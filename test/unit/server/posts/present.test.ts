import { describe, expect, test } from 'vitest';
import { presentPost } from '../../../../server/posts/present.ts';
import { PRINT_VERSION } from '../../../../server/threads/read-thread.ts';
import { emptyPost, fullPost } from '../posts.ts';

const MEDIA = { source: '4chan', name: 'g', mediaUrl: 'http://media.example.org' } as const;
const FILE = Buffer.alloc(32, 0xab);
const THUMB = Buffer.alloc(32, 0xcd);
const NOT_HERE = { mediaHashSrc: null, mediaHashThb: null };

test('a row is printed like this, or else PRINT_VERSION must be raised', () => {
  expect({ version: PRINT_VERSION, post: presentPost(fullPost, MEDIA) }).toMatchSnapshot();
});

describe('a file', () => {
  test('has addresses in the archive by its hash, also if the source deleted it', () => {
    const { file } = presentPost({ ...fullPost, timeDeletedFile: fullPost.timePosted, mediaHashSrc: FILE }, MEDIA);
    expect(file).toMatchObject({
      sha256: 'ab'.repeat(32),
      url: `/media/ab/ab/${'ab'.repeat(32)}.png`,
      thumb_url: `/media/thumbs/ab/ab/${'ab'.repeat(32)}.jpg`,
    });
  });

  test('with only a thumbnail has the source’s address too, and so has a video', () => {
    const thumbOnly = presentPost({ ...fullPost, mediaHashSrc: null, mediaHashThb: THUMB }, MEDIA).file;
    expect(thumbOnly).toMatchObject({
      sha256: null,
      url: 'http://media.example.org/g/1551787201123.png',
      thumb_url: `/media/cd/cd/${'cd'.repeat(32)}.jpg`,
    });
    const video = { ...fullPost, mediaType: 'webm', mediaHashSrc: FILE, mediaHashThb: THUMB };
    expect(presentPost(video, MEDIA).file).toMatchObject({
      url: `/media/ab/ab/${'ab'.repeat(32)}.webm`,
      thumb_url: `/media/cd/cd/${'cd'.repeat(32)}.jpg`,
    });
  });

  test('has addresses at the source until it is archived', () => {
    const { file } = presentPost({ ...fullPost, ...NOT_HERE }, MEDIA);
    expect(file?.url).toBe('http://media.example.org/g/1551787201123.png');
    expect(file?.thumb_url).toBe('http://media.example.org/g/1551787201123s.jpg');
    expect(file?.md5).toBe('/////////////////////w==');
  });

  test('without an archived copy has no address if the source deleted it or its name is unknown', () => {
    const deleted = presentPost({ ...fullPost, ...NOT_HERE, timeDeletedFile: fullPost.timePosted }, MEDIA).file;
    expect(deleted).toMatchObject({ url: null, thumb_url: null, name: 'a file' });
    expect(presentPost({ ...fullPost, ...NOT_HERE, mediaTime: null }, MEDIA).file).toMatchObject({
      url: null,
      thumb_url: null,
    });
  });

  test('is null for a post without one', () => {
    expect(presentPost(emptyPost, MEDIA).file).toBeNull();
  });
});

test('values in `extra` that are not integers are left out, and its counts are not shown as those of the archive', () => {
  const extra = { images: 7, replies: 9, since4pass: 2015.5 };
  expect(presentPost({ ...fullPost, extra }, MEDIA)).toMatchObject({
    replies: 65_535,
    images: 5,
    since4pass: null,
    extra,
  });
});

test('`extra` is shown as the source sent it', () => {
  const extra = { replies: 70_000, sticky_cap: 1000, unknown: { deep: [1] } };
  expect(presentPost({ ...fullPost, extra }, MEDIA)).toMatchObject({ extra });
  expect(presentPost(emptyPost, MEDIA).extra).toBeNull();
});

test('EXIF that another archive keeps in `extra` is shown as a table', () => {
  const { tokens, comment } = presentPost({ ...emptyPost, comment: 'tea', extra: { exif: { Model: 'Box' } } }, MEDIA);
  expect(tokens).toEqual([
    { kind: 'text', text: 'tea' },
    { kind: 'exif', rows: [{ name: 'Model', value: 'Box' }] },
  ]);
  expect(comment).toBe('tea\nModel: Box');
});
