/** Boards with many marks, as after a restore or an import, whose rebuilds wait until other rebuilds have ended. */
import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { boardAlias } from '../../../../mappings/elasticsearch/index-names.ts';
import { COVER_FROM } from '../../../../indexer/rebuild/cover-marks.ts';
import { MAX_REBUILDS } from '../../../../indexer/rebuild/rebuild-room.ts';
import { moderate } from '../../../../server/moderation/moderate.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../../support/builders.ts';
import { compareStores } from '../../../support/compare-stores.ts';
import { drained, runIndexer } from '../../../support/indexer.ts';
import { startProcess, stopProcess } from '../../../support/processes.ts';
import { ended, enqueue, readTask } from '../../../support/tasks.ts';
import { useWorld } from '../../../support/world.ts';

const world = useWorld();
const THREADS = 300;
/** Rebuilds cover marks from fewer threads than in production. */
const SIZES = { coverFrom: 250, copyPage: { posts: 100, bytes: 4_000_000 } };

const imported = (first: number, count: number) =>
  Array.from({ length: count }, (_, place) => aPost({ num: first + place, comment: `a heron ${first + place}` }));

/** A board whose marks' jobs wait in a long queue: none of them is indexed for an hour. */
async function aRestoredBoard(name: string, threads: number): Promise<TestBoard> {
  const board = await insertBoard(world().pool, name);
  await writePosts(world().pool, board, imported(1, threads));
  await world().pool.query(`update dirty set queued_gen = gen, queued_at = now() + interval '1 hour'`);
  return board;
}

/** Rebuilds of another process that leave no room for a further one, until `end` is called. */
async function rebuildsElsewhere(name: string) {
  const ids: number[] = [];
  for (let count = 0; count < MAX_REBUILDS; count++) {
    const board = await insertBoard(world().pool, `${name}-${count}`);
    const { rows } = await world().pool.query<{ id: string }>(
      `insert into tasks (kind, board_id, options, requested_by, status, worker, fence, lease_until)
       values ('reindex', $1, '{}', 'test', 'processing', 'another', 1, now() + interval '1 hour') returning id`,
      [board.id],
    );
    ids.push(Number(rows[0]?.id));
  }
  const end = async () => {
    await world().pool.query(`update tasks set status = 'cancelled', finished_at = now() where id = any ($1)`, [ids]);
  };
  onTestFinished(end);
  return { end };
}

async function coveredMarks(board: TestBoard): Promise<number> {
  const { rows } = await world().pool.query<{ covered: number }>(
    'select count(*)::int as covered from dirty where board_id = $1 and covered_gen = gen',
    [board.id],
  );
  return rows[0]?.covered ?? 0;
}

/** Waits until the marks of the waiting rebuild are covered. Returns how many. */
const coveredBy = async (id: number) =>
  vi.waitFor(
    async () => {
      const { status, details } = await readTask(world(), id);
      expect(status).toBe('enqueued');
      expect(details).toHaveProperty('covered');
      return details['covered'];
    },
    { timeout: 120_000, interval: 50 },
  );

/** The posts of the board that are in its live index, by number, with their states. */
async function indexed(board: TestBoard): Promise<Readonly<Record<number, string>>> {
  const { elasticsearch, indexPrefix } = world();
  const index = boardAlias(indexPrefix, board.name);
  await elasticsearch.indices.refresh({ index });
  const { hits } = await elasticsearch.search<{ num: number; state: string }>({
    index,
    size: 100,
    _source: ['num', 'state'],
  });
  return Object.fromEntries(hits.hits.map(({ _source: source }) => [source?.num, source?.state]));
}

