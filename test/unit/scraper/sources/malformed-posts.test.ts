/** One malformed entry affects neither its thread nor its list. */
import { expect, test } from 'vitest';
import { foolFuuka } from '../../../../scraper/sources/foolfuuka/source.ts';
import { fourChan } from '../../../../scraper/sources/four-chan/source.ts';
import type { ParseResult } from '../../../../scraper/sources/parse-result.ts';
import { pipermail } from '../../../../scraper/sources/pipermail/source.ts';
import { vichan } from '../../../../scraper/sources/vichan/source.ts';
import { archiveThread, PART, READING } from './forms.ts';

const opener = { no: 100, resto: 0, time: 1_600_000_100, com: 'Opener', replies: 1 };
const reply = { no: 101, resto: 100, time: 1_600_000_101, com: 'Reply' };
const odd = { ...reply, no: 102, com: 'Odd' };
const { no: _no, ...numberless } = odd;

const board = { name: 'tea', sourceName: 'tea', url: 'https://site.example', mediaUrl: 'https://site.example' };

function accepted<T>(result: ParseResult<T>) {
  if (!result.ok) throw new Error(result.refusal.detail);
  return result;
}

const read = (source: 'four-chan' | 'vichan', posts: readonly unknown[]) =>
  accepted((source === 'vichan' ? vichan : fourChan).thread.read(JSON.stringify({ posts }), 100));

/** The reason of the refusal, the numbers that count as present, and how many entries have no number. */
const refusedPosts: readonly [string, unknown, string, readonly number[], number][] = [
  ['a post without a number', numberless, 'missing_field', [], 1],
  ['a post with an unreadable number', { ...odd, no: {} }, 'wrong_type', [], 1],
  ['a post whose number has lost digits', { ...odd, no: 2 ** 60 }, 'out_of_range', [], 1],
  ['a post without a time', { ...odd, time: null }, 'missing_field', [102], 0],
  ['a post with a time that is none', { ...odd, time: 'now' }, 'wrong_type', [102], 0],
  ['a post without a thread', { ...odd, resto: null }, 'missing_field', [102], 0],
  ['a post of another thread', { ...odd, resto: 999 }, 'wrong_thread', [102], 0],
  ['a second opener', { ...odd, resto: 0 }, 'wrong_thread', [102], 0],
  ['a number that comes again', { ...reply, com: 'Again' }, 'duplicate_number', [101], 0],
  ["the opener's number again", { ...odd, no: 100 }, 'wrong_thread', [100], 0],
  ['no object', 17, 'wrong_type', [], 1],
  ['null', null, 'wrong_type', [], 1],
];

test.each(['four-chan', 'vichan'] as const)('%s: each malformed post is refused alone', (source) => {
  const found = refusedPosts.map(([what, post]) => {
    const { value, refused } = read(source, [opener, reply, post, { ...reply, no: 103 }]);
    const posts = value.posts.map(({ fields }) => [fields.num, fields.comment]);
    expect([what, posts]).toEqual([
      what,
      [
        [100, 'Opener'],
        [101, 'Reply'],
        [103, 'Reply'],
      ],
    ]);
    expect([what, refused[0]?.content.slice(0, 9)]).toEqual([
      what,
      (JSON.stringify(post) ?? '').slice(0, 9).replace('null', ''),
    ]);
    return [what, refused.map(({ reason }) => reason), value.refused];
  });
  expect(found).toEqual(refusedPosts.map(([what, , reason, nums, others]) => [what, [reason], { nums, others }]));
});

const droppedFields: readonly [Record<string, unknown>, string, Record<string, unknown>][] = [
  [{ w: -1, h: 5 }, 'w', { mediaDimsSrcW: null, mediaDimsSrcH: 5 }],
  [{ md5: 'short' }, 'md5', { mediaHash: null }],
  [{ closed: 'yes' }, 'closed', { closed: null }],
  [{ sticky: 2 }, 'sticky', { sticky: null }],
  [{ replies: -1 }, 'replies', { replies: null }],
  [{ spoiler: 'yes' }, 'spoiler', { spoiler: false }],
  [{ name: 5 }, 'name', { name: null }],
  [{ com: ['a'] }, 'com', { comment: null }],
  [{ fsize: 2 ** 31 }, 'fsize', { mediaSize: null }],
  [{ tn_h: 1.5 }, 'tn_h', { mediaDimsThbH: null }],
  [{ tim: 2 ** 60 }, 'tim', { mediaTime: null }],
  [{ archived_on: 'x' }, 'archived_on', { timeArchived: null }],
  [{ unique_ips: {} }, 'unique_ips', { posters: null }],
  [{ country: 7 }, 'country', { country: null }],
  [{ tag: 2 ** 60 }, 'tag', { extra: null }],
];

