/**
 * `npm run faults`: real processes, killed for long. Options: `--kills N` (200), `--posts N` (20000), `--seed N`. Stores come
 * from the environment or are started. Ends with 1 when anything was lost.
 */
import { parseArgs } from 'node:util';
import { readConfig } from '../../platform/config.ts';
import { startStack } from '../../stack/start.ts';
import { seededRandom } from '../simulation/scheduler.ts';
import { prepareTemplate } from '../support/template.ts';
import { createWorld, destroyWorld } from '../support/world.ts';
import { killIndexer } from './indexer-kill.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    posts: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
  },
});
const say = (line: string) => process.stderr.write(`${line}\n`);
const config = readConfig({ ...process.env, SAGASU_DATA: './data/faults' });
const stack = await startStack(config, { onProgress: say });
try {
  await prepareTemplate(stack.databaseUrl);
  const world = await createWorld(stack.databaseUrl, stack.redisUrl, stack.elasticsearchUrls);
  try {
    const kills = Number(values.kills);
    const random = seededRandom(Number(values.seed));
    say(`killing the indexer ${kills} times while ${values.posts} posts arrive, seed ${values.seed}`);
    const report = await killIndexer(world, { posts: Number(values.posts), kills, random });
    process.stdout.write(`${JSON.stringify(report)}\n`);
    const isLost = report.comparison.differences.length > 0 || report.quarantined > 0 || report.lastExit !== 0;
    process.exitCode = isLost ? 1 : 0;
  } finally {
    await destroyWorld(stack.databaseUrl, world);
  }
} finally {
  await stack.stop();
}
