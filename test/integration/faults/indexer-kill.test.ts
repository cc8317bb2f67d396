import { expect, test } from 'vitest';
import { killIndexers } from '../../faults/scenarios/indexers.ts';
import { play } from '../../faults/stage.ts';
import { seededRandom } from '../../simulation/scheduler.ts';
import { countOf } from '../../support/full-counts.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();
const POSTS = countOf(8_000);
const KILLS = countOf(15, 2);

test(
  `an indexer killed ${KILLS} times while ${POSTS} posts arrive leaves Elasticsearch equal to PostgreSQL`,
  { timeout: 300_000 },
  async () => {
    const params = { rounds: KILLS, posts: POSTS, rate: 100, seconds: 0, seed: 1 };
    const report = await play({ name: 'indexer-kill', run: killIndexers }, world(), params, seededRandom(params.seed));
    expect(report.faults).toEqual([]);
    expect(report.rows).toBeGreaterThanOrEqual(POSTS);
    expect(report.documents).toBe(report.rows);
    expect(report.figures['killsAtWork']).toBeGreaterThan(0);
  },
);
