import { expect, test } from 'vitest';
import type { PostObservation } from '../../../../mappings/post.ts';
import { vichan } from '../../../../scraper/sources/vichan/source.ts';

const THREAD = 700;
const MD5 = 'AAECAwQFBgcICQoLDA0ODw==';

function read(post: Record<string, unknown>): PostObservation {
  const body = JSON.stringify({ posts: [{ no: THREAD, resto: 0, time: 1_400_000_000, ...post }] });
  const result = vichan.thread.read(body, THREAD);
  const [first] = result.ok ? result.value.posts : [];
  if (first === undefined) throw new Error(JSON.stringify(result));
  return first;
}

test.each([
  ['a name as text', '1563642402862-0', 1_563_642_402_862, '1563642402862-0'],
  ['digits as text', '1563642402862', 1_563_642_402_862, undefined],
  ['a number', 1_563_642_402_862, 1_563_642_402_862, undefined],
  ['a number of microseconds as text', '1563642402862123', 1_563_642_402_862_123, undefined],
  ['digits that begin with 0', '0563642402862', 563_642_402_862, '0563642402862'],
  ['a name that is no time', 'f00dfeed', null, 'f00dfeed'],
  ['a hash', 'a3f5'.repeat(16), null, 'a3f5'.repeat(16)],
])('a file with the source name %s keeps it', (_form, tim, mediaTime, kept) => {
  const { fields } = read({ tim, ext: '.PDF', filename: 'learn', md5: MD5, fsize: '747013', w: '200', h: 200 });
  expect(fields).toMatchObject({
    mediaTime,
    mediaType: 'pdf',
    mediaName: 'learn',
    mediaSize: 747_013,
    mediaDimsSrcW: 200,
  });
  expect(fields.extra?.['tim']).toBe(kept);
});

test('embedded media are kept in extra', () => {
  const extra = { embed: '<iframe src="https://video.example/1"></iframe>' };
  expect(read(extra).fields.extra).toEqual(extra);
});

test('additional files are listed with their places, without those that the site deleted', () => {
  const second = { tim: '1464948060456-1', ext: '.JPG', filename: 'a &amp; b', md5: MD5, fsize: '9', w: 3, spoiler: 1 };
  const { fields, extraFiles } = read({
    extra_files: [second, { ext: 'deleted' }, { ...second, tim: 7, new_field: 'x' }],
  });
  expect(fields.extra).toBeNull();
  const file = { mediaName: 'a &amp; b', mediaType: 'jpg', mediaSize: 9, mediaDimsSrcW: 3, spoiler: true };
  expect(extraFiles).toMatchObject([
    { ...file, place: 1, mediaTime: 1_464_948_060_456, extra: { tim: '1464948060456-1' } },
    { ...file, place: 3, mediaTime: 7, extra: { new_field: 'x' } },
  ]);
  expect(read({}).extraFiles).toBeUndefined();
  expect(read({ extra_files: [{ ext: 'deleted' }] }).extraFiles).toEqual([]);
});

test.each([
  ['no list', 'x', undefined],
  ['an entry that is no object', [null], [{ place: 1, isIncomplete: true }]],
  ['an unreadable field', [{ tim: '1-1', w: 'wide' }], [{ place: 1, mediaDimsSrcW: null, isIncomplete: true }]],
])('of additional files with %s the rest is read', (_what, files, expected) => {
  const { isIncomplete, extraFiles } = read({ extra_files: files });
  if (expected === undefined) expect([isIncomplete, extraFiles]).toEqual([true, undefined]);
  else expect(extraFiles).toMatchObject(expected);
});

test('a locked thread is closed, and cycles or not as stated', () => {
  expect(read({ locked: 1, sticky: '0', cyclical: '1' }).fields).toMatchObject({
    closed: true,
    sticky: false,
    extra: { cyclical: '1' },
  });
});

test.each([
  [
    'what the site escapes',
    { name: 'Tom &amp; Jerry', sub: 'R&amp;D &lt;b&gt;' },
    { name: 'Tom & Jerry', subject: 'R&D <b>' },
  ],
  ['quotes, which some versions escape', { sub: '&quot;a&quot; &#039;b&#039;' }, { subject: '"a" \'b\'' }],
  ['an address', { email: 'a&amp;b@example.org' }, { email: 'a&b@example.org' }],
  ['a staff word', { capcode: 'R&amp;D' }, { capcode: 'R', extra: { capcode: 'R&D' } }],
  ['an entity that somebody wrote', { sub: '&amp;copy;' }, { subject: '&copy;' }],
  [
    'a text of a site that does not escape',
    { sub: '<3', name: 'Q&A &amp; you' },
    { subject: '<3', name: 'Q&A &amp; you' },
  ],
  ['a file name, which is not escaped', { filename: 'a &amp; b', ext: '.png', tim: 5 }, { mediaName: 'a &amp; b' }],
  ['a tripcode, which is not escaped', { trip: '!a&amp;b' }, { tripcode: '!a&amp;b' }],
])('%s is unescaped once, and nothing else is', (_what, sent, columns) => {
  const { fields } = read(sent);
  expect(fields).toMatchObject(columns);
  expect(fields.extra?.['unescaped']).toBeUndefined();
});

test('a text that still looks escaped is marked, so that it is never unescaped again', () => {
  expect(read({ sub: 'Use &amp;amp;' }).fields).toMatchObject({ subject: 'Use &amp;', extra: { unescaped: true } });
});

test('a deleted file is marked as deleted, by its placeholder name', () => {
  const { fileDeleted, fields } = read({ tim: '', ext: 'deleted', filename: 'kettle' });
  expect([fileDeleted, fields.mediaName, fields.mediaType, fields.mediaTime]).toEqual([true, null, null, null]);
});

test('staff words are recognized in any letter case', () => {
  expect(read({ capcode: 'Admin' }).fields).toMatchObject({ capcode: 'A', extra: null });
});

test('threads, pages and catalogs are read like 4chan’s, with pages numbered from the first', () => {
  const list = vichan.threads.read(
    '[{"threads":[{"no":5,"last_modified":9}],"page":0},{"threads":[{"no":3,"last_modified":7}],"page":1}]',
  );
  expect(list.ok && list.value).toEqual([
    { num: 5, modified: 9, page: 1, replies: null },
    { num: 3, modified: 7, page: 2, replies: null },
  ]);
  const catalog = vichan.catalog.read(
    '[{"threads":[{"no":5,"resto":0,"time":1,"replies":4,"last_modified":9,"locked":"1"}],"page":0}]',
  );
  expect(catalog.ok && catalog.value).toMatchObject([
    { num: 5, page: 1, replies: 4, opener: { fields: { closed: true } } },
  ]);
});
