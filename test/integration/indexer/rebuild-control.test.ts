import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { boardAlias } from '../../../mappings/elasticsearch/index-names.ts';
import { compareStores } from '../../support/compare-stores.ts';
import { aBoard, herons } from '../../support/herons.ts';
import { drained, runIndexer } from '../../support/indexer.ts';
import { startProcess, stopProcess } from '../../support/processes.ts';
import { writePosts, type TestBoard } from '../../support/builders.ts';
import { ended, enqueue, presentIndices, reaches, readTask, registered, wish } from '../../support/tasks.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();
const POSTS = 40_000;
/** What an admin is promised, and what a loaded machine may add to it. */
const CANCEL_LIMIT_MS = 2_000 * 3;

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
  'a paused rebuild keeps its place, a resumed one ends, and a cancelled one leaves no index behind',
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
    await wish(world(), id, 'pause');
    await sleep(2_000);
    const place = await copied(id);
    expect(place).toBeLessThan(POSTS);
    await sleep(1_500);
    expect(await copied(id)).toBe(place);
    await wish(world(), id, 'run');
    await vi.waitFor(async () => expect(await copied(id)).toBeGreaterThan(place), { timeout: 20_000 });

    await wish(world(), id, 'cancel');
    const cancelled = await ended(world(), id, CANCEL_LIMIT_MS);
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
    const first = startProcess('indexer/main.ts', world(), settings);
    await drained(world());
    await stopProcess(first);
    for (const step of ['prepare', 'copy', 'catch_up', 'settle', 'verify', 'swap']) {
      const id = await killedIn(step, board, settings);
      const heir = startProcess('indexer/main.ts', world(), settings);
      expect(await ended(world(), id), `killed in ${step}`).toMatchObject({ status: 'succeeded', error: null });
      const states = (await registered(world(), board)).map(({ state }) => state);
      expect(states, `killed in ${step}`).toEqual(['standby', 'live']);
      await stopProcess(heir);
    }
    expect((await compareStores(world())).differences).toEqual([]);
  },
);

/** A rebuild whose process was killed in that step. */
async function killedIn(step: string, board: TestBoard, settings: Readonly<Record<string, string>>): Promise<number> {
  for (let tries = 1; tries <= 20; tries++) {
    const id = await enqueue(world(), 'reindex', board);
    const doomed = startProcess('indexer/main.ts', world(), settings);
    const isThere = await reaches(world(), id, step);
    doomed.kill('SIGKILL');
    if (isThere) return id;
  }
  throw new Error(`no rebuild was seen in its step ${step}`);
}

interface Search {
  readonly began: number;
  readonly found: number;
  readonly distinct: number;
}

test('no search misses or doubles a post while indices change places twenty times', { timeout: 400_000 }, async () => {
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
  for (let swap = 0; swap < 20; swap++) {
    const kind = swap % 10 === 9 ? 'reindex' : 'rollback';
    const task = await ended(world(), await enqueue(world(), kind, board));
    expect(task, `change ${swap}`).toMatchObject({ status: 'succeeded', error: null });
  }
  state.isOn = false;
  await Promise.all([searching, writing]);
  expect(searches.length).toBeGreaterThan(100);
  expect(searches.filter(({ found, distinct }) => found !== distinct)).toEqual([]);
  expect(searches.filter(({ found, least }) => found < least)).toEqual([]);
  await drained(world());
  expect((await compareStores(world())).differences).toEqual([]);
  expect(await statesOf(board)).toEqual(['live', 'standby']);
});

async function statesOf(board: TestBoard): Promise<readonly string[]> {
  return (await registered(world(), board)).map((each) => each.state).toSorted();
}
