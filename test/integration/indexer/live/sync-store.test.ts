import { beforeEach, describe, expect, test } from 'vitest';
import { StoreMonitor } from '../../../../indexer/runtime/store-monitor.ts';
import { PostgresSyncStore } from '../../../../indexer/live/postgres-sync-store.ts';
import { readBacklog } from '../../../../indexer/live/backlog.ts';
import type { ClearedMark } from '../../../../indexer/live/ports.ts';
import { createLogger } from '../../../../platform/logger.ts';
import { createPostgresPool, inTransaction } from '../../../../platform/postgres.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../../support/builders.ts';
import { useWorld } from '../../../support/world.ts';
import { loginUrl } from '../../../support/logins.ts';

const world = useWorld();
const logger = createLogger({ logLevel: 'silent', logFormat: 'json' }, 'test');

let board: TestBoard;
let store: PostgresSyncStore;
let boards = 0;

beforeEach(async () => {
  await world().pool.query('delete from dirty');
  board = await insertBoard(world().pool, `b${++boards}`);
  const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'indexer') });
  store = new PostgresSyncStore(pool, new StoreMonitor(logger, 'PostgreSQL'));
  return async () => pool.end();
});

const job = (thread: number) => ({ boardId: board.id, thread });

async function clearanceOf(thread: number): Promise<ClearedMark> {
  const { threads, sets } = await store.read([job(thread)], 100);
  const gen = threads[0]?.gen;
  if (gen === undefined) throw new Error('the thread is not dirty');
  return { ...job(thread), gen, setVersion: sets.get(board.id)?.version ?? 0, resumeFrom: null };
}

async function settles(clear: ClearedMark): Promise<boolean> {
  return (await store.commitBatch({ quarantine: [], release: [], clear: [clear] })).size === 1;
}

async function isDirty(thread: number): Promise<boolean> {
  const { rowCount } = await world().pool.query('select 1 from dirty where board_id = $1 and thread = $2', [
    board.id,
    thread,
  ]);
  return rowCount === 1;
}

describe('claiming', () => {
  test('returns the oldest change first, and no thread twice during its lease', async () => {
    for (const num of [30, 10, 20]) await writePosts(world().pool, board, [aPost({ num })]);
    expect(await store.claim(2, 60_000)).toEqual([job(30), job(10)]);
    expect(await store.claim(9, 60_000)).toEqual([job(20)]);
    expect(await store.claim(9, 60_000)).toEqual([]);
  });

  test('returns a thread again immediately when it changes', async () => {
    await writePosts(world().pool, board, [aPost({ num: 1 })]);
    await store.claim(9, 60_000);
    await writePosts(world().pool, board, [aPost({ num: 2, thread: 1 })]);
    expect(await store.claim(9, 60_000)).toEqual([job(1)]);
  });

  test('returns a thread again when its lease has run out', async () => {
    await writePosts(world().pool, board, [aPost({ num: 1 })]);
    await store.claim(9, 60_000);
    expect(await store.claim(9, 0)).toEqual([job(1)]);
  });

  test('skips a row that a writer holds and returns the others', async () => {
    for (const num of [1, 2]) await writePosts(world().pool, board, [aPost({ num })]);
    await inTransaction(world().pool, async (client) => {
      await client.query('select 1 from dirty where thread = 1 for update');
      expect(await store.claim(9, 60_000)).toEqual([job(2)]);
    });
  });
});

describe('a snapshot', () => {
  test('has exactly the posts from min_rev on', async () => {
    await writePosts(world().pool, board, [aPost({ num: 1 }), aPost({ num: 2, thread: 1 })]);
    await settles(await clearanceOf(1));
    await writePosts(world().pool, board, [aPost({ num: 3, thread: 1 }), aPost({ num: 1 })]);
    const { threads, epoch } = await store.read([job(1)], 100);
    expect(threads[0]?.posts.map(({ num }) => num)).toEqual([3, 1]);
    expect(threads[0]?.resumeFrom).toBeNull();
    expect(epoch).toBe(1);
  });

  test('leaves out threads that are not dirty', async () => {
    expect((await store.read([job(1)], 100)).threads).toEqual([]);
  });

  test('has the position at which each thread resumes if it is full, and no post is lost', async () => {
    await writePosts(world().pool, board, [
      aPost({ num: 1 }),
      aPost({ num: 2, thread: 1 }),
      aPost({ num: 3, thread: 1 }),
    ]);
    await writePosts(world().pool, board, [aPost({ num: 9 })]);
    const wanted = [job(1), job(9)];
    const seen: number[] = [];
    for (let round = 0; round < 9; round++) {
      const { threads } = await store.read(wanted, 2);
      if (threads.length === 0) break;
      seen.push(...threads.flatMap(({ posts }) => posts.map(({ num }) => num)));
      const clear = threads.map(({ boardId, thread, gen, resumeFrom }) => ({
        boardId,
        thread,
        gen,
        setVersion: 0,
        resumeFrom,
      }));
      await store.commitBatch({ quarantine: [], release: [], clear });
    }
    expect(seen.sort((a, b) => a - b)).toEqual([1, 2, 3, 9]);
    expect(await isDirty(1)).toBe(false);
    expect(await isDirty(9)).toBe(false);
  });

  test('never separates posts of one rev', async () => {
    await writePosts(
      world().pool,
      board,
      [1, 2, 3].map((num) => aPost({ num, thread: 1 })),
    );
    await world().pool.query('update posts set rev = 1000000 where board_id = $1', [board.id]);
    expect((await store.read([job(1)], 2)).threads[0]?.posts).toHaveLength(3);
  });

  test('shows sets, dirty rows and posts of one moment despite concurrent writes', async () => {
    await writePosts(world().pool, board, [aPost({ num: 1 })]);
    await world().pool.query('insert into index_sets (board_id, version) values ($1, 1)', [board.id]);
    const stop = new AbortController();
    const write = async () => {
      for (let num = 2; !stop.signal.aborted; num++) {
        // Set version, gen and number of posts increase together.
        await inTransaction(world().pool, async (client) => {
          await client.query('update index_sets set version = $2 where board_id = $1', [board.id, num]);
          await client.query('update dirty set gen = $2 where board_id = $1', [board.id, num]);
          await client.query(
            `insert into posts (board_id, num, thread, opener, time_posted, time_modified, rev)
             values ($1, $2, 1, false, now(), now(), nextval('post_rev'))`,
            [board.id, num],
          );
        });
      }
    };
    const writing = write();
    for (let round = 0; round < 100; round++) {
      const { threads, sets } = await store.read([job(1)], 10_000);
      const posts = threads[0]?.posts.length ?? 0;
      if (posts > 1) expect([sets.get(board.id)?.version, threads[0]?.gen]).toEqual([posts, posts]);
    }
    stop.abort();
    await writing;
  });
});

