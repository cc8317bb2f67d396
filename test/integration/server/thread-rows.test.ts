/** Of a thread that was read before, only the posts that changed are read again, and what is hidden is forgotten. */
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Board } from '../../../mappings/board.ts';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { loadBoards } from '../../../server/boards/load.ts';
import { ThreadRows } from '../../../server/threads/rows.ts';
import { SELECT_THREAD_STATE, type ThreadState } from '../../../server/threads/sql.ts';
import { ThreadStates } from '../../../server/threads/states.ts';
import { useWorld } from '../../support/world.ts';
import { givenArchive, type GivenArchive } from './given-archive.ts';

const world = useWorld();
let archive: GivenArchive;
let pool: pg.Pool;
let board: Board;
let rows: ThreadRows;

beforeAll(async () => {
  archive = givenArchive(world());
  await archive.board('g');
  pool = createPostgresPool({ url: world().databaseUrl, role: 'sagasu_server' });
  [board] = (await loadBoards(pool)) as [Board];
});

afterAll(async () => pool.end());

const threadRows = (maxKept?: number) =>
  new ThreadRows({
    pool,
    states: new ThreadStates({ pool, now: () => performance.now() }),
    ...(maxKept && { maxKept }),
  });

beforeEach(() => {
  rows = threadRows();
});

let thread = 0;

/** An opener, three replies and a ghost behind the first of them. */
async function givenThread(): Promise<void> {
  thread += 100;
  await archive.store('g', [
    { num: thread, thread, opener: true, comment: 'opens it' },
    ...[1, 2, 3].map((reply) => ({ num: thread + reply, thread, comment: `reply ${reply}` })),
    { num: thread + 1, subnum: 1, thread, comment: 'a ghost' },
  ]);
}

const hide = async (num: number, hidden: boolean) =>
  world().pool.query('update posts set hidden = $2 where num = $1 and subnum = 0', [num, hidden]);

const shown = async () => {
  const { rows: found } = await rows.read(board, thread);
  return new Map(found.map((row) => [`${Number(row.num) - thread}_${row.subnum}`, row]));
};

test('what did not change is not read again, and what did is in its place', async () => {
  await givenThread();
  const before = await shown();
  await archive.store('g', [
    { num: thread + 2, thread, comment: 'edited' },
    { num: thread + 4, thread, comment: 'new' },
    { num: thread + 1, subnum: 2, thread, comment: 'another ghost' },
  ]);
  const after = await shown();
  expect([...after.keys()]).toEqual(['0_0', '1_0', '1_1', '1_2', '2_0', '3_0', '4_0']);
  for (const same of ['0_0', '1_0', '1_1', '3_0']) expect(after.get(same)).toBe(before.get(same));
  expect(after.get('2_0')).toMatchObject({ comment: 'edited' });
  expect(after.get('2_0')).not.toBe(before.get('2_0'));
});

test('whoever waits is told of the posts that changed as they come, and of no hidden ones', async () => {
  await givenThread();
  await shown();
  await archive.store('g', [
    { num: thread + 1, subnum: 1, thread, comment: 'a ghost, edited', spoiler: true },
    { num: thread + 2, thread, comment: 'edited' },
    { num: thread + 3, thread, comment: 'edited in the dark', hidden: true },
  ]);
  const fresh: unknown[] = [];
  const { rows: found } = await rows.read(board, thread, (row) => fresh.push(row));
  expect(fresh).toEqual(found.filter(({ comment }) => comment?.includes('edited')));
  expect(fresh).toHaveLength(2);
  // A row that is read for its change is what it is when it is read for the first time.
  const { rows: anew } = await threadRows().read(board, thread);
  expect(found.map(({ printed: _printed, ...row }) => row)).toEqual(anew);
});

const refuse = () => {
  throw new Error('no paper');
};

