import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { boardAlias } from '../../../../mappings/elasticsearch/index-names.ts';
import { REBUILD_QUEUE } from '../../../../mappings/queues.ts';
import { createRedis } from '../../../../platform/redis.ts';
import { compareStores } from '../../../support/compare-stores.ts';
import { aBoard, herons } from '../../../support/herons.ts';
import { drained, runIndexer } from '../../../support/indexer.ts';
import { startProcess, stopProcess } from '../../../support/processes.ts';
import { writePosts, type TestBoard } from '../../../support/builders.ts';
import {
  ended,
  enqueue,
  presentIndices,
  reaches,
  readTask,
  registered,
  requestAction,
} from '../../../support/tasks.ts';
import { useWorld } from '../../../support/world.ts';
import { countOf } from '../../../support/full-counts.ts';

const world = useWorld();
const POSTS = 40_000;
const SWAPS = countOf(20, 3);

async function hasCopied(id: number, documents: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { progress, status, step } = await readTask(world(), id);
      if (step !== 'copy' || (progress.done ?? 0) < documents) throw new Error(`${status} ${step} ${progress.done}`);
    },
    { timeout: 60_000, interval: 10 },
  );
}

test(
  'a paused rebuild keeps its position, a resumed one continues, and a cancelled one leaves no index behind',
  { timeout: 400_000 },
  async () => {
    const board = await aBoard(world(), 'steered', POSTS, { isMarked: false });
    // Two processes: the one that walks a range need not be the one that does the task.
    const indexers = [await runIndexer(world()), await runIndexer(world())];
    expect(indexers).toHaveLength(2);
    await drained(world());
    const before = await presentIndices(world(), board);

    const id = await enqueue(world(), 'reindex', board);
    await hasCopied(id, 2_000);
    await requestAction(world(), id, 'pause');
    const done = await stopped(id);
    expect(done).toBeLessThan(POSTS);
    await requestAction(world(), id, 'run');
    await vi.waitFor(async () => expect(await copied(id)).toBeGreaterThan(done), { timeout: 20_000 });

    await requestAction(world(), id, 'cancel');
    const cancelled = await ended(world(), id);
    expect(cancelled).toMatchObject({ status: 'cancelled', error: null });
    expect(await presentIndices(world(), board)).toEqual(before);
    expect((await registered(world(), board)).map(({ state }) => state)).toEqual(['live']);
    expect(await copied(id)).toBe(0);

    await writePosts(world().pool, board, herons(POSTS + 1, 5));
    await drained(world());
    expect((await ended(world(), await enqueue(world(), 'reindex', board))).status).toBe('succeeded');
    expect((await compareStores(world())).differences).toEqual([]);
  },
);

/**
 * Returns the number of copied documents once no worker copies any more. A range that is opened after the pause is not
 * copied, so it suffices that no job is active after it.
 */
async function stopped(id: number): Promise<number> {
  const redis = createRedis(world().redisUrl);
  try {
    await vi.waitFor(async () => expect(await redis.llen(`${world().queuePrefix}:${REBUILD_QUEUE}:active`)).toBe(0), {
      timeout: 20_000,
      interval: 10,
    });
    return await copied(id);
  } finally {
    redis.disconnect();
  }
}

async function copied(id: number): Promise<number> {
  const { rows } = await world().pool.query<{ documents: string }>(
    'select coalesce(sum(documents), 0) as documents from rebuild_ranges where task_id = $1',
    [id],
  );
  return Number(rows[0]?.documents);
}

test(
  'a rebuild is finished by another process whichever step the first one is killed in',
  { timeout: 400_000 },
  async () => {
    const board = await aBoard(world(), 'killed', 6_000, { isMarked: false });
    // The boards of the tests before are due to be verified, and would be in the tests after.
    const settings = { SAGASU_VERIFY_INTERVAL_HOURS: '0' };
    const start = () => startProcess('indexer/main.ts', world(), settings);
    // Who ends one rebuild is killed in the next.
    let worker = start();
    await drained(world());
    for (const step of ['prepare', 'copy', 'catch_up', 'settle', 'verify', 'swap']) {
      const id = await seenIn(step, board);
      await killed(worker);
      // A lease runs out by itself in one of the steps, which is enough.
      if (step !== 'copy') await expireLease(id);
      worker = start();
      expect(await ended(world(), id), `killed in ${step}`).toMatchObject({ status: 'succeeded', error: null });
      const states = (await registered(world(), board)).map(({ state }) => state);
      expect(states, `killed in ${step}`).toEqual(['standby', 'live']);
    }
    await stopProcess(worker);
    expect((await compareStores(world())).differences).toEqual([]);
  },
);

/** A rebuild that is in that step. */
async function seenIn(step: string, board: TestBoard): Promise<number> {
  for (let tries = 1; tries <= 20; tries++) {
    const id = await enqueue(world(), 'reindex', board);
    if (await reaches(world(), id, step)) return id;
  }
  throw new Error(`no rebuild was seen in its step ${step}`);
}

async function killed(worker: ChildProcess): Promise<void> {
  const gone = once(worker, 'exit');
  worker.kill('SIGKILL');
  await gone;
}

async function expireLease(id: number): Promise<void> {
  await world().pool.query('update tasks set lease_until = clock_timestamp() where id = $1', [id]);
}

interface Search {
  readonly began: number;
  readonly found: number;
  readonly distinct: number;
}

test(
  'no search misses or duplicates a post while indices are swapped again and again',
  { timeout: 400_000 },
  async () => {
    const board = await aBoard(world(), 'swaps', 400);
    await runIndexer(world());
    await drained(world());
    await ended(world(), await enqueue(world(), 'reindex', board));
    const index = boardAlias(world().indexPrefix, 'swaps');
    const state = { isOn: true, committed: 400 };
    const searches: (Search & { readonly least: number })[] = [];
    const searching = (async () => {
      // What was once found stays found.
      let least = 0;
      while (state.isOn) {
        const began = performance.now();
        const answer = await world().elasticsearch.search({
          index,
          size: 1_000,
          _source: false,
          query: { match: { comment: 'heron' } },
        });
        const ids = answer.hits.hits.map(({ _id }) => _id ?? '');
        const found = ids.length;
        searches.push({ began, found, distinct: new Set(ids).size, least });
        least = Math.max(least, found);
      }
    })();
    const writing = (async () => {
      while (state.isOn) {
        await writePosts(world().pool, board, herons(state.committed + 1, 1));
        state.committed++;
        await sleep(150);
      }
    })();
    for (let swap = 0; swap < SWAPS; swap++) {
      const kind = swap % 10 === 9 ? 'reindex' : 'rollback';
      const task = await ended(world(), await enqueue(world(), kind, board));
      expect(task, `change ${swap}`).toMatchObject({ status: 'succeeded', error: null });
    }
    state.isOn = false;
    await Promise.all([searching, writing]);
    expect(searches.length).toBeGreaterThan(5 * SWAPS);
    expect(searches.filter(({ found, distinct }) => found !== distinct)).toEqual([]);
    expect(searches.filter(({ found, least }) => found < least)).toEqual([]);
    await drained(world());
    expect((await compareStores(world())).differences).toEqual([]);
    expect(await statesOf(board)).toEqual(['live', 'standby']);
  },
);

async function statesOf(board: TestBoard): Promise<readonly string[]> {
  return (await registered(world(), board)).map((each) => each.state).toSorted();
}
