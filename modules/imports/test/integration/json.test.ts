/** Threads that any scraper saved as 4chan's API sent them. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { JsonReport } from '../../json/report.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { sagasu } from '../../../../test/integration/cli/harness.ts';
import { readPosts } from '../support/stored.ts';

const world = useWorld();

const post = (no: number, resto: number, com: string, rest: object = {}) => ({
  no,
  resto,
  now: '',
  time: 1_425_394_800 + no,
  name: 'Anonymous',
  com,
  ...rest,
});
const thread = (...posts: readonly object[]) => JSON.stringify({ posts });

async function folderOf(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sagasu-threads-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, dirname(name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

async function run(...args: readonly string[]): Promise<{ readonly code: number | null; readonly report: JsonReport }> {
  const { code, stdout, stderr } = await sagasu(world(), 'import', 'json', '--json', ...args);
  expect(stderr).toBe('');
  return { code, report: JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as JsonReport };
}

const FIRST = thread(post(1, 0, 'opener', { sub: 'Tea' }), post(2, 1, 'a <s>spoiler</s>'), post(3, 1, 'deleted later'));

test('threads of several layouts are imported once, and copies of one thread are merged', async () => {
  const folder = await folderOf({
    '2014/g/thread/1.json': FIRST,
    // A later copy without the post 3.
    '2015/g/1.json.gz': gzipSync(
      thread(post(1, 0, 'opener', { sub: 'Tea', closed: 1 }), post(2, 1, 'edited'), post(4, 1, 'new')),
    ),
    'ck/10/10.json': thread(post(10, 0, 'bread')),
    'g/catalog.json': JSON.stringify([{ page: 1, threads: [] }]),
    'g/11-tail.json': thread({ no: 11, tail_id: 1 }, post(12, 11, 'the newest')),
    'g/13.json': '{"posts":[',
    'g/14.json.gz': gzipSync(thread(post(14, 0, 'x'.repeat(5000)))).subarray(0, 40),
    'g/15.json': thread(post(15, 0, 'fine'), { no: 'x' }),
    'notes.txt': 'no thread',
  });
  const dry = await run('--dry-run', folder);
  expect(await readPosts(world().pool)).toEqual([]);
  const { code, report } = await run(folder);
  expect(dry.report.boards.map(({ read }) => read)).toEqual(report.boards.map(({ read }) => read));
  expect(code).toBe(1);
  expect(report).toMatchObject({
    files: 8,
    boards: [
      { board: 'ck', threads: 1, read: 1, imported: 1 },
      {
        board: 'g',
        threads: 2,
        read: 8,
        imported: 5,
        unchanged: 0,
        skipped: { 'in a later copy': 2 },
        refused: { wrong_type: 1 },
      },
    ],
    skipped_files: { 'no thread': 1, 'newest posts of a thread only': 1 },
    refused_files: { unreadable: 2 },
  });
  const stored = await readPosts(world().pool);
  expect((await run(folder)).report.boards.map(({ imported }) => imported)).toEqual([0, 0]);
  expect(await readPosts(world().pool)).toEqual(stored);
  expect(stored.map(({ board, num, comment }) => [board, num, comment])).toEqual([
    ['ck', 10, 'bread'],
    ['g', 1, 'opener'],
    ['g', 2, 'edited'],
    ['g', 3, 'deleted later'],
    ['g', 4, 'new'],
    ['g', 15, 'fine'],
  ]);
  expect(stored.find(({ num }) => num === 1)).toMatchObject({ subject: 'Tea', utc: 1_425_394_801, opener: true });
});

test('harvested posts keep their values, and a folder without a board needs one', async () => {
  const { pool } = world();
  await pool.query(`update posts set extra = null, comment = 'as harvested' where num = 2`);
  const folder = await folderOf({ '1.json': FIRST });
  const without = await sagasu(world(), 'import', 'json', folder);
  expect([without.code, without.stderr]).toEqual([1, expect.stringContaining('say it with --board')]);
  const { code, report } = await run(folder, '--board', 'g');
  expect([code, report.boards[0]?.refused]).toEqual([0, {}]);
  expect((await readPosts(pool)).find(({ num }) => num === 2)?.comment).toBe('as harvested');
  const rows = await readPosts(pool);
  expect((await run(folder, '--board', 'g')).report.boards[0]).toMatchObject({ read: 3, imported: 0, unchanged: 3 });
  expect(await readPosts(pool)).toEqual(rows);
});

test('a text that is too long is cut, counted and reported', async () => {
  const folder = await folderOf({
    'long/1.json': thread(post(1, 0, 'ab'.repeat(4_000_000), { sub: 's'.repeat(80_000) }), post(2, 1, 'short')),
  });
  const { code, report } = await run(folder);
  expect([code, report.boards]).toMatchObject([0, [{ board: 'long', read: 2, imported: 2, shortened_texts: 2 }]]);
  const { rows } = await world().pool.query<{ comment: number; subject: number; extra: object }>(
    `select length(comment) as comment, length(subject) as subject, extra from posts p
     join boards b on b.id = p.board_id where b.name = 'long' and num = 1`,
  );
  expect(rows).toMatchObject([
    { comment: 1_000_000, subject: 1_000, extra: { shortened: { comment: 8_000_000, subject: 80_000 } } },
  ]);
  expect((await run(folder)).report.boards).toMatchObject([{ imported: 0, unchanged: 2 }]);
});

test('a malformed post is refused alone, and an unreadable field keeps the value of an earlier copy', async () => {
  const folder = await folderOf({
    '2014/tea/1.json': thread(post(1, 0, 'opener', { sub: 'Tea', closed: 1 }), post(2, 1, 'reply', { email: 'sage' })),
    '2015/tea/1.json': thread(
      post(1, 0, 'opener', { sub: 5, closed: 'yes', w: -1 }),
      post(2, 1, 'reply', { email: [] }),
      post(3, 1, 'no time', { time: null }),
      post(4, 9, 'of another thread'),
      { resto: 1, com: 'no number' },
      post(5, 1, 'good'),
    ),
    'tea/20.json': thread(post(20, 0, 'opener', { time: null }), post(21, 20, 'its opener is malformed')),
  });
  const { code, report } = await run(folder);
  expect([code, report.refused_files]).toEqual([1, {}]);
  expect(report.boards[0]).toMatchObject({
    read: 10,
    imported: 4,
    skipped: { 'in a later copy': 2 },
    refused: { missing_field: 3, wrong_thread: 1 },
    unreadable_fields: { sub: 1, closed: 1, w: 1, email: 1 },
  });
  expect(report.refused_samples).toContain('2015/tea/1.json: posts[2].time is missing');
  const stored = (await readPosts(world().pool)).filter(({ board }) => board === 'tea');
  expect(stored.map(({ num, subject, email }) => [num, subject, email])).toEqual([
    [1, 'Tea', null],
    [2, null, 'sage'],
    [5, null, null],
    [21, null, null],
  ]);
});
