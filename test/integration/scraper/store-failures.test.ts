/**
 * A statement that fails while an answer is stored rolls back everything, throws its own error, and leaves the
 * connection usable.
 */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ThreadObservation } from '../../../mappings/post.ts';
import { createPostgresPool, inTransaction } from '../../../platform/postgres.ts';
import { LeaseLostError, type LeasedBoard } from '../../../scraper/leases/board-leases.ts';
import { fourChan } from '../../../scraper/sources/four-chan/source.ts';
import { createSlices } from '../../../store/slices.ts';
import { storeThread, type ThreadAnswer } from '../../../scraper/store/store-thread.ts';
import { lockThread } from '../../../store/post-lock.ts';
import { eventually } from '../../support/archive.ts';
import { useWorld } from '../../support/world.ts';
import { clearStored, storedPosts } from './stored.ts';
import { addHeldBoard } from './upstream.ts';
import { loginUrl } from '../../support/logins.ts';

const THREAD = 1_000;
const world = useWorld();
let board: LeasedBoard;
let pool: pg.Pool;

/** A single connection, so that a broken one fails the next test step. */
const onePool = (url = world().databaseUrl) =>
  createPostgresPool({ url: loginUrl(url, 'scraper'), maxConnections: 1, pipeline: true });

beforeAll(async () => {
  board = await addHeldBoard(world(), 'http://127.0.0.1:9');
  pool = onePool();
});
afterAll(() => pool.end());
beforeEach(async () => {
  await clearStored(world().pool);
  await world().pool.query('truncate wanted_media, missing_posts');
});

const FILE = { tim: 1_700_000_000_123_456, filename: 'pump', ext: '.png', fsize: 99, md5: 'AAECAwQFBgcICQoLDA0ODw==' };

function threadOf(comment: string, replies = 1): ThreadObservation {
  const posts = [
    { no: THREAD, resto: 0, time: 1_700_000_000, com: comment, ...FILE },
    ...Array.from({ length: replies }, (_, at) => ({ no: THREAD + 1 + at, resto: THREAD, time: 1_700_000_001 + at })),
  ];
  const reading = fourChan.thread.read(JSON.stringify({ posts }), THREAD);
  if (!reading.ok) throw new Error(reading.refusal.detail);
  return reading.value;
}

function write(thread: ThreadObservation, answer: Partial<ThreadAnswer> = {}, by = pool) {
  return storeThread(by, createSlices(by), {
    board,
    url: 'x',
    thread,
    lastModified: null,
    seenModified: 1,
    now: new Date('2024-05-01T12:00:00Z'),
    isLive: true,
    ...answer,
  });
}

const backend = async () =>
  (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows.map(({ pid }) => pid);

async function expectNothingStored(): Promise<void> {
  for (const table of ['posts', 'dirty', 'harvest_state', 'wanted_media', 'missing_posts']) {
    expect((await world().pool.query(`select from ${table}`)).rowCount, table).toBe(0);
  }
}

async function expectNextIsWritten(): Promise<void> {
  expect(await write(threadOf('next'))).toMatchObject({ kind: 'written', added: 2 });
  expect((await world().pool.query('select from wanted_media')).rowCount).toBe(2);
}

test('a transaction whose failed statement was ignored throws at its commit', async () => {
  const lost = inTransaction(pool, async (client) => {
    await client.query('select nothing').catch(() => undefined);
  });
  await expect(lost).rejects.toThrow(/rolled back/);
});

test.each(['posts', 'dirty', 'harvest_state', 'wanted_media'])(
  "a row that %s refuses throws the constraint's error, stores nothing, and leaves the connection usable",
  async (table) => {
    const before = await backend();
    await world().pool.query(`alter table ${table} add constraint nothing_more check (false) not valid`);
    try {
      const failed = await write(threadOf('refused')).catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(pg.DatabaseError);
      expect(failed).toMatchObject({
        code: '23514',
        constraint: 'nothing_more',
        table: expect.stringContaining(table),
      });
    } finally {
      await world().pool.query(`alter table ${table} drop constraint nothing_more`);
    }
    await expectNothingStored();
    await expectNextIsWritten();
    expect(await backend()).toEqual(before);
  },
);

test('values that are refused before the statement runs are a data error too', async () => {
  const thread = threadOf('too much');
  const [opener, ...rest] = thread.posts;
  if (opener === undefined) throw new Error('it has an opener');
  const tooLarge = { ...opener, fields: { ...opener.fields, mediaSize: 2 ** 31 } };
  await expect(write({ ...thread, posts: [tooLarge, ...rest] })).rejects.toMatchObject({ code: '22003' });
  await expectNothingStored();
  await expectNextIsWritten();
});

test('a connection lost during the transaction leaves nothing stored, and the next answer uses another', async () => {
  const [pid] = await backend();
  const holder = await world().pool.connect();
  try {
    await holder.query('begin');
    await lockThread(holder, board.id, THREAD);
    const writing = write(threadOf('cut')).catch((error: unknown) => error);
    await eventually('the statement waits for the thread', async () => {
      const { rowCount } = await world().pool.query(
        "select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'",
        [pid],
      );
      return rowCount === 1;
    });
    await world().pool.query('select pg_terminate_backend($1)', [pid]);
    expect(await writing).toMatchObject({ code: '57P01' });
    await holder.query('rollback');
  } finally {
    holder.release();
  }
  await expectNothingStored();
  await expectNextIsWritten();
  expect(await backend()).not.toEqual([pid]);
});

test('a missing post is recorded in the transaction that stores the copy, or not at all', async () => {
  await write(threadOf('whole', 3));
  await world().pool.query('alter table missing_posts add constraint nothing_more check (false) not valid');
  try {
    const shorter = write(threadOf('edited', 2), {
      seenModified: 1_800_000_000,
      lastModified: 'Fri, 15 Jan 2027 08:00:00 GMT',
    });
    await expect(shorter).rejects.toThrow(/nothing_more/);
  } finally {
    await world().pool.query('alter table missing_posts drop constraint nothing_more');
  }
  expect((await storedPosts(world().pool)).find(({ num }) => num === THREAD)?.comment).toBe('whole');
  const { rows } = await world().pool.query<{ seen_modified: string }>('select seen_modified from harvest_state');
  expect(rows).toEqual([{ seen_modified: '1' }]);
});

test('a copy that is older than the stored one is not written', async () => {
  const newer = 'Fri, 15 Jan 2027 08:00:00 GMT';
  await write(threadOf('newer'), { lastModified: newer });
  const older = await write(threadOf('older'), { lastModified: 'Fri, 15 Jan 2027 07:00:00 GMT' });
  expect(older).toMatchObject({ kind: 'stale' });
  expect((await storedPosts(world().pool)).find(({ num }) => num === THREAD)?.comment).toBe('newer');
});

test('a lost lease writes nothing', async () => {
  const lost = { ...board, fence: board.fence - 1 };
  await expect(write(threadOf('lost'), { board: lost })).rejects.toThrow(LeaseLostError);
  await expectNothingStored();
  await expectNextIsWritten();
});
