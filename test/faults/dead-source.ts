/**
 * `node test/faults/dead-source.ts [--rounds N]` measures how long the overview of staff takes to show that a source has died, at the
 * default pace. A real scraper polls a quiet board until it waits the longest time between two polls; just after a poll the source closes
 * its port. It prints a line of JSON and exits with 1 if a round takes longer than two minutes. It uses the stores that `npm run stack`
 * starts, by DATABASE_URL, REDIS_URL and ELASTICSEARCH_URL.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { LONGEST_INTERVAL } from '../../mappings/board-settings/pace.ts';
import type { OverviewLine } from '../../mappings/contract/overview.ts';
import { readConfig } from '../../platform/config.ts';
import { EVERYTHING, readOverview } from '../../server/overview/collect.ts';
import { overviewLimits } from '../../server/overview/limits.ts';
import { sourcesPart } from '../../server/overview/parts/sources.ts';
import { freePort } from '../support/ports.ts';
import { startProcess, stopProcess } from '../support/processes.ts';
import { REDIS_AWAY } from '../support/redis-away.ts';
import { prepareTemplate } from '../support/template.ts';
import { createWorld, destroyWorld, type World } from '../support/world.ts';

const MOST_SECONDS = 120;
const LIST = [{ page: 1, threads: [{ no: 1, last_modified: 1_500_000_000, replies: 0 }] }];
const THREAD = { posts: [{ no: 1, resto: 0, time: 1_500_000_000, now: '07/14/17(Fri)02:40:00', name: 'Anonymous' }] };

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '2' } } });
const config = readConfig();
const { databaseUrl, redisUrl, elasticsearchUrls, scraperIntervalMs } = config;
if (databaseUrl === null || redisUrl === null || elasticsearchUrls === null)
  throw new Error('Set DATABASE_URL, REDIS_URL and ELASTICSEARCH_URL, as npm run stack prints them.');

const port = await freePort();
/** The times of requests of the list. */
const polls: number[] = [];
const listen = async () => {
  const server = createServer((request, response) => {
    const isList = request.url?.endsWith('/threads.json') === true;
    if (isList) polls.push(performance.now());
    const isEmpty = /\/(catalog|archive)\.json$/.test(request.url ?? '');
    const body = isList ? LIST : isEmpty ? [] : THREAD;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return server;
};

async function failing(world: World): Promise<OverviewLine | undefined> {
  const stores = { ...world, redis: REDIS_AWAY, folders: {}, limits: overviewLimits(config), clock: () => new Date() };
  const { parts } = await readOverview(stores, [sourcesPart], EVERYTHING);
  return parts[0]?.lines.find(({ kind }) => kind === 'sources.failing');
}

async function until<T>(find: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    await sleep(250);
  }
}

/** The last two polls were as far apart as polls of a quiet board ever are. */
function isQuiet(): true | undefined {
  const [before = 0, last = 0] = polls.slice(-2);
  return last - before > scraperIntervalMs * LONGEST_INTERVAL * 0.95 || undefined;
}

await prepareTemplate(databaseUrl);
const world = await createWorld(databaseUrl, redisUrl, elasticsearchUrls);
const origin = `http://127.0.0.1:${port}`;
let source = await listen();
// A source on this machine is the operator's own, and polled more often: the board's setting restores the default pace of others.
await world.pool.query(
  `insert into boards (name, title, source, url, media_url, settings) values ('quiet', 'Quiet', '4chan', $1, $1, jsonb_build_object('refreshDelay', $2::float8))`,
  [origin, scraperIntervalMs / 1_000],
);
const scraper = startProcess('scraper/main.ts', world, { SAGASU_SCRAPER_OWN_ORIGIN: origin });
const rounds: { seconds: number; reason: string | null; since: string | null }[] = [];
try {
  for (let round = 0; round < Number(values.rounds); round++) {
    polls.splice(0);
    await until(isQuiet);
    source.closeAllConnections();
    source.close();
    const died = performance.now();
    const { reason, since } = await until(async () => failing(world));
    rounds.push({ seconds: Math.round((performance.now() - died) / 100) / 10, reason, since });
    process.stderr.write(`${JSON.stringify(rounds.at(-1))}\n`);
    source = await listen();
    await until(async () => ((await failing(world)) === undefined ? true : undefined));
  }
} finally {
  await stopProcess(scraper);
  source.closeAllConnections();
  source.close();
  await destroyWorld(databaseUrl, world);
}
const worst = Math.max(...rounds.map(({ seconds }) => seconds));
process.stdout.write(`${JSON.stringify({ rounds, worst, most: MOST_SECONDS })}\n`);
process.exitCode = worst <= MOST_SECONDS ? 0 : 1;
