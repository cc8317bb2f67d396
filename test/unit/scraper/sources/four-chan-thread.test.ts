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
  ['nesting without end', `{"posts":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'wrong_type'],
  ['a post number past 2^53', '{"posts":[{"no":9007199254740992,"resto":0,"time":1}]}', 'out_of_range'],
  ['another thread', JSON.stringify({ posts: [{ ...opener, no: 12 }] }), 'wrong_thread'],
  [
    'replies to another thread only',
    JSON.stringify({
      posts: [
        { ...opener, no: 12 },
        { ...reply, no: 13, resto: 12 },
      ],
    }),
    'wrong_thread',
  ],
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
];

const malformed = fields.map(([field, reason]): [string, string, string] => [
  `one post, whose ${inspect(field)} it needs`,
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

test('a sample is short and storable', () => {
  const result = fourChan.thread.read(`\0\uD800${'x'.repeat(100_000)}`, 10);
  const sample = result.ok ? '' : result.refusal.sample;
  expect(sample.length).toBeLessThan(3_000);
  expect(sample).not.toContain('\0');
  expect(sample.isWellFormed()).toBe(true);
});

test('a missing reply count stays missing', () => {
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
  [
    'a thread without a time, for which its replies count',
    '[{"threads":[{"no":8,"replies":3}]}]',
    [{ num: 8, modified: 3 }],
  ],
  ['a thread with a number as text', '[{"threads":[{"no":"8","last_modified":8}]}]', 'wrong_type'],
];

test.each(lists)('a list of threads: %s', (_name, body, expected) => {
  const result = fourChan.threads.read(body);
  if (typeof expected === 'string') expect(result).toMatchObject({ ok: false, refusal: { reason: expected } });
  else expect(result).toMatchObject({ ok: true, value: expected });
});
