import { expect, test } from 'vitest';
import { fourChan } from '../../../../scraper/sources/four-chan/source.ts';

const opener = { no: 100, resto: 0, time: 50, last_modified: 60, replies: 3, com: 'Which?', omitted_posts: 2 };
const reply = (no: number) => ({ no, resto: 100, time: no, com: `reply ${no}` });

test('a list of threads has the page and the reply count of each', () => {
  const list = [
    {
      page: 1,
      threads: [
        { no: 5, last_modified: 9, replies: 2 },
        { no: 4, last_modified: 8 },
      ],
    },
    {
      page: 2,
      threads: [
        { no: 5, last_modified: 7, replies: 2 },
        { no: 3, last_modified: 6, replies: 0 },
      ],
    },
  ];
  const result = fourChan.threads.read(JSON.stringify(list));
  expect(result.ok && result.value).toEqual([
    { num: 5, modified: 9, page: 2, replies: 2 },
    { num: 4, modified: 8, page: 1, replies: null },
    { num: 3, modified: 6, page: 2, replies: 0 },
  ]);
});

test('a catalog has the same openers and newest replies as the threads', () => {
  const catalog = [{ page: 1, threads: [{ ...opener, last_replies: [reply(102), reply(103)] }] }];
  const result = fourChan.catalog.read(JSON.stringify(catalog));
  expect(result.ok && result.value).toMatchObject([
    {
      num: 100,
      modified: 60,
      page: 1,
      replies: 3,
      opener: { fields: { num: 100, opener: true, comment: 'Which?', replies: 3, extra: null } },
      lastReplies: [{ fields: { num: 102, thread: 100 } }, { fields: { num: 103, thread: 100 } }],
    },
  ]);
});

const at = (last_modified: number) => [{ ...opener, last_modified, com: `at ${last_modified}` }];

test('if a catalog has two entries of a thread, the newer one counts', () => {
  const result = fourChan.catalog.read(JSON.stringify([{ threads: at(70) }, { threads: at(60) }]));
  expect(result.ok && result.value.map(({ modified, page }) => [modified, page])).toEqual([[70, 1]]);
});

test.each([
  ['a reply of another thread', [{ ...opener, last_replies: [{ ...reply(102), resto: 7 }] }], 'wrong_thread'],
  ['a reply in the place of an opener', [reply(102)], 'wrong_thread'],
  ['a malformed reply', [{ ...opener, last_replies: [{ no: 'x' }] }], 'wrong_type'],
])('a catalog with nothing but %s is refused', (_what, threads, reason) => {
  const result = fourChan.catalog.read(JSON.stringify([{ page: 1, threads }]));
  expect(!result.ok && result.refusal.reason).toBe(reason);
});

test('an archive is a list of numbers, and anything else is refused', () => {
  const result = fourChan.archive.read('[5,7,1234567890123]');
  expect(result.ok && result.value).toEqual([5, 7, 1_234_567_890_123]);
  for (const body of ['["7"]', '[0]', '[1.5]', '[-1]', '[9007199254740993]', '{}']) {
    expect([body, fourChan.archive.read(body).ok]).toEqual([body, false]);
  }
});

test('boards have titles and a work-safety flag', () => {
  const boards = {
    boards: [
      { board: 'po', title: 'Papercraft', ws_board: 1 },
      { board: 'b', title: 'Random', ws_board: 0 },
      { board: 'x' },
    ],
  };
  const result = fourChan.boards.read(JSON.stringify(boards));
  expect(result.ok && result.value).toEqual([
    { name: 'po', title: 'Papercraft', worksafe: true },
    { name: 'b', title: 'Random', worksafe: false },
    { name: 'x', title: 'x', worksafe: null },
  ]);
});