test.each(['four-chan', 'vichan'] as const)('%s: an unreadable field is dropped and counted by its name', (source) => {
  for (const [field, name, columns] of droppedFields) {
    const { value, warnings, refused } = read(source, [{ ...opener, ...field }, reply]);
    const [first] = value.posts;
    expect([name, first?.fields]).toEqual([name, expect.objectContaining(columns)]);
    expect([name, warnings.get(`unreadable_field:${name}`), first?.isIncomplete]).toEqual([name, 1, true]);
    expect([refused, value.posts[1]?.isIncomplete]).toEqual([[], undefined]);
  }
});

test('an endlessly nested value is dropped like any unreadable field', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const body = JSON.stringify({
    posts: [
      { ...opener, tag: 'DEEP' },
      { ...numberless, tag: 'DEEP' },
    ],
  }).replaceAll('"DEEP"', deep);
  const { value, warnings, refused } = accepted(fourChan.thread.read(body, 100));
  expect([value.posts.length, value.posts[0]?.fields.extra]).toEqual([1, null]);
  expect([warnings.get('unreadable_field:tag'), refused.length]).toEqual([1, 1]);
});

test.each(['four-chan', 'vichan'] as const)('%s: a time with a fraction is a time', (source) => {
  const { value, warnings } = read(source, [{ ...opener, time: 1_600_000_510.75 }]);
  expect(value.posts[0]?.fields.timePosted).toEqual(new Date(1_600_000_510_000));
  expect([warnings.get('fraction:time'), value.posts[0]?.isIncomplete]).toEqual([1, undefined]);
});

test.each([
  ['malformed', [{ ...opener, time: null }, reply], { nums: [100], others: 0 }, undefined],
  ['without a number', [{ resto: 0, time: 5 }, reply], { nums: [], others: 1 }, undefined],
  ['missing', [reply], undefined, 1],
])('replies are read although their opener is %s', (_what, posts, refused, warning) => {
  const result = read('four-chan', posts);
  expect(result.value).toMatchObject({ num: 100, posts: [{ fields: { num: 101, thread: 100, opener: false } }] });
  expect([result.value.refused, result.warnings.get('thread_without_opener')]).toEqual([refused, warning]);
});

test('a list of threads keeps its readable entries, and a thread whose time cannot be read', () => {
  const pages = [
    {
      threads: [
        { no: 7, last_modified: 9, replies: 3 },
        { last_modified: 8 },
        { no: 6, last_modified: 'x', replies: 4 },
      ],
    },
    { page: 2 },
    { threads: [{ no: 5, last_modified: 7.5, replies: -1 }] },
  ];
  const { value, refused, warnings } = accepted(fourChan.threads.read(JSON.stringify(pages)));
  expect(value).toEqual([
    { num: 7, modified: 9, page: 1, replies: 3 },
    { num: 6, modified: 4, page: 1, replies: 4 },
    { num: 5, modified: 7, page: 3, replies: null },
  ]);
  expect(refused.map(({ detail, content }) => [detail, content])).toEqual([
    ['[1].threads is missing', '{"page":2}'],
    ['[0].threads[1].no is missing', '{"last_modified":8}'],
  ]);
  expect(warnings.get('unreadable_field:last_modified')).toBe(1);
});

test('a catalog leaves out its incomplete threads', () => {
  const threads = [
    { ...opener, last_modified: 60, last_replies: [reply, reply] },
    { ...opener, no: 200, w: -1, last_modified: 60 },
    { ...opener, no: 300, time: null },
    { ...opener, no: 400, last_modified: 60 },
    reply,
  ];
  const { value, refused } = accepted(fourChan.catalog.read(JSON.stringify([{ threads }])));
  expect(value.map(({ num }) => num)).toEqual([400]);
  expect(refused.map(({ reason }) => reason)).toEqual(['duplicate_number', 'missing_field', 'wrong_thread']);
});

