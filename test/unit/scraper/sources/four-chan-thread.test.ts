import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { fourChan } from '../../../../scraper/sources/four-chan/source.ts';

const opener = { no: 10, resto: 0, time: 1_400_000_000 };
const reply = { no: 11, resto: 10, time: 1_400_000_001 };

const documents: readonly [string, string, string][] = [
  ['nothing', '', 'not_json'],
  ['half a document', '{"posts":[{"no":10,', 'not_json'],
  ['a page in place of JSON', '\n<!DOCTYPE html><title>One moment</title>', 'html'],
  ['a list', '[]', 'wrong_type'],
  ['null', 'null', 'wrong_type'],
  ['no posts', '{}', 'missing_field'],
  ['an empty thread', '{"posts":[]}', 'empty'],
  ['posts that are no list', '{"posts":{"0":{}}}', 'wrong_type'],
  ['a post that is none', '{"posts":[17]}', 'wrong_type'],
  ['nesting without end', `{"posts":${'['.repeat(100)}${']'.repeat(100)}}`, 'too_deep'],
  ['a number that has lost digits', '{"posts":[{"no":10,"resto":0,"time":1,"tag":9007199254740993}]}', 'out_of_range'],
  ['a number past everything', '{"posts":[{"no":10,"resto":0,"time":1,"tag":1e999}]}', 'out_of_range'],
  ['a post number past 2^53', '{"posts":[{"no":9007199254740992,"resto":0,"time":1}]}', 'out_of_range'],
  ['no opener', JSON.stringify({ posts: [reply] }), 'wrong_thread'],
  ['two openers', JSON.stringify({ posts: [opener, { ...opener, no: 11 }] }), 'wrong_thread'],
  ['another thread', JSON.stringify({ posts: [{ ...opener, no: 12 }] }), 'wrong_thread'],
  ['a reply to another thread', JSON.stringify({ posts: [opener, { ...reply, resto: 9 }] }), 'wrong_thread'],
  ['a number twice', JSON.stringify({ posts: [opener, reply, reply] }), 'duplicate_number'],
  ["the opener's number again", JSON.stringify({ posts: [opener, { ...reply, no: 10 }] }), 'duplicate_number'],
];

const fields: readonly [Record<string, unknown>, string][] = [
  [{ no: undefined }, 'missing_field'],
  [{ no: '10' }, 'wrong_type'],
  [{ no: 10.5 }, 'wrong_type'],
  [{ no: 0 }, 'out_of_range'],
  [{ no: -1 }, 'out_of_range'],
  [{ resto: undefined }, 'missing_field'],
  [{ time: undefined }, 'missing_field'],
  [{ time: 'now' }, 'wrong_type'],
  [{ time: 300_000_000_000 }, 'out_of_range'],
  [{ name: 5 }, 'wrong_type'],
  [{ com: ['a'] }, 'wrong_type'],
  [{ w: '800' }, 'wrong_type'],
  [{ fsize: 2 ** 31 }, 'out_of_range'],
  [{ tn_h: -1 }, 'out_of_range'],
  [{ md5: 'short' }, 'out_of_range'],
  [{ spoiler: 'yes' }, 'wrong_type'],
  [{ sticky: 2 }, 'wrong_type'],
  [{ replies: null, unique_ips: {} }, 'wrong_type'],
];

const malformed = fields.map(([field, reason]): [string, string, string] => [
  `its opener's ${inspect(field)}`,
  JSON.stringify({ posts: [{ ...opener, ...field }] }),
  reason,
]);

test.each([...documents, ...malformed])(
  'a thread with %s is refused, with a reason and a sample',
  (_name, body, reason) => {
    const result = fourChan.thread.read(body, 10);
    expect(result).toMatchObject({ ok: false, refusal: { reason } });
    if (result.ok) return;
    expect(result.refusal.detail).not.toBe('');
    expect(result.refusal.sample).toContain(result.refusal.detail);
  },
);

test('a refusal says where it is wrong', () => {
  const result = fourChan.thread.read(JSON.stringify({ posts: [opener, { ...reply, w: '800' }] }), 10);
  expect(result).toMatchObject({ refusal: { detail: 'posts[1].w must be a whole number, not "800"' } });
});

test('a sample is short, and can be stored', () => {
  const result = fourChan.thread.read(`\0\uD800${'x'.repeat(100_000)}`, 10);
  const sample = result.ok ? '' : result.refusal.sample;
  expect(sample.length).toBeLessThan(3_000);
  expect(sample).not.toContain('\0');
  expect(sample.isWellFormed()).toBe(true);
});

test("no number of replies is made up where the source doesn't say", () => {
  const result = fourChan.thread.read(JSON.stringify({ posts: [opener, reply, { ...reply, no: 12 }] }), 10);
  expect(result.ok && result.value.posts[0]?.fields.replies).toBeNull();
});

const lists: readonly [string, string, string | readonly { num: number; modified: number }[]][] = [
  ['an empty list', '[]', []],
  ['an empty page', '[{"page":1,"threads":[]}]', []],
  [
    'two pages, with fields of no interest',
    '[{"page":1,"threads":[{"no":7,"last_modified":9,"replies":3}]},{"page":2,"threads":[{"no":5,"last_modified":8}]}]',
    [
      { num: 7, modified: 9 },
      { num: 5, modified: 8 },
    ],
  ],
  [
    'a thread on two pages',
    '[{"page":1,"threads":[{"no":7,"last_modified":8}]},{"page":2,"threads":[{"no":7,"last_modified":9}]}]',
    [{ num: 7, modified: 9 }],
  ],
  ['a page in place of JSON', '<html>', 'html'],
  ['an object', '{}', 'wrong_type'],
  ['a page without threads', '[{"page":1}]', 'missing_field'],
  ['a thread without a number', '[{"threads":[{"last_modified":8}]}]', 'missing_field'],
  ['a thread without a time', '[{"threads":[{"no":8}]}]', 'missing_field'],
  ['a thread with a number as text', '[{"threads":[{"no":"8","last_modified":8}]}]', 'wrong_type'],
];

test.each(lists)('a list of threads: %s', (_name, body, expected) => {
  const result = fourChan.threads.read(body);
  if (typeof expected === 'string') expect(result).toMatchObject({ ok: false, refusal: { reason: expected } });
  else expect(result).toMatchObject({ ok: true, value: expected });
});
