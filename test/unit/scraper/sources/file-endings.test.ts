import { expect, test } from 'vitest';
import { checkLine } from '../../../../archive-export/check-line.ts';
import { JsonFields } from '../../../../scraper/sources/json-fields.ts';
import { ParseWarnings } from '../../../../scraper/sources/parse-result.ts';

const ending = (ext: unknown) => new JsonFields({ ext }, 'posts[0]', new ParseWarnings()).ending('ext');
const TIME = '2026-01-01T00:00:00+00:00';
const POST = {
  num: 7,
  subnum: 0,
  thread: 7,
  opener: true,
  time_posted: TIME,
  time_modified: TIME,
  spoiler: false,
  hidden: false,
};
const faultOf = (mediaType: unknown) => checkLine('posts', JSON.stringify({ ...POST, media_type: mediaType })).fault;

test.each([
  ['.png', 'png'],
  ['webm', 'webm'],
  ['.JPEG', 'jpeg'],
  ['.7z', '7z'],
  ['', null],
  [null, null],
])('%j is the ending %j', (ext, expected) => {
  expect(ending(ext)).toBe(expected);
});

const NO_ENDINGS = [
  './../../../outside/private.png',
  '..',
  '.a/b',
  '.a\\b',
  '.a b',
  '.a?b',
  '.%2e',
  '.<b>',
  `.${'a'.repeat(17)}`,
  7,
];

test.each(NO_ENDINGS)('%j of a source is dropped', (ext) => {
  expect(ending(ext)).toBeNull();
});

test.each(NO_ENDINGS)('%j in a line of an export is refused', (mediaType) => {
  expect(faultOf(mediaType)).toMatch(/media_type/);
  expect(faultOf('png')).toBeUndefined();
});
