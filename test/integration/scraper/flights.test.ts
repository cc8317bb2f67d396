/** Statements that leave together: what fails among them takes everything back, is told as ever, and costs no connection. */
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LOCK_THREAD } from '../../../mappings/postgres/thread-mark.ts';
import { begin, commit, createPostgresPool, inOneFlight, onOneConnection } from '../../../platform/postgres.ts';
import { LeaseLostError, type LeasedBoard } from '../../../scraper/leases/board-leases.ts';
import type { ThreadObservation } from '../../../scraper/sources/source.ts';
import { fourChan } from '../../../scraper/sources/four-chan/source.ts';
import { createSlices } from '../../../scraper/store/slices.ts';
import { writeThread, type ThreadAnswer } from '../../../scraper/store/write-thread.ts';
import { eventually } from '../../support/archive.ts';
import { useWorld } from '../../support/world.ts';
import { clearStored, storedPosts } from './stored.ts';
import { addHeldBoard } from './upstream.ts';

const THREAD = 1_000;
const world = useWorld();
let board: LeasedBoard;
let pool: pg.Pool;

/** One connection: whoever leaves it broken breaks the next. */
const onePool = (url = world().databaseUrl) => createPostgresPool({ url, role: 'sagasu_scraper', maxConnections: 1 });

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
  return writeThread(by, createSlices(by), {
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

test('the first that fails is told, not those behind it, and the commit behind them takes all back', async () => {
  const flight = onOneConnection(pool, async (client) => {
    await inOneFlight([
      begin(client),
      client.query("insert into double_inserts values ($1, 'x', 1, 1, now(), now())", [board.id]),
      client.query('select 1 / $1::int', [0]),
      client.query('select 1 as late'),
      commit(client),
    ]);
  });
  await expect(flight).rejects.toMatchObject({ code: '22012' });
  expect((await world().pool.query('select from double_inserts')).rowCount).toBe(0);
});

test('a commit that takes back says so', async () => {
  const lost = onOneConnection(pool, async (client) => {
    await begin(client);
    await client.query('select nothing').catch(() => undefined);
    await commit(client);
  });
  await expect(lost).rejects.toThrow(/taken back/);
});

test.each(['posts', 'dirty', 'harvest_state', 'wanted_media'])(
  'what %s will not have is told with its class and leaves nothing, and the connection goes on',
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

test('values that are refused before the statement runs are a data error as well', async () => {
  const thread = threadOf('too much');
  const [opener, ...rest] = thread.posts;
  if (opener === undefined) throw new Error('it has an opener');
  const tooLarge = { ...opener, fields: { ...opener.fields, mediaSize: 2 ** 31 } };
  await expect(write({ ...thread, posts: [tooLarge, ...rest] })).rejects.toMatchObject({ code: '22003' });
  await expectNothingStored();
  await expectNextIsWritten();
});

test('a connection that is lost in the flight leaves nothing, and the next takes another', async () => {
  const [pid] = await backend();
  const holder = await world().pool.connect();
  try {
    await holder.query('begin');
    await holder.query(LOCK_THREAD, [board.id, THREAD]);
    const writing = write(threadOf('cut')).catch((error: unknown) => error);
    await eventually('it waits for the thread', async () => {
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

test('a post that is missing is noted in the transaction that stores the copy, or not at all', async () => {
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

test('what the asker knew makes one flight of two, and two more where it knew wrong or something is missing', async () => {
  const counter = await countTurns(new URL(world().databaseUrl));
  const counted = onePool(counter.url);
  try {
    // Whether the partition stands is asked once a process.
    const slices = createSlices(counted);
    await slices.ensure(board, [THREAD]);
    const turnsOf = async (answer: Partial<ThreadAnswer>) => {
      const before = counter.turns();
      const whole = { board, url: 'x', thread: threadOf('new'), lastModified: null, seenModified: 1, now: new Date(0) };
      const { kind, added, deleted } = await writeThread(counted, slices, { ...whole, isLive: true, ...answer });
      return { turns: counter.turns() - before, kind, added, deleted };
    };
    // What is prepared once is sent with what it is for.
    await turnsOf({});
    await turnsOf({ known: null });
    await clearStored(world().pool);

    expect(await turnsOf({ known: null })).toMatchObject({ turns: 1, kind: 'written', added: 2 });
    const stored = { lastModified: null, seenModified: 1 };
    expect(await turnsOf({ known: stored })).toMatchObject({ turns: 1, kind: 'unchanged' });
    expect(await turnsOf({})).toMatchObject({ turns: 2, kind: 'unchanged' });
    // Somebody else was here meanwhile.
    expect(await turnsOf({ known: null })).toMatchObject({ turns: 3, kind: 'unchanged' });
    const longer = { thread: threadOf('new', 3), known: stored, seenModified: 2 };
    expect(await turnsOf(longer)).toMatchObject({ turns: 1, kind: 'written', added: 2 });
    expect((await storedPosts(world().pool)).length).toBe(4);
    const newer = { seenModified: 1_800_000_000, lastModified: 'Fri, 15 Jan 2027 08:00:00 GMT' };
    const shorter = await turnsOf({ thread: threadOf('edited', 2), known: { ...stored, seenModified: 2 }, ...newer });
    expect(shorter).toMatchObject({ kind: 'written', added: 0 });
    expect(shorter.turns).toBeGreaterThan(3);
    const { rows } = await world().pool.query<{ num: string }>('select num from missing_posts');
    expect(rows).toEqual([{ num: String(THREAD + 3) }]);
  } finally {
    await counted.end();
    counter.server.close();
  }
});

test('threads are written by one plan, however short the first ones of a connection are', async () => {
  const connection = onePool();
  try {
    const stored = { lastModified: null, seenModified: 1 };
    await write(threadOf('short'), { known: null }, connection);
    for (let times = 1; times <= 8; times++) await write(threadOf('short'), { known: stored }, connection);
    const { rows } = await connection.query<{ custom: string; kept: string }>(
      "select custom_plans as custom, generic_plans as kept from pg_prepared_statements where statement like 'with look%'",
    );
    expect(rows).toEqual([{ custom: '0', kept: '9' }]);
  } finally {
    await connection.end();
  }
});

test('a copy that is older than the stored one is not written, whatever the asker knew', async () => {
  const newer = 'Fri, 15 Jan 2027 08:00:00 GMT';
  await write(threadOf('newer'), { lastModified: newer, known: null });
  const known = [{ lastModified: newer, seenModified: 1 }, null, undefined];
  for (const one of known) {
    const older = { lastModified: 'Fri, 15 Jan 2027 07:00:00 GMT', ...(one !== undefined && { known: one }) };
    expect(await write(threadOf('older'), older), JSON.stringify(one)).toMatchObject({ kind: 'stale' });
  }
  expect((await storedPosts(world().pool)).find(({ num }) => num === THREAD)?.comment).toBe('newer');
});

test.each([null, undefined])('a lost lease writes nothing when the document is known as %s', async (known) => {
  const lost = { ...board, fence: board.fence - 1 };
  const answer = { board: lost, ...(known !== undefined && { known }) };
  await expect(write(threadOf('lost'), answer)).rejects.toThrow(LeaseLostError);
  await expectNothingStored();
  await expectNextIsWritten();
});

/** A way to PostgreSQL that counts how often something is asked after an answer. */
async function countTurns(to: URL): Promise<{ server: Server; url: string; turns: () => number }> {
  let turns = 0;
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    let isAnswered = true;
    near.on('data', (data) => {
      if (isAnswered) turns++;
      isAnswered = false;
      far.write(data);
    });
    far.on('data', (data) => {
      isAnswered = true;
      near.write(data);
    });
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    for (const socket of [near, far]) socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(to);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return { server, url: url.href, turns: () => turns };
}
