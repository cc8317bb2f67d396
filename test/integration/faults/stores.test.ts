/** Faults that end or rob a store: over servers that belong to this file alone. `npm run faults` plays them for longer. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPrivateStores, type PrivateStores } from '../../faults/private-stores.ts';
import { SCENARIOS } from '../../faults/scenarios.ts';
import { play, type Report, type Wishes } from '../../faults/stage.ts';
import { seededRandom } from '../../simulation/scheduler.ts';
import { createWorld, destroyWorld } from '../../support/world.ts';

const START_LIMIT_MS = 300_000;
const SCENARIO_LIMIT_MS = 300_000;
const SEED = 1;

let folder: string;
let stores: PrivateStores;

beforeAll(async () => {
  mkdirSync('data', { recursive: true });
  folder = mkdtempSync('data/test-faults-');
  stores = await startPrivateStores(folder);
}, START_LIMIT_MS);

afterAll(async () => {
  await stores.stop();
  rmSync(folder, { recursive: true, force: true });
}, START_LIMIT_MS);

async function short(name: string, wishes: Pick<Wishes, 'rounds' | 'posts'> & { seconds?: number }): Promise<Report> {
  const scenario = SCENARIOS.find((each) => each.name === name);
  if (scenario === undefined) throw new Error(`there is no scenario ${name}`);
  const world = await createWorld(stores.databaseUrl, stores.redisUrl, stores.elasticsearchUrls);
  try {
    return await play(
      { ...scenario, run: async (stage) => scenario.run(stage, stores) },
      world,
      { rate: 100, seconds: 0, seed: SEED, ...wishes },
      seededRandom(SEED),
    );
  } finally {
    await destroyWorld(stores.databaseUrl, world);
  }
}

test.for([
  ['PostgreSQL is killed, and replies to its commits are lost', 'postgres-kill', { rounds: 3, posts: 2_000 }],
  ['Redis is killed', 'redis-kill', { rounds: 2, posts: 2_000 }],
  ['Redis is emptied', 'redis-flush', { rounds: 3, posts: 2_000 }],
  ['Redis comes back without its files', 'redis-lost', { rounds: 2, posts: 2_000 }],
  ['Redis is full', 'redis-full', { rounds: 1, posts: 5_000, seconds: 5 }],
  ['Elasticsearch is killed in the middle of a bulk', 'elasticsearch-kill', { rounds: 1, posts: 2_000 }],
  [
    'Elasticsearch answers wrongly, late, by half or not at all',
    'elasticsearch-faults',
    { rounds: 1, posts: 2_000, seconds: 8 },
  ],
  ['an indexer stands still with its bulks on their way', 'indexer-freeze', { rounds: 1, posts: 1_000, seconds: 9 }],
] as const)('Elasticsearch equals PostgreSQL after %s', { timeout: SCENARIO_LIMIT_MS }, async ([, name, wishes]) => {
  const report = await short(name, wishes);
  expect(report.faults).toEqual([]);
  expect(report.documents).toBe(report.rows);
  expect(report.rows).toBeGreaterThan(0);
});
