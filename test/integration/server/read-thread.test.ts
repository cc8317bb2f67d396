/** A thread is read again exactly when its rows have changed, and its ETag belongs to the rows that were printed. */
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Board } from '../../../mappings/board.ts';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { listBoards } from '../../../store/boards/boards.ts';
import { ThreadReader, type ThreadFormat } from '../../../server/threads/read-thread.ts';
import { useWorld } from '../../support/world.ts';
import { givenArchive, type GivenArchive } from './given-archive.ts';
import { loginUrl } from '../../support/logins.ts';

const world = useWorld();
let archive: GivenArchive;
let pool: pg.Pool;
let board: Board;
let reader: ThreadReader;
let printed = 0;

/** Prints each post's position in the thread and its comment. */
const format: ThreadFormat = {
  name: 'test',
  version: '1',
  print: ({ rows }) => {
    printed += 1;
    return rows
      .map(({ board: name, num, subnum, comment }) => `${name} ${Number(num) - thread}_${subnum} ${comment}`)
      .join('\n');
  },
};

beforeAll(async () => {
  archive = givenArchive(world());
  await archive.board('g');
  pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
  [board] = (await listBoards(pool)) as [Board];
});

afterAll(async () => pool.end());

let thread = 0;

/** An opener, three replies and a ghost post after the first of them. */
beforeEach(async () => {
  reader = new ThreadReader(pool);
  printed = 0;
  thread += 100;
  await archive.store('g', [
    { num: thread, thread, opener: true, comment: 'opens it' },
    ...[1, 2, 3].map((reply) => ({ num: thread + reply, thread, comment: `reply ${reply}` })),
    { num: thread + 1, subnum: 1, thread, comment: 'a ghost' },
  ]);
});

const hide = async (num: number, hidden: boolean) =>
  world().pool.query('update posts set hidden = $2 where num = $1 and subnum = 0', [num, hidden]);

const read = async (num = thread) => {
  const found = await reader.read(board, num, format);
  return found === null ? null : { ...found, lines: String(found.body).split('\n') };
};

const WHOLE = ['g 0_0 opens it', 'g 1_0 reply 1', 'g 1_1 a ghost', 'g 2_0 reply 2', 'g 3_0 reply 3'];

test('an unchanged thread is printed once, and its ETag spares even the cached body', async () => {
  const first = await read();
  expect(first?.lines).toEqual(WHOLE);
  const second = await read();
  expect(second?.body).toBe(first?.body);
  expect(printed).toBe(1);
  expect(await reader.read(board, thread, format, first?.etag)).toMatchObject({ etag: first?.etag, body: null });
  // Another server, which has printed nothing yet, computes the same ETag.
  expect(await new ThreadReader(pool).read(board, thread, format, first?.etag)).toMatchObject({ body: null });
});

test('edited, new and ghost posts appear in their positions', async () => {
  const before = await read();
  await archive.store('g', [
    { num: thread + 2, thread, comment: 'edited' },
    { num: thread + 4, thread, comment: 'new' },
    { num: thread + 1, subnum: 2, thread, comment: 'another ghost' },
  ]);
  const after = await read();
  expect(after?.lines).toEqual([
    ...WHOLE.slice(0, 3),
    'g 1_2 another ghost',
    'g 2_0 edited',
    'g 3_0 reply 3',
    'g 4_0 new',
  ]);
  expect(after?.etag).not.toBe(before?.etag);
});

test('a post that is hidden directly in the table, without a new rev, is missing from the next answer and returns with its old ETag', async () => {
  const before = await read();
  await hide(thread + 2, true);
  const without = await read();
  expect(without?.lines).not.toContain('g 2_0 reply 2');
  expect(without?.etag).not.toBe(before?.etag);
  await hide(thread + 2, false);
  expect(await read()).toMatchObject({ etag: before?.etag, lines: WHOLE });
});

test('a post that moves to another thread leaves this one', async () => {
  await read();
  await world().pool.query('update posts set thread = 1, rev = rev + 1 where num = $1 and subnum = 0', [thread + 3]);
  expect((await read())?.lines).toEqual(WHOLE.slice(0, 4));
});

