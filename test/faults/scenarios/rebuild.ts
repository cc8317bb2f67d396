import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../support/archive.ts';
import type { TestBoard } from '../../support/builders.ts';
import { freePort } from '../../support/ports.ts';
import { enqueue, readTask, type SeenTask } from '../../support/tasks.ts';
import { writeCalmBoard } from '../calm-board.ts';
import { drain } from '../judge.ts';
import type { PrivateStores } from '../private-stores.ts';
import { startReaders } from '../readers.ts';
import type { Scenario } from '../scenario.ts';
import type { Figures, Stage } from '../stage.ts';
import type { WatchedProcess } from '../watched-process.ts';

const LONGEST_LIFE_MS = 3_000;
/** A kill of the worker costs its lease, eight seconds: after so many of them a rebuild is let go on. */
const KILLS_A_REBUILD = 8;
const REBUILD_LIMIT_MS = 900_000;
const STEPS_SEEN_EVERY_MS = 20;

interface HeldTask extends SeenTask {
  readonly worker: string | null;
}

interface Siege {
  readonly strike: (task: HeldTask) => Promise<void>;
  /** Asked before each rebuild. */
  readonly isEnough: (rebuilds: number, strikes: number) => boolean;
}

/** Writers go on at their rate; the boards are rebuilt in turn. */
async function rebuildUnder(stage: Stage, { strike, isEnough }: Siege): Promise<Figures> {
  const { world, load, complain } = stage;
  const steps: Record<string, number> = {};
  let strikes = 0;
  let rebuilds = 0;
  for (; !isEnough(rebuilds, strikes); rebuilds++) {
    const board = load.boards[rebuilds % load.boards.length] as TestBoard;
    const id = await enqueue(world, 'reindex', board);
    for (let struck = 0; struck < KILLS_A_REBUILD; struck++) {
      await sleep(stage.random() * LONGEST_LIFE_MS);
      const task = await seen(stage, id);
      if (isOver(task)) break;
      const step = task.step ?? 'not begun';
      steps[step] = (steps[step] ?? 0) + 1;
      strikes++;
      await strike(task);
    }
    const end = await over(stage, id);
    if (end.status !== 'succeeded') complain(`rebuild ${id} is ${end.status} at ${end.step}: ${end.error?.message}`);
  }
  return { rebuilds, strikes, ...steps };
}

async function killRebuilders(stage: Stage): Promise<Figures> {
  const { load, wishes, random, indexer } = stage;
  const indexers: WatchedProcess[] = [await indexer(), await indexer()];
  await load.write(wishes.posts);
  load.start();
  return rebuildUnder(stage, {
    isEnough: (rebuilds) => rebuilds >= wishes.rounds,
    async strike(task) {
      // Mostly the one that holds the lease, sometimes its helper.
      const holder = indexers.findIndex(({ child }) => task.worker?.includes(`-${child.pid}-`));
      const turn = holder !== -1 && random() < 0.7 ? holder : Math.floor(random() * indexers.length);
      await indexers[turn]?.kill();
      indexers[turn] = stage.run('indexer/main.ts');
    },
  });
}

async function killStoresUnderRebuild(stage: Stage, stores: PrivateStores): Promise<Figures> {
  const { load, wishes, random, indexer } = stage;
  await Promise.all([indexer(), indexer()]);
  await load.write(wishes.posts);
  load.start();
  let turn = 0;
  return rebuildUnder(stage, {
    isEnough: (_, strikes) => strikes >= wishes.rounds * STORES.length,
    async strike() {
      const store = STORES[turn++ % STORES.length] ?? 'redis';
      await stores.kill(store);
      await sleep(random() * 1_000);
      await stores.start(store);
    },
  });
}

const STORES = ['postgres', 'redis', 'elasticsearch'] as const;

/** Both names that a board is searched by: its own, and that of all. */
async function swapUnderReaders(stage: Stage): Promise<Figures> {
  const { world, load, wishes, indexer, run, complain } = stage;
  const calm = await writeCalmBoard(stage);
  await load.write(wishes.posts);
  await Promise.all([indexer(), indexer()]);
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  run('server/main.ts', {
    SAGASU_PORT: String(port),
    SAGASU_RATE_LIMIT: '0',
    ELASTICSEARCH_URL: world.elasticsearchUrls.join(','),
  });
  await eventually('the server is ready', async () => (await fetch(`${address}/readyz`)).ok);
  for (const fault of (await drain(world)).faults) complain(fault);
  await world.elasticsearch.indices.refresh({ index: `${world.indexPrefix}*` });
  load.start();
  const readers = [calm.query, 'heron'].map((query) => startReaders([address], { ...calm, query, perSecond: 10 }));
  for (let round = 0; round < wishes.rounds; round++) {
    // Every third is a change back, which is quicker and follows close on the one before.
    const end = await over(stage, await enqueue(world, round % 3 === 2 ? 'rollback' : 'reindex', calm.board));
    if (end.status !== 'succeeded') complain(`swap ${end.id} is ${end.status} at ${end.step}: ${end.error?.message}`);
  }
  const readings = await Promise.all(readers.map(async (reader) => reader.stop()));
  for (const { failures } of readings) for (const failure of failures) complain(`a reader got ${failure}`);
  const sum = (count: (reading: (typeof readings)[number]) => number) =>
    readings.reduce((total, reading) => total + count(reading), 0);
  return {
    swaps: wishes.rounds,
    queries: sum(({ queries }) => queries),
    tries: sum(({ tries }) => tries),
    again: JSON.stringify(readings.map(({ again }) => again)),
  };
}

function isOver({ status }: SeenTask): boolean {
  return status !== 'enqueued' && status !== 'processing';
}

/** Looks again while PostgreSQL is away. */
async function seen({ world }: Stage, id: number): Promise<HeldTask> {
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

async function over(stage: Stage, id: number): Promise<SeenTask> {
  const deadline = performance.now() + REBUILD_LIMIT_MS;
  for (;;) {
    const task = await seen(stage, id);
    if (isOver(task) || performance.now() > deadline) return task;
    await sleep(STEPS_SEEN_EVERY_MS);
  }
}

export const REBUILD_SCENARIOS: readonly Scenario[] = [
  {
    name: 'rebuild-kill',
    claim: 'a rebuild whose workers are killed again and again ends, and misses no write',
    wishes: { rounds: 10, posts: 20_000 },
    run: killRebuilders,
  },
  {
    name: 'rebuild-store-kill',
    claim: 'a rebuild under which the stores are killed ends, and misses no write',
    // Kills of each store; rebuilds follow one another until there were so many.
    wishes: { rounds: 6, posts: 20_000 },
    run: killStoresUnderRebuild,
  },
  {
    name: 'swap-readers',
    claim: 'a reader finds every post once, in every moment of a change of indices',
    wishes: { rounds: 20, posts: 3_000 },
    run: swapUnderReaders,
  },
];
