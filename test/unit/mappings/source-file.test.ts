import { expect, test } from 'vitest';
import { sourceFileName, type SourceFile } from '../../../mappings/source-file.ts';
import { mediaSourceAddresses, type SourceKind } from '../../../mappings/sources.ts';

const HASH = 'a3f5'.repeat(16);
const fileOf = (file: Partial<SourceFile>): SourceFile => ({ mediaTime: null, mediaType: 'jpg', extra: null, ...file });
const boardOf = (source: SourceKind) => ({ source, name: 'b', mediaUrl: 'http://i.example' });

test.each<[string, Partial<SourceFile>, string | null]>([
  ['a number', { mediaTime: 1_600_001_001_000 }, '1600001001000'],
  ['a number with a suffix', { mediaTime: 1_600_001_001_000, extra: { tim: '1600001001000-0' } }, '1600001001000-0'],
  ['a hash', { extra: { tim: HASH } }, HASH],
  ['nothing', {}, null],
  ['what is no name', { mediaTime: 5, extra: { tim: { file: 'x' } } }, '5'],
  ['an endless text', { mediaTime: 5, extra: { tim: 'x'.repeat(1_000) } }, '5'],
  ['half of a character', { mediaTime: 5, extra: { tim: 'x\ud800' } }, '5'],
])('a file that the source names by %s has that name', (_what, file, name) => {
  expect(sourceFileName(fileOf(file))).toBe(name);
});

const whole = (paths: readonly string[]) =>
  paths.map((path) => `http://i.example${path.startsWith('/') ? '' : '/b/'}${path}`);

test.each<[SourceKind, Partial<SourceFile>, string[], string[]]>([
  ['4chan', { mediaTime: 12 }, ['12.jpg'], ['12s.jpg']],
  ['4chan', { mediaTime: 12, extra: { tim: '12-0' } }, ['12-0.jpg'], ['12-0s.jpg']],
  [
    'vichan',
    { mediaTime: 12, extra: { tim: '12-0' } },
    ['src/12-0.jpg'],
    ['png', 'jpg', 'webp'].map((type) => `thumb/12-0.${type}`),
  ],
  [
    'vichan',
    { mediaType: 'webm', extra: { tim: HASH } },
    [`src/${HASH}.webm`],
    ['png', 'jpg', 'webp', 'webm'].map((type) => `thumb/${HASH}.${type}`),
  ],
  [
    'vichan',
    { mediaTime: 12, mediaType: 'mp4', extra: { thumb_ext: '.gif' } },
    ['src/12.mp4'],
    ['gif', 'png', 'jpg', 'webp', 'mp4'].map((type) => `thumb/12.${type}`),
  ],
  [
    'vichan',
    { extra: { tim: '../a b' } },
    ['src/..%2Fa%20b.jpg'],
    ['png', 'jpg', 'webp'].map((type) => `thumb/..%2Fa%20b.${type}`),
  ],
  [
    'vichan',
    { mediaType: 'gif', extra: { tim: HASH, fpath: 1 } },
    [`/file_store/${HASH}.gif`],
    ['gif', 'png', 'jpg', 'webp'].map((type) => `/file_store/thumb/${HASH}.${type}`),
  ],
  [
    'vichan',
    { mediaType: 'webm', extra: { tim: HASH, fpath: '1' } },
    [`/file_store/${HASH}.webm`],
    ['jpg', 'png', 'webp', 'webm'].map((type) => `/file_store/thumb/${HASH}.${type}`),
  ],
  [
    'vichan',
    { mediaTime: 12, mediaType: 'png', extra: { fpath: 0, thumb_ext: 'jpg' } },
    ['src/12.png'],
    ['jpg', 'png', 'webp'].map((type) => `thumb/12.${type}`),
  ],
  [
    'foolfuuka',
    { mediaTime: 1_600_001_001_000 },
    ['image/1600/00/1600001001000.jpg'],
    ['thumb/1600/00/1600001001000s.jpg'],
  ],
  [
    'foolfuuka',
    { mediaTime: 1_600_001_001_000, extra: { media: '1500001001000.jpg' } },
    ['image/1500/00/1500001001000.jpg', 'image/1600/00/1600001001000.jpg'],
    ['thumb/1500/00/1500001001000s.jpg', 'thumb/1600/00/1600001001000s.jpg'],
  ],
  ['vichan', { mediaTime: 12, mediaType: null }, [], []],
  ['pipermail', { mediaTime: 12 }, [], []],
])('%s may have a file at these addresses, the likeliest first: %j', (source, file, files, thumbs) => {
  expect(mediaSourceAddresses(boardOf(source), fileOf(file), 'file')).toEqual(whole(files));
  expect(mediaSourceAddresses(boardOf(source), fileOf(file), 'thumb')).toEqual(whole(thumbs));
});
