import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { boardAlias } from '../../../../mappings/elasticsearch/index-names.ts';
import { REBUILD_QUEUE } from '../../../../mappings/queues.ts';
import { createPatientRedis } from '../../../support/patient-redis.ts';
import { compareStores } from '../../../support/compare-stores.ts';
import { aBoard, herons } from '../../../support/herons.ts';
import { startHttpProxy, type Treatment } from '../../../support/http-proxy.ts';
import { drained, runIndexer } from '../../../support/indexer.ts';
import { startProcess, stopProcess } from '../../../support/processes.ts';
import { writePosts, type TestBoard } from '../../../support/builders.ts';
import { ended, enqueue, presentIndices, reaches, registered, requestAction } from '../../../support/tasks.ts';
import { useWorld } from '../../../support/world.ts';
import { countOf } from '../../../support/full-counts.ts';

const world = useWorld();
/** Several pages of a copy, each a bulk request. */
const SIZES = { copyPage: { posts: 100, bytes: 4_000_000 } };
const POSTS = 450;
const SWAPS = countOf(20, 3);

interface Gate {
  readonly allow: (requests: number) => void;
  readonly pass: () => Promise<void>;
}

/** Holds all callers until the given number has been admitted. */
function openGate(): Gate {
  let allowed = 0;
  const held: (() => void)[] = [];
  return {
    allow(requests) {
      allowed += requests;
      while (allowed > 0 && held.length > 0) {
        allowed--;
        held.shift()?.();
      }
    },
    async pass() {
      if (allowed > 0) allowed--;
      else await new Promise<void>((resolve) => held.push(resolve));
    },
  };
}

test(
  'a paused rebuild keeps its position, a resumed one continues, and a cancelled one leaves no index behind',
  { timeout: 400_000 },
  async () => {
    const board = await aBoard(world(), 'steered', POSTS, { isMarked: false });
    const proxy = await startHttpProxy(world().elasticsearchUrls[0] ?? '');
    onTestFinished(() => proxy.close());
    // With two processes, the one that copies a range may differ from the one that runs the task.
    for (const _ of [1, 2]) await runIndexer(world(), { ELASTICSEARCH_URL: proxy.url }, { sizes: SIZES });
    await drained(world());
    const before = await presentIndices(world(), board);
    const bulks = openGate();
    proxy.treat = async (_, path): Promise<Treatment> => {
      if (path.startsWith('/_bulk')) await bulks.pass();
      return 'pass';
    };

    const id = await enqueue(world(), 'reindex', board);
    bulks.allow(1);
    await hasCopied(id, 0);
    await requestAction(world(), id, 'pause');
    // The page that was being copied.
    bulks.allow(1);
    const done = await stopped(id);
    expect(done).toBeLessThan(POSTS);
    await requestAction(world(), id, 'run');
    bulks.allow(1);
    await hasCopied(id, done);

    await requestAction(world(), id, 'cancel');
    bulks.allow(Number.POSITIVE_INFINITY);
    const cancelled = await ended(world(), id);
    expect(cancelled).toMatchObject({ status: 'cancelled', error: null });
    expect(await presentIndices(world(), board)).toEqual(before);
    expect((await registered(world(), board)).map(({ state }) => state)).toEqual(['live']);
    expect(await copied(id)).toBe(0);

    await writePosts(world().pool, board, herons(POSTS + 1, 5));
    await drained(world());
    expect((await ended(world(), await enqueue(world(), 'reindex', board))).status).toBe('succeeded');
    expect((await compareStores(world(), { board })).differences).toEqual([]);
  },
);

async function hasCopied(id: number, more: number): Promise<void> {
  await vi.waitFor(async () => expect(await copied(id)).toBeGreaterThan(more), { timeout: 60_000, interval: 10 });
}

/**
 * Returns the number of copied documents once no worker copies any more. A range that is opened after the pause is not
 * copied, so it suffices that no job is active after it.
 */
async function stopped(id: number): Promise<number> {
  const redis = createPatientRedis(world().redisUrl);
  try {
    await vi.waitFor(async () => expect(await redis.llen(`${world().queuePrefix}:${REBUILD_QUEUE}:active`)).toBe(0), {
      timeout: 60_000,
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
  'another process finishes a rebuild, whichever step the first process is killed in',
  { timeout: 400_000 },
  async () => {
    const board = await aBoard(world(), 'killed', 2_000, { isMarked: false });
    // Boards of earlier tests would become due for verification during later tests.
    const settings = { SAGASU_VERIFY_INTERVAL_HOURS: '0' };
    const start = () => startProcess('indexer/main.ts', world(), settings);
    // The process that finishes one rebuild is killed in the next.
    let worker = start();
    await drained(world());
    for (const step of ['prepare', 'copy', 'catch_up', 'settle', 'verify', 'swap']) {
      const id = await seenIn(step, board);
      await killed(worker);
      // Waiting for the lease to expire is tested in only one of the steps.
      if (step !== 'copy') await expireLease(id);
      worker = start();
      expect(await ended(world(), id), `killed in ${step}`).toMatchObject({ status: 'succeeded', error: null });
      const states = (await registered(world(), board)).map(({ state }) => state);
      expect(states, `killed in ${step}`).toEqual(['standby', 'live']);
    }
    await stopProcess(worker);
    expect((await compareStores(world(), { board })).differences).toEqual([]);
  },
);

/** Starts a rebuild and waits until it is in that step. */
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

test('no search misses or duplicates a post while indices are swapped repeatedly', { timeout: 400_000 }, async () => {
  const board = await aBoard(world(), 'swaps', 400);
  await runIndexer(world());
  await drained(world());
  await ended(world(), await enqueue(world(), 'reindex', board));
  const index = boardAlias(world().indexPrefix, 'swaps');
  const state = { isOn: true, committed: 400 };
  const searches: (Search & { readonly least: number })[] = [];
  const searching = (async () => {
    // A post that was found once is found in all later searches.
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
  expect((await compareStores(world(), { board })).differences).toEqual([]);
  expect(await statesOf(board)).toEqual(['live', 'standby']);
});

async function statesOf(board: TestBoard): Promise<readonly string[]> {
  return (await registered(world(), board)).map((each) => each.state).toSorted();
}
