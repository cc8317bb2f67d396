/**
 * Stores of this file only are killed, emptied and filled. `npm run faults` runs the full counts, and also kills Elasticsearch; `npm
 * test` starts no second one.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startPrivateStores, type PrivateStores } from '../../faults/private-stores.ts';
import { SCENARIOS } from '../../faults/scenarios.ts';
import { play, type Report, type ScenarioParams } from '../../faults/stage.ts';
import { seededRandom } from '../../simulation/scheduler.ts';
import { countOf, IS_FULL } from '../../support/full-counts.ts';
import { createWorld, destroyWorld } from '../../support/world.ts';

const START_LIMIT_MS = 300_000;
const SCENARIO_LIMIT_MS = 300_000;
const SEED = 1;

let folder: string;
let stores: PrivateStores;

beforeAll(async () => {
  mkdirSync('data', { recursive: true });
  folder = mkdtempSync('data/test-faults-');
  const shared = IS_FULL ? {} : { elasticsearchUrls: inject('elasticsearchUrls') };
  stores = await startPrivateStores(folder, undefined, shared);
}, START_LIMIT_MS);

afterAll(async () => {
  await stores.stop();
  rmSync(folder, { recursive: true, force: true });
}, START_LIMIT_MS);

async function short(
  name: string,
  params: Pick<ScenarioParams, 'rounds' | 'posts'> & { seconds?: number },
): Promise<Report> {
  const scenario = SCENARIOS.find((each) => each.name === name);
  if (scenario === undefined) throw new Error(`there is no scenario ${name}`);
  const world = await createWorld(stores.databaseUrl, stores.redisUrl, stores.elasticsearchUrls);
  try {
    return await play(
      { ...scenario, run: async (stage) => scenario.run(stage, stores) },
      world,
      { rate: 100, seconds: 0, seed: SEED, ...params },
      seededRandom(SEED),
    );
  } finally {
    await destroyWorld(stores.databaseUrl, world);
  }
}

test.for([
  [
    'PostgreSQL is killed and replies to commits are lost',
    'postgres-kill',
    { rounds: countOf(3), posts: countOf(2_000) },
  ],
  ['Redis is killed', 'redis-kill', { rounds: countOf(2), posts: countOf(2_000) }],
  ['Redis is emptied', 'redis-flush', { rounds: countOf(3), posts: countOf(2_000) }],
  ['Redis restarts without its files', 'redis-lost', { rounds: countOf(2), posts: countOf(2_000) }],
  ['Redis is full', 'redis-full', { rounds: 1, posts: countOf(5_000), seconds: countOf(5) }],
  ...(IS_FULL
    ? ([
        ['Elasticsearch is killed in the middle of a bulk', 'elasticsearch-kill', { rounds: 1, posts: 2_000 }],
      ] as const)
    : []),
  [
    'Elasticsearch answers wrongly, late, partially or not at all',
    'elasticsearch-faults',
    { rounds: 1, posts: countOf(2_000), seconds: countOf(8) },
  ],
  [
    'an indexer is suspended with its bulks in flight',
    'indexer-freeze',
    { rounds: 1, posts: countOf(1_000), seconds: countOf(9) },
  ],
] as const)('Elasticsearch equals PostgreSQL after %s', { timeout: SCENARIO_LIMIT_MS }, async ([, name, params]) => {
  const report = await short(name, params);
  expect(report.faults).toEqual([]);
  expect(report.documents).toBe(report.rows);
  expect(report.rows).toBeGreaterThan(0);
});
