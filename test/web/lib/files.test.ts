import { fileKey, filesOf } from '../../../web/src/lib/post-files.ts';
import { describe, expect, test } from 'vitest';
import { previewBox } from '../../../web/src/features/viewer/preview-box.ts';
import { fullName, shownFile } from '../../../web/src/lib/media-kind.ts';
import { viewedAt } from '../../../web/src/lib/viewer.ts';
import { parseVolume } from '../../../web/src/lib/volume.ts';
import { aFile, aPost } from '../posts.ts';

describe('a file', () => {
  test.each([
    ['png', 'image'],
    ['webm', 'video'],
    ['mp3', 'audio'],
  ])('.%s is shown as %s', (type, kind) => {
    const [name, url] = ['my loaf', `/media/a.${type}`];
    expect(shownFile(aFile({ type, name, url }))).toEqual({ kind, url: `${url}?name=my%20loaf.${type}` });
    expect(shownFile(aFile({ type, name: null, url }))).toEqual({ kind, url });
    const elsewhere = `https://i.example.org/1.${type}`;
    expect(shownFile(aFile({ type, name, url: elsewhere }))).toEqual({ kind, url: elsewhere });
  });

  test.each(['pdf', 'swf', 'tgkr', 'svg', 'html', null])('.%s is only linked', (type) => {
    expect(shownFile(aFile({ type }))).toBeNull();
  });

  test('is not shown without an address, or with one that runs scripts', () => {
    expect(shownFile(aFile({ url: null }))).toBeNull();
    expect(shownFile(aFile({ url: 'javascript:alert(1)' }))).toBeNull();
  });

  test('is downloaded under the uploader’s name for it', () => {
    expect(fullName(aFile({ name: 'my loaf', type: 'png' }))).toBe('my loaf.png');
    expect(fullName(aFile({ name: null }))).toBeNull();
  });
});

describe('the viewer', () => {
  const posts = [
    aPost({ num: 1, file: aFile() }),
    aPost({ num: 2 }),
    aPost({ num: 3, file: aFile({ type: 'pdf' }) }),
    aPost({ num: 4, file: aFile(), time_deleted_file: '2024-05-03T00:00:00.000Z' }),
    aPost({ num: 5, file: aFile({ type: 'webm' }) }),
    aPost({ num: 6, file: aFile() }),
  ].flatMap(filesOf);
  const walkFrom = (num: number, hidden: readonly string[] = []) => {
    const start = posts.find((post) => post.num === num) ?? { ...aPost({ num }), file: aFile() };
    const { posts: walked, at } = viewedAt(posts, start, new Set(hidden));
    return [walked.map((post) => post.num), at];
  };

  test('walks the files that pages can show, without those of hidden posts', () => {
    expect(walkFrom(5)).toEqual([[1, 5, 6], 1]);
    expect(walkFrom(5, ['ck/6'])).toEqual([[1, 5], 1]);
  });

  test('walks the files of a post with several, each under its own key', () => {
    const several = aPost({
      num: 7,
      file: aFile(),
      extra_files: [1, 2, 3].map((place) => ({
        ...aFile(),
        place,
        time_deleted: place === 2 ? '2024-05-03T00:00:00.000Z' : null,
      })),
    });
    const files = filesOf(several);
    expect(files).toBe(filesOf(several));
    expect(files.map(fileKey)).toEqual(['ck/7', 'ck/7#1', 'ck/7#2', 'ck/7#3']);
    const start = files.find(({ filePlace }) => filePlace === 3) ?? expect.unreachable();
    const first = posts.find(({ num }) => num === 1) ?? expect.unreachable();
    const { posts: walked, at } = viewedAt([...posts, ...files], start, new Set());
    expect(walked.map(fileKey)).toEqual(['ck/1', 'ck/5', 'ck/6', 'ck/7', 'ck/7#1', 'ck/7#3']);
    expect(at).toBe(5);
    expect(viewedAt([...posts, ...files], first, new Set(['ck/7'])).posts).toHaveLength(3);
  });

  test('shows a single file that is not on the page', () => {
    expect(walkFrom(99)).toEqual([[99], 0]);
  });
});

describe('the preview under the mouse', () => {
  const page = { width: 1200, height: 800 };

  test('is next to its thumbnail, on the side with more space, within the window', () => {
    const left = { left: 20, top: 700, width: 120, height: 90 };
    expect(previewBox(left, { width: 400, height: 300 }, page)).toEqual({
      left: 152,
      top: 488,
      width: 400,
      height: 300,
    });
    const right = { left: 1000, top: 10, width: 120, height: 90 };
    expect(previewBox(right, { width: 400, height: 300 }, page)).toEqual({
      left: 588,
      top: 12,
      width: 400,
      height: 300,
    });
  });

  test('is as large as the space allows', () => {
    const box = previewBox({ left: 20, top: 100, width: 120, height: 120 }, { width: 5000, height: 5000 }, page);
    expect(box).toEqual({ left: 152, top: 12, width: 776, height: 776 });
  });

  test('is left out if it would not be larger than the thumbnail', () => {
    expect(previewBox({ left: 20, top: 0, width: 120, height: 90 }, { width: 130, height: 98 }, page)).toBeNull();
    const phone = { width: 320, height: 640 };
    expect(previewBox({ left: 12, top: 0, width: 160, height: 120 }, { width: 900, height: 700 }, phone)).toBeNull();
  });
});

test('the volume is restored, and full if none is stored', () => {
  expect(parseVolume('0.35')).toEqual({ volume: 0.35, muted: false });
  expect(parseVolume('1 muted')).toEqual({ volume: 1, muted: true });
  for (const text of [null, '', '7', '-1', 'loud']) expect(parseVolume(text)).toEqual({ volume: 1, muted: false });
});
