import { setTimeout as sleep } from 'node:timers/promises';
import { COVER_FROM } from '../../../indexer/rebuild/cover-marks.ts';
import { eventually } from '../../support/archive.ts';
import type { TestBoard } from '../../support/builders.ts';
import { freePort } from '../../support/ports.ts';
import { enqueue, readTask, type SeenTask } from '../../support/tasks.ts';
import { writeCalmBoard } from '../calm-board.ts';
import { ImportedBoard } from '../imported-board.ts';
import { drain } from '../judge.ts';
import type { PrivateStores } from '../private-stores.ts';
import { startReaders } from '../readers.ts';
import type { Scenario } from '../scenario.ts';
import type { Figures, Stage } from '../stage.ts';
import type { WatchedProcess } from '../watched-process.ts';

const LONGEST_LIFE_MS = 3_000;
/**
 * A killed worker delays the rebuild until its lease of eight seconds has expired; after this many kills the rebuild is
 * left alone.
 */
const KILLS_PER_REBUILD = 8;
const REBUILD_LIMIT_MS = 900_000;
/** The marks of edited posts are indexed before a rebuild covers the others, which takes a minute when its workers are killed. */
const SPARE_MARKS = 6_000;
const STEPS_SEEN_EVERY_MS = 20;

interface HeldTask extends SeenTask {
  readonly worker: string | null;
}

interface FaultPlan {
  /** Returns the board to rebuild; by default the boards of the writers in turn. */
  readonly prepare?: () => Promise<TestBoard>;
  /** Called after the rebuild was enqueued. */
  readonly begin?: () => Promise<void>;
  readonly strike: (task: HeldTask) => Promise<void>;
  /** Called after each rebuild. */
  readonly check?: (task: SeenTask) => Promise<void>;
  /** Called before each rebuild. */
  readonly isEnough: (rebuilds: number, strikes: number) => boolean;
}

/** Rebuilds boards while the writers continue at their rate. */
async function rebuildUnder(stage: Stage, { prepare, begin, strike, check, isEnough }: FaultPlan): Promise<Figures> {
  const { world, load, reportFailure } = stage;
  const steps: Record<string, number> = {};
  let strikes = 0;
  let rebuilds = 0;
  for (; !isEnough(rebuilds, strikes); rebuilds++) {
    const board = prepare ? await prepare() : (load.boards[rebuilds % load.boards.length] as TestBoard);
    const id = await enqueue(world, 'reindex', board);
    await begin?.();
    for (let struck = 0; struck < KILLS_PER_REBUILD; struck++) {
      await sleep(stage.random() * LONGEST_LIFE_MS);
      const task = await readHeldTask(stage, id);
      if (isOver(task)) break;
      const step = task.step ?? 'not begun';
      steps[step] = (steps[step] ?? 0) + 1;
      strikes++;
      await strike(task);
    }
    const end = await untilOver(stage, id);
    if (end.status !== 'succeeded')
      reportFailure(`rebuild ${id} is ${end.status} at ${end.step}: ${end.error?.message}`);
    await check?.(end);
  }
  return { rebuilds, strikes, ...steps };
}

async function killRebuilders(stage: Stage): Promise<Figures> {
  const { load, params, indexer } = stage;
  const indexers: WatchedProcess[] = [await indexer(), await indexer()];
  await load.write(params.posts);
  load.start();
  return rebuildUnder(stage, {
    isEnough: (rebuilds) => rebuilds >= params.rounds,
    strike: async (task) => killOne(stage, indexers, task),
  });
}

/** Two indexers that disagree about sharing, so that each rebuild moves a board into a shared index or out of it. */
const SHARING = ['10000000', '0'].map((below) => ({ SAGASU_SHARE_INDEX_BELOW: below }));

async function killMovers(stage: Stage): Promise<Figures> {
  const { load, params, indexer, world } = stage;
  const indexers: WatchedProcess[] = [await indexer(SHARING[0]), await indexer(SHARING[1])];
  await load.write(params.posts);
  load.start();
  const moves = { shared: 0, own: 0 };
  const figures = await rebuildUnder(stage, {
    isEnough: (rebuilds) => rebuilds >= params.rounds,
    strike: async (task) => killOne(stage, indexers, task, SHARING),
    async check({ id }) {
      const { rows } = await world.pool.query<{ is_shared: boolean }>(
        `select is_shared from indices where task_id = $1 and state = 'live'`,
        [id],
      );
      for (const { is_shared: isShared } of rows) moves[isShared ? 'shared' : 'own']++;
    },
  });
  return { ...figures, ...moves };
}

/** Usually kills the worker that holds the lease, sometimes its helper; another one takes its place. */
async function killOne(
  stage: Stage,
  indexers: WatchedProcess[],
  task: HeldTask,
  settings: readonly Readonly<Record<string, string>>[] = [],
): Promise<void> {
  const holder = indexers.findIndex(({ child }) => task.worker?.includes(`-${child.pid}-`));
  const turn = holder !== -1 && stage.random() < 0.7 ? holder : Math.floor(stage.random() * indexers.length);
  await indexers[turn]?.kill();
  indexers[turn] = stage.run('indexer/main.ts', settings[turn]);
}