test('a change is seen although its rev is below the highest of the thread, as a slow writer leaves it', async () => {
  const raise = `update posts set rev = rev + $2 where num = $1 and subnum = 0`;
  await world().pool.query(raise, [thread + 3, 1_000_000]);
  await read();
  await world().pool.query(`update posts set comment = 'committed late', rev = rev + 500 where num = $1`, [thread + 2]);
  expect((await read())?.lines).toContain('g 2_0 committed late');
});

test('requests that arrive during a query for the state share the next one, and see a change before it', async () => {
  const etag = (await read())?.etag ?? '';
  const counting = Object.create(pool) as pg.Pool;
  let queries = 0;
  const release = Promise.withResolvers<void>();
  Object.assign(counting, {
    query: async (config: pg.QueryConfig) => {
      const answer = await pool.query(config);
      // Posts are counted after the answer, so later hides are not included.
      if (config.text.includes('max(rev)') && queries++ === 0) await release.promise;
      return answer;
    },
  });
  reader = new ThreadReader(counting);
  const first = reader.read(board, thread, format, etag);
  await expect.poll(() => queries).toBe(1);
  await hide(thread + 2, true);
  const later = [1, 2, 3].map(async () => reader.read(board, thread, format, etag));
  release.resolve();
  expect((await first)?.body).toBeNull();
  for (const answer of later) expect(String((await answer)?.body)).not.toContain('reply 2');
  expect(queries).toBe(2);
});

test('a failed query fails its own request only', async () => {
  const failing = Object.create(pool) as pg.Pool;
  const queries: string[] = [];
  Object.assign(failing, {
    query: async (config: pg.QueryConfig) => {
      if (queries.push(config.text) === 1) throw new Error('connection lost');
      return pool.query(config);
    },
  });
  reader = new ThreadReader(failing);
  const [first, second] = [reader.read(board, thread, format), read()];
  await expect(first).rejects.toThrow('connection lost');
  expect((await second)?.lines).toEqual(WHOLE);
  expect((await read())?.lines).toEqual(WHOLE);
});

test('a thread that changes between the two queries gets the ETag of the rows that are printed', async () => {
  const slow = Object.create(pool) as pg.Pool;
  Object.assign(slow, {
    query: async (config: pg.QueryConfig) => {
      if (config.text.includes('order by')) await hide(thread + 2, true);
      return pool.query(config);
    },
  });
  const between = await new ThreadReader(slow).read(board, thread, format);
  expect(String(between?.body)).not.toContain('reply 2');
  expect(between?.etag).toBe((await read())?.etag);
});

test('a missing thread and one without visible posts are null, also for a client with an ETag', async () => {
  const before = await read();
  await world().pool.query('update posts set hidden = true where thread = $1', [thread]);
  expect(await reader.read(board, thread, format, before?.etag)).toBeNull();
  expect(await reader.read(board, thread, format, '*')).toBeNull();
  expect(await read(99)).toBeNull();
});

test('ETags of different formats and versions differ, and their bodies are cached separately', async () => {
  const first = await read();
  const other = await reader.read(board, thread, { ...format, name: 'other', print: () => 'other' });
  const later = await reader.read(board, thread, { ...format, version: '2', print: () => 'later' });
  expect([String(other?.body), String(later?.body)]).toEqual(['other', 'later']);
  expect(new Set([first?.etag, other?.etag, later?.etag]).size).toBe(3);
});

test('the state of a thread that a format does not show is queried each time', async () => {
  const silent = { ...format, print: () => null };
  expect(await reader.read(board, thread, silent)).toBeNull();
  expect(await reader.read(board, thread, silent)).toBeNull();
});

test('bodies beyond the limit of bytes are printed again, the least recently used first', async () => {
  reader = new ThreadReader(pool, 1_500);
  const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ ...format, name }));
  if (a === undefined || b === undefined || c === undefined) throw new Error('three formats');
  for (const one of [a, b, a, c, a]) await reader.read(board, thread, one);
  expect(printed).toBe(3);
  await reader.read(board, thread, b);
  expect(printed).toBe(4);
});

test('a board that gets another name shows it in its posts', async () => {
  await read();
  await world().pool.query('update boards set name = $1 where id = $2', ['tech', board.id]);
  try {
    const found = await reader.read({ ...board, name: 'tech' }, thread, format);
    expect(String(found?.body).split('\n')).toEqual(WHOLE.map((line) => line.replace('g', 'tech')));
  } finally {
    await world().pool.query('update boards set name = $1 where id = $2', ['g', board.id]);
  }
});