describe('a dirty row', () => {
  test('is cleared when nothing changed', async () => {
    await writePosts(world().pool, board, [aPost({ num: 1 })]);
    expect(await settles(await clearanceOf(1))).toBe(true);
    expect(await isDirty(1)).toBe(false);
  });

  test('stays when the thread changed since the snapshot', async () => {
    await writePosts(world().pool, board, [aPost({ num: 1 })]);
    const clearance = await clearanceOf(1);
    await writePosts(world().pool, board, [aPost({ num: 2, thread: 1 })]);
    expect(await settles(clearance)).toBe(false);
    expect(await isDirty(1)).toBe(true);
  });

  test('stays when it was cleared and added again since: a gen is never used twice', async () => {
    await writePosts(world().pool, board, [aPost({ num: 1 })]);
    const stalled = await clearanceOf(1);
    await settles(stalled);
    await writePosts(world().pool, board, [aPost({ num: 1, comment: 'later' })]);
    expect(await settles(stalled)).toBe(false);
    expect(await isDirty(1)).toBe(true);
  });

  test('stays when the index set changed since the snapshot', async () => {
    await writePosts(world().pool, board, [aPost({ num: 1 })]);
    const before = await clearanceOf(1);
    await world().pool.query('insert into index_sets (board_id, version) values ($1, 1)', [board.id]);
    expect(await settles(before)).toBe(false);
    const between = await clearanceOf(1);
    await world().pool.query('update index_sets set version = 2 where board_id = $1', [board.id]);
    expect(await settles(between)).toBe(false);
    expect(await settles(await clearanceOf(1))).toBe(true);
  });

  test('is skipped without waiting while a writer holds it', async () => {
    await writePosts(world().pool, board, [aPost({ num: 1 })]);
    const clearance = await clearanceOf(1);
    await inTransaction(world().pool, async (client) => {
      await client.query('select 1 from dirty where board_id = $1 for update', [board.id]);
      expect(await settles(clearance)).toBe(false);
    });
    expect(await settles(clearance)).toBe(true);
  });
});

const refusalOf = (num: number, rev: number) => ({
  ...job(1),
  num,
  subnum: 0,
  indexName: 'an-index',
  rev,
  reason: 'no \0 good',
});

async function revOf(num: number): Promise<number> {
  const { rows } = await world().pool.query<{ rev: string }>('select rev from posts where board_id = $1 and num = $2', [
    board.id,
    num,
  ]);
  return Number(rows[0]?.rev);
}

const countQuarantined = async () =>
  (await readBacklog(world().pool, new StoreMonitor(logger, 'PostgreSQL'))).quarantined;

describe('a refused document', () => {
  test('is read with its thread until it leaves quarantine', async () => {
    await writePosts(world().pool, board, [aPost({ num: 1 })]);
    await store.commitBatch({ quarantine: [refusalOf(1, await revOf(1))], release: [], clear: [] });
    const { threads } = await store.read([job(1)], 100);
    expect(threads[0]?.quarantined).toMatchObject([{ num: 1, subnum: 0, indexName: 'an-index' }]);
    expect(await countQuarantined()).toBe(1);
    const release = { boardId: board.id, num: 1, subnum: 0, indexName: 'an-index', rev: await revOf(1) };
    await store.commitBatch({ quarantine: [], release: [release], clear: [] });
    expect(await countQuarantined()).toBe(0);
  });

  test('does not quarantine a newer rev of the same post', async () => {
    await writePosts(world().pool, board, [aPost({ num: 1 })]);
    const old = await revOf(1);
    await writePosts(world().pool, board, [aPost({ num: 1, comment: 'mended' })]);
    await store.commitBatch({ quarantine: [refusalOf(1, old)], release: [], clear: [] });
    expect(await countQuarantined()).toBe(0);
  });
});