test(
  'a waiting rebuild keeps its marks from the live path, but no change that is made while it waits',
  { timeout: 240_000 },
  async () => {
    const board = await aRestoredBoard('waiting', THREADS);
    const { pool } = world();
    // Searches leave this hidden post out until the index has it as hidden: its mark must not wait.
    await pool.query('insert into pending_hides (board_id, thread, num, subnum) values ($1, 9, 9, 0)', [board.id]);
    const elsewhere = await rebuildsElsewhere('busy');
    const verification = await enqueue(world(), 'verify', board, { repair: true });
    const id = await enqueue(world(), 'reindex', board);
    await runIndexer(world(), {}, { sizes: SIZES });
    expect(await coveredBy(id)).toBe(THREADS - 1);
    // All jobs could run now.
    await pool.query('update dirty set queued_gen = null');

    await writePosts(pool, board, [aPost({ num: 5, comment: 'edited' }), ...imported(THREADS + 1, 1)]);
    const moderation = { board: { id: board.id, name: board.name }, actor: 'warden', reason: null, threads: false };
    for (const [action, num] of [
      ['hide', 6],
      ['purge', 7],
    ] as const) {
      await moderate(pool, { ...moderation, action, posts: [{ num, subnum: 0 }], now: new Date() });
    }
    const changed = { 5: 'visible', 6: 'hidden', 7: 'purged', 9: 'visible', [THREADS + 1]: 'visible' };
    await vi.waitFor(async () => expect(await indexed(board)).toEqual(changed), { timeout: 120_000, interval: 100 });
    expect(await coveredMarks(board)).toBe(THREADS - 4);
    expect((await readTask(world(), verification)).status).toBe('enqueued');

    await elsewhere.end();
    expect(await ended(world(), id)).toMatchObject({ status: 'succeeded', error: null, details: { drift: 0 } });
    await drained(world());
    expect(await compareStores(world(), { board })).toMatchObject({ differences: [], rows: THREADS + 1 });
    expect(await ended(world(), verification)).toMatchObject({ status: 'succeeded', details: { found: 0, drift: 0 } });
    const { rows } = await pool.query(
      `select from tasks v join tasks r on r.id = $2 where v.id = $1 and v.started_at >= r.finished_at`,
      [verification, id],
    );
    expect(rows).toHaveLength(1);
  },
);

test('a killed indexer and a rebuild that is cancelled while it waits lose no mark', { timeout: 240_000 }, async () => {
  const threads = COVER_FROM / 10;
  const [kept, cancelled] = [await aRestoredBoard('kept', threads), await aRestoredBoard('given-back', threads)];
  const small = await aRestoredBoard('small', 3);
  const elsewhere = await rebuildsElsewhere('full');
  // The archive has so many marks that a process with the product's limit covers them. These are of threads that do not exist.
  await world().pool.query(
    `insert into dirty (board_id, thread, gen, min_rev, since, queued_gen, queued_at)
     select id, n, -n, 1, now(), -n, now() + interval '1 hour' from boards, generate_series(1, $1::int) n where name = 'full-0'`,
    [COVER_FROM],
  );
  const ids = [await enqueue(world(), 'reindex', kept), await enqueue(world(), 'reindex', cancelled)] as const;
  const last = await enqueue(world(), 'reindex', small);
  const killed = startProcess('indexer/main.ts', world(), { SAGASU_VERIFY_INTERVAL_HOURS: '0' });
  onTestFinished(async () => stopProcess(killed));
  for (const id of ids) expect(await coveredBy(id)).toBe(threads);
  // The live path indexes few posts sooner than a rebuild, and the board can be rolled back.
  expect(await coveredBy(last)).toBe(0);
  const gone = once(killed, 'exit');
  killed.kill('SIGKILL');
  await gone;
  await world().pool.query(
    `update tasks set requested_action = 'cancel', status = 'cancelled', finished_at = now() where id = $1`,
    [ids[1]],
  );
  await writePosts(world().pool, kept, [aPost({ num: 11, comment: 'edited between two indexers' })]);

  await elsewhere.end();
  await world().pool.query(`delete from dirty where gen < 0`);
  await world().pool.query('update dirty set queued_gen = null');
  await runIndexer(world());
  expect(await ended(world(), ids[0])).toMatchObject({ status: 'succeeded', details: { covered: threads, drift: 0 } });
  await drained(world());
  for (const board of [kept, cancelled]) {
    expect(await compareStores(world(), { board })).toMatchObject({ differences: [], rows: threads });
  }
});