test('what whoever waits throws is thrown, and the next read goes on', async () => {
  await givenThread();
  await shown();
  await archive.store('g', [{ num: thread + 2, thread, comment: 'edited' }]);
  await expect(rows.read(board, thread, refuse)).rejects.toThrow('no paper');
  expect((await shown()).get('2_0')).toMatchObject({ comment: 'edited' });
});

test('a hidden post is gone at the next look, also where its rev stays, and is read anew when it comes back', async () => {
  await givenThread();
  const before = await shown();
  await hide(thread + 2, true);
  expect([...(await shown()).keys()]).toEqual(['0_0', '1_0', '1_1', '3_0']);
  await hide(thread + 2, false);
  const after = await shown();
  expect(after.get('2_0')).toEqual(before.get('2_0'));
  expect(after.get('2_0')).not.toBe(before.get('2_0'));
});

test('posts that leave for another thread leave this one', async () => {
  await givenThread();
  await shown();
  await world().pool.query('update posts set thread = 1, rev = rev + 1 where num = $1 and subnum = 0', [thread + 3]);
  expect([...(await shown()).keys()]).toEqual(['0_0', '1_0', '1_1', '2_0']);
});

test('a row whose rev is below those that were read before, as a slow writer leaves it, is read as well', async () => {
  await givenThread();
  const { rows: revs } = await pool.query<{ rev: string }>('select rev from posts where num = $1', [thread + 1]);
  await archive.store('g', [{ num: thread + 3, thread, comment: 'written later' }]);
  const before = await shown();
  await world().pool.query(
    `update posts set comment = 'committed late', rev = $2::bigint + 1000000000 where num = $1 and subnum = 0`,
    [thread + 3, revs[0]?.rev],
  );
  await shown();
  await world().pool.query(`update posts set comment = 'later still', rev = $2::bigint + 500 where num = $1`, [
    thread + 2,
    revs[0]?.rev,
  ]);
  const after = await shown();
  expect(after.get('2_0')).toMatchObject({ comment: 'later still' });
  expect(after.get('3_0')).toMatchObject({ comment: 'committed late' });
  expect(after.get('1_0')).toBe(before.get('1_0'));
});

test('of a post that stays hidden while it is written again nothing is shown, and the others are kept', async () => {
  await givenThread();
  const before = await shown();
  await hide(thread + 2, true);
  await shown();
  await archive.store('g', [{ num: thread + 2, thread, comment: 'edited in the dark', hidden: true }]);
  const after = await shown();
  expect([...after.keys()]).toEqual(['0_0', '1_0', '1_1', '3_0']);
  for (const [place, row] of after) expect(row).toBe(before.get(place));
});

test('its state is what PostgreSQL says of the thread, read for the first time or again', async () => {
  await givenThread();
  const ask = async () => {
    const { rows: states } = await pool.query<ThreadState>(SELECT_THREAD_STATE, [board.id, thread]);
    return states[0];
  };
  expect((await rows.read(board, thread)).state).toEqual(await ask());
  await hide(thread + 1, true);
  await archive.store('g', [{ num: thread + 2, thread, comment: 'edited' }]);
  expect((await rows.read(board, thread)).state).toEqual(await ask());
  expect((await rows.read(board, 99)).state).toEqual({ posts: 0, hidden: 0, highest: null, sum: null, modified: null });
});

test('what there is no room for is read whole each time', async () => {
  await givenThread();
  rows = threadRows(30_000);
  const before = await shown();
  expect((await shown()).get('1_0')).toBe(before.get('1_0'));
  await givenThread();
  await shown();
  thread -= 100;
  expect((await shown()).get('1_0')).not.toBe(before.get('1_0'));
});

test('a board that was given another name names its posts so', async () => {
  await givenThread();
  await shown();
  await world().pool.query('update boards set name = $1 where id = $2', ['tech', board.id]);
  try {
    const { rows: found } = await rows.read({ ...board, name: 'tech' }, thread);
    expect(new Set(found.map((row) => row.board))).toEqual(new Set(['tech']));
  } finally {
    await world().pool.query('update boards set name = $1 where id = $2', ['g', board.id]);
  }
});