test('an archive and a list of boards keep their readable entries', () => {
  const archive = accepted(fourChan.archive.read('[5,"7",0,1.5,9]'));
  expect([archive.value, archive.refused.length]).toEqual([[5, 9], 3]);
  const boards = accepted(fourChan.boards.read('{"boards":[{"board":"po"},{"title":"x"},7]}'));
  expect([boards.value.map(({ name }) => name), boards.refused.length]).toEqual([['po'], 2]);
  const others = accepted(foolFuuka.boards.read('{"archives":{"1":{"shortname":"g"},"2":{"name":"x"}}}'));
  expect([others.value.map(({ name }) => name), others.refused.length]).toEqual([['g'], 1]);
});

const archived = (ofReply: Record<string, unknown>) => JSON.stringify(archiveThread(ofReply));

test.each([
  ['a number', { num: 'x' }, { nums: [], others: 1 }],
  ['a subnumber', { subnum: 'x' }, { nums: [701], others: 0 }],
  ['a time', { timestamp: null }, { nums: [701], others: 0 }],
  ['a thread', { thread_num: '' }, { nums: [701], others: 0 }],
])('a post of another archive without %s is refused alone', (_what, ofReply, refused) => {
  const { value } = accepted(foolFuuka.thread.read(archived(ofReply), 700, board));
  expect(value.posts.map(({ fields }) => fields.num)).toEqual([700, 703]);
  expect(value.refused).toEqual(refused);
});

test.each([
  ['media', { media: 'none' }, { mediaTime: null }],
  ['media_w', { media: { media_orig: '5.png', media_w: 'x' } }, { mediaTime: 5, mediaDimsSrcW: null }],
  ['media_hash', { media: { media_orig: '5.png', media_hash: 'short' } }, { mediaTime: 5, mediaHash: null }],
  ['sticky', { sticky: 'x' }, { sticky: null }],
  ['title', { title: 5 }, { subject: null }],
])('an unreadable %s of another archive is dropped', (name, ofReply, columns) => {
  const { value, warnings } = accepted(foolFuuka.thread.read(archived(ofReply), 700, board));
  expect(value.posts[1]).toMatchObject({ fields: columns, isIncomplete: true });
  expect(warnings.get(`unreadable_field:${name}`)).toBe(1);
});

test('a page of another archive lists its threads although one entry is malformed, and leaves threads with malformed posts for a request', () => {
  const { 700: entry } = archiveThread() as Record<string, { op: object; posts: Record<string, object> }>;
  const page = {
    700: { ...entry, omitted: 0 },
    800: { ...entry, omitted: 0, posts: { 801: { num: 'x' } } },
    900: { op: { timestamp: 'x' }, omitted: 0 },
    x: entry,
    950: 7,
  };
  const { value, refused } = accepted(foolFuuka.history.read(JSON.stringify(page), board));
  expect(value.threads.map(({ num, newest, whole }) => [num, newest === null, whole !== null])).toEqual([
    [900, true, false],
    [800, false, false],
    [700, false, true],
  ]);
  expect(refused.map(({ reason }) => reason)).toEqual(['wrong_type', 'wrong_type']);
});

test('an index of a mailing list keeps its other rows, and names those of unknown months', () => {
  const index = ['2016-June.txt', '2016-Brachet.txt', '2016-May.txt.gz']
    .map((file) => `<a href="${file}">x</a>`)
    .join('');
  const { value, refused } = accepted(pipermail.mail.index.read(index, board));
  expect(value.map(({ month }) => month)).toEqual([201_606, 201_605]);
  expect(refused.map(({ detail }) => detail)).toEqual(['2016-Brachet.txt is of no known month']);
});

const message = (id: string, head: string) =>
  `From a at example.org  Thu Jun  2 10:00:00 2016\nFrom: a at example.org (A)\nDate: Thu, 2 Jun 2016 10:00:00 +0000\nMessage-ID: <${id}@x>\nSubject: S\n${head}\nText of ${id}\n\n`;

test('a message that cannot be parsed is refused alone, without a sample', async () => {
  const endless = `X-Long: ${'y'.repeat(300_000)}\n`;
  const body = Buffer.from(message('one', '') + message('two', endless) + message('three', ''));
  const { value, refused } = accepted(await pipermail.mail.readPart(body, PART, READING));
  expect(value.map(({ key }) => key)).toEqual(['one@x', 'three@x']);
  expect(refused).toEqual([
    { reason: 'wrong_type', detail: expect.stringMatching(/^message 2 cannot be read: /) as unknown, content: '' },
  ]);
});