/** Before each rebuild an import changes every post of a board while no indexer runs, so that the rebuild covers the marks. */
async function killRebuildersOfImports(stage: Stage): Promise<Figures> {
  const { load, params, indexer, reportFailure } = stage;
  const indexers: WatchedProcess[] = [await indexer(), await indexer()];
  await load.write(params.posts);
  load.start();
  const imported = await ImportedBoard.create(stage, COVER_FROM + SPARE_MARKS);
  let covered = 0;
  let edits = 0;
  let ended = new AbortController();
  let editing = Promise.resolve(0);
  const figures = await rebuildUnder(stage, {
    isEnough: (rebuilds) => rebuilds >= params.rounds,
    async prepare() {
      await Promise.all(indexers.map(async (each) => each.kill()));
      await imported.import();
      return imported.board;
    },
    async begin() {
      indexers.splice(0, indexers.length, stage.run('indexer/main.ts'), stage.run('indexer/main.ts'));
      ended = new AbortController();
      editing = imported.edit(ended.signal);
    },
    strike: async (task) => killOne(stage, indexers, task),
    async check({ id, details }) {
      ended.abort();
      edits += await editing;
      await imported.release();
      const marks = Number(details['covered'] ?? 0);
      if (marks === 0) reportFailure(`rebuild ${id} has covered no marks`);
      covered += marks;
    },
  });
  return { ...figures, covered, edits };
}

async function killStoresUnderRebuild(stage: Stage, stores: PrivateStores): Promise<Figures> {
  const { load, params, random, indexer } = stage;
  await Promise.all([indexer(), indexer()]);
  await load.write(params.posts);
  load.start();
  let turn = 0;
  return rebuildUnder(stage, {
    isEnough: (_, strikes) => strikes >= params.rounds * STORES.length,
    async strike() {
      const store = STORES[turn++ % STORES.length] ?? 'redis';
      await stores.kill(store);
      await sleep(random() * 1_000);
      await stores.start(store);
    },
  });
}

const STORES = ['postgres', 'redis', 'elasticsearch'] as const;

/** Searches through both aliases of a board: its own, and the one of all boards. */
async function swapUnderReaders(stage: Stage): Promise<Figures> {
  const { world, load, params, indexer, run, reportFailure } = stage;
  const calm = await writeCalmBoard(stage);
  await load.write(params.posts);
  await Promise.all([indexer(), indexer()]);
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  run('server/main.ts', {
    SAGASU_PORT: String(port),
    SAGASU_RATE_LIMIT: '0',
    ELASTICSEARCH_URL: world.elasticsearchUrls.join(','),
  });
  await eventually('the server is ready', async () => (await fetch(`${address}/readyz`)).ok);
  for (const fault of (await drain(world)).faults) reportFailure(fault);
  await world.elasticsearch.indices.refresh({ index: `${world.indexPrefix}*` });
  load.start();
  const readers = [calm.query, 'heron'].map((query) => startReaders([address], { ...calm, query, perSecond: 10 }));
  for (let round = 0; round < params.rounds; round++) {
    // Every third swap is a rollback, which is fast and follows closely on the swap before it.
    const end = await untilOver(stage, await enqueue(world, round % 3 === 2 ? 'rollback' : 'reindex', calm.board));
    if (end.status !== 'succeeded')
      reportFailure(`swap ${end.id} is ${end.status} at ${end.step}: ${end.error?.message}`);
  }
  const readings = await Promise.all(readers.map(async (reader) => reader.stop()));
  for (const { failures } of readings) for (const failure of failures) reportFailure(`a reader got ${failure}`);
  const sum = (count: (reading: (typeof readings)[number]) => number) =>
    readings.reduce((total, reading) => total + count(reading), 0);
  return {
    swaps: params.rounds,
    queries: sum(({ queries }) => queries),
    tries: sum(({ tries }) => tries),
    again: JSON.stringify(readings.map(({ again }) => again)),
  };
}

function isOver({ status }: SeenTask): boolean {
  return status !== 'enqueued' && status !== 'processing';
}

/** Reads the task; retries while PostgreSQL is down. */
async function readHeldTask({ world }: Stage, id: number): Promise<HeldTask> {
  for (;;) {
    try {
      const task = await readTask(world, id);
      const { rows } = await world.pool.query<{ worker: string | null }>('select worker from tasks where id = $1', [
        id,
      ]);
      return { ...task, worker: rows[0]?.worker ?? null };
    } catch {
      await sleep(STEPS_SEEN_EVERY_MS);
    }
  }
}

async function untilOver(stage: Stage, id: number): Promise<SeenTask> {
  const deadline = performance.now() + REBUILD_LIMIT_MS;
  for (;;) {
    const task = await readHeldTask(stage, id);
    if (isOver(task) || performance.now() > deadline) return task;
    await sleep(STEPS_SEEN_EVERY_MS);
  }
}

export const REBUILD_SCENARIOS: readonly Scenario[] = [
  {
    name: 'rebuild-kill',
    claim: 'a rebuild ends and misses no write although its workers are killed repeatedly',
    params: { rounds: 10, posts: 20_000 },
    run: killRebuilders,
  },
  {
    name: 'rebuild-import-kill',
    claim: 'a rebuild after an import covers the marks and misses no write although its workers are killed repeatedly',
    params: { rounds: 8, posts: 5_000 },
    run: killRebuildersOfImports,
  },
  {
    name: 'move-kill',
    claim:
      'a board moves between shared and own indices and misses no write although its workers are killed repeatedly',
    params: { rounds: 10, posts: 20_000 },
    run: killMovers,
  },
  {
    name: 'rebuild-store-kill',
    claim: 'a rebuild ends and misses no write although the stores are killed',
    // `rounds` kills of each store, during as many rebuilds as needed.
    params: { rounds: 6, posts: 20_000 },
    run: killStoresUnderRebuild,
  },
  {
    name: 'swap-readers',
    claim: 'a reader finds every post exactly once while indices are swapped',
    params: { rounds: 20, posts: 3_000 },
    run: swapUnderReaders,
  },
];
