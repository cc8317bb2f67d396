import { expect, test } from 'vitest';
import { killIndexer } from '../../faults/indexer-kill.ts';
import { seededRandom } from '../../simulation/scheduler.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();
const POSTS = 20_000;
const KILLS = 20;

test(
  `an indexer killed ${KILLS} times while ${POSTS} posts arrive leaves Elasticsearch equal to PostgreSQL`,
  { timeout: 300_000 },
  async () => {
    const report = await killIndexer(world(), { posts: POSTS, kills: KILLS, random: seededRandom(1) });
    expect(report.comparison.differences).toEqual([]);
    expect(report.comparison.rows).toBeGreaterThanOrEqual(POSTS);
    expect(report.comparison.documents).toBe(report.comparison.rows);
    expect(report.quarantined).toBe(0);
    expect(report.killsAtWork).toBeGreaterThan(0);
    expect(report.lastExit).toBe(0);
  },
);
