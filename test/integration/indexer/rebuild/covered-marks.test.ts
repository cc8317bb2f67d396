/** Rebuilds of boards with so many marks, as after an import, that the rebuilds cover them. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../../support/builders.ts';
import { compareStores } from '../../../support/compare-stores.ts';
import { startHttpProxy, type Treatment } from '../../../support/http-proxy.ts';
import { drained, runIndexer } from '../../../support/indexer.ts';
import { ended, enqueue, readTask, registered, requestAction } from '../../../support/tasks.ts';
import { useWorld } from '../../../support/world.ts';

const world = useWorld();
/** A rebuild covers marks from fewer threads than in production, and copies several pages. */
const SIZES = { coverFrom: 250, copyPage: { posts: 100, bytes: 4_000_000 } };
const THREADS = 300;
/** Two slices, of which only the newest has an index when the rebuild begins. */
const SLICE = 200;

const imported = (first: number, count: number) =>
  Array.from({ length: count }, (_, place) => aPost({ num: first + place, comment: `a heron ${first + place}` }));

/** A board whose marks' jobs wait in a long queue: none of them is indexed for an hour. */
async function anImport(name: string): Promise<TestBoard> {
  const board = await insertBoard(world().pool, name, { sliceSize: SLICE });
  await writePosts(world().pool, board, imported(1, THREADS));
  await world().pool.query(`update dirty set queued_gen = gen, queued_at = now() + interval '1 hour'`);
  return board;
}

/** An indexer whose bulk requests are held until `release` is called. */
async function anIndexerBehindAGate() {
  const proxy = await startHttpProxy(world().elasticsearchUrls[0] ?? '');
  onTestFinished(() => proxy.close());
  const gate = Promise.withResolvers<undefined>();
  proxy.treat = async (_, path): Promise<Treatment> => {
    if (path.startsWith('/_bulk')) await gate.promise;
    return 'pass';
  };
  const { registry } = await runIndexer(world(), { ELASTICSEARCH_URL: proxy.url }, { sizes: SIZES });
  const written = async (outcome: string) => {
    const metric = await registry.getSingleMetric('sagasu_indexer_documents_total')?.get();
    return metric?.values.find(({ labels }) => labels['outcome'] === outcome)?.value ?? 0;
  };
  return { release: () => gate.resolve(undefined), written };
}

const counts = async (board: TestBoard) => {
  const { rows } = await world().pool.query<{ covered: number; open: number }>(
    `select count(*) filter (where covered_gen = gen)::int as covered,
            count(*) filter (where covered_gen is distinct from gen)::int as open from dirty where board_id = $1`,
    [board.id],
  );
  return rows[0];
};

const isCopying = async (id: number) =>
  vi.waitFor(async () => expect((await readTask(world(), id)).step).toBe('copy'), { timeout: 60_000, interval: 20 });

test('a rebuild after an import indexes each post once, includes every concurrent change, and keeps no incomplete index', async () => {
  const board = await anImport('moved');
  // Thread 7 is being changed and a new thread is being written while the rebuild covers marks; both commit after it has copied rows.
  const writer = await world().pool.connect();
  onTestFinished(() => writer.release());
  await writer.query('begin');
  await writer.query(
    `with written as (update posts set comment = 'late', rev = nextval('post_rev') where board_id = $1 and num = 7 returning thread, rev)
     insert into dirty (board_id, thread, gen, min_rev, since)
     select $1, thread, nextval('dirty_gen'), rev, now() from written
     on conflict (board_id, thread) do update set gen = excluded.gen, min_rev = least(dirty.min_rev, excluded.min_rev)`,
    [board.id],
  );
  // Searches leave this hidden post out until the index has it as hidden: its mark must not wait for the rebuild.
  await world().pool.query('insert into pending_hides (board_id, thread, num, subnum) values ($1, 9, 9, 0)', [
    board.id,
  ]);
  const id = await enqueue(world(), 'reindex', board);
  const { release, written } = await anIndexerBehindAGate();
  await isCopying(id);
  expect((await readTask(world(), id)).details).toMatchObject({ covered: THREADS - 2 });
  expect(await counts(board)).toEqual({ covered: THREADS - 2, open: 2 });
  await writePosts(world().pool, board, [
    aPost({ num: 5, comment: 'edited' }),
    aPost({ num: 6, hidden: true }),
    ...imported(THREADS + 1, 1),
  ]);
  expect(await counts(board)).toEqual({ covered: THREADS - 4, open: 5 });
  release();
  await vi.waitFor(async () => expect(await written('stored')).toBeGreaterThan(SLICE), { timeout: 60_000 });
  await writer.query('commit');
  // Their jobs no longer wait.
  await world().pool.query(`update dirty set queued_gen = null where covered_gen is distinct from gen`);

  expect(await ended(world(), id)).toMatchObject({ status: 'succeeded', error: null, details: { drift: 0 } });
  await drained(world());
  expect(await compareStores(world(), { board })).toMatchObject({ differences: [], rows: THREADS + 1 });
  // Slightly more than one write for each post: the changed ones were written to the old and the new index.
  expect((await written('stored')) + (await written('stale'))).toBeLessThan(THREADS + 50);

  expect((await registered(world(), board)).map(({ state }) => state)).toEqual(['live', 'live']);
  const rollback = await ended(world(), await enqueue(world(), 'rollback', board));
  expect(rollback.error).toMatchObject({
    code: 'no_standby',
    message: expect.stringContaining('not at all if they lacked many posts') as string,
  });
});

test('marks that a cancelled rebuild covered are indexed without it', async () => {
  const board = await anImport('halted');
  const id = await enqueue(world(), 'reindex', board);
  const { release } = await anIndexerBehindAGate();
  await isCopying(id);
  expect(await counts(board)).toEqual({ covered: THREADS, open: 0 });
  await requestAction(world(), id, 'cancel');
  release();
  expect(await ended(world(), id)).toMatchObject({ status: 'cancelled' });
  expect(await counts(board)).toEqual({ covered: 0, open: THREADS });
  await world().pool.query(`update dirty set queued_gen = null`);
  await drained(world());
  expect((await compareStores(world(), { board })).differences).toEqual([]);
  expect((await ended(world(), await enqueue(world(), 'reindex', board))).details).toMatchObject({ covered: 0 });
  expect((await registered(world(), board)).map(({ state }) => state)).toEqual(['standby', 'live', 'standby', 'live']);
});

test('a mark is indexed if the rebuild that covers it ended without uncovering it', async () => {
  const board = await insertBoard(world().pool, 'orphaned');
  await writePosts(world().pool, board, imported(1, 3));
  await world().pool.query('update dirty set covered_by = 987654321, covered_gen = gen where board_id = $1', [
    board.id,
  ]);
  await runIndexer(world());
  await drained(world());
  expect((await compareStores(world(), { board })).differences).toEqual([]);
});
