import { setTimeout as sleep } from 'node:timers/promises';
import { QueueEvents } from 'bullmq';
import { INDEX_QUEUE } from '../../../mappings/queues.ts';
import { createQueueConnection } from '../../../platform/redis.ts';
import { freePort } from '../../support/ports.ts';
import { eventually } from '../../support/archive.ts';
import type { Treatment } from '../../support/http-proxy.ts';
import { writeCalmBoard } from '../calm-board.ts';
import { drain } from '../judge.ts';
import { startReaders } from '../readers.ts';
import type { Scenario } from '../scenario.ts';
import type { Figures, Stage } from '../stage.ts';
import type { WatchedProcess } from '../watched-process.ts';

/** Longest life of a process, counted from its first bulk request; for one in five from its start. */
const LONGEST_LIFE_MS = 1_500;

export async function killIndexers({ load, random, params, elasticsearch, run, indexer }: Stage): Promise<Figures> {
  let bulks = 0;
  elasticsearch.treat = (_, path) => {
    if (path.startsWith('/_bulk')) bulks++;
    return 'pass';
  };
  let killsAtWork = 0;
  load.start();
  for (let round = 1; round <= params.rounds; round++) {
    const before = bulks;
    const wrote = load.write(params.posts / params.rounds);
    const isAtWork = random() < 0.8;
    const killed = isAtWork ? await indexer() : run('indexer/main.ts');
    if (isAtWork) await eventually('the indexer writes', async () => bulks > before);
    await sleep(random() * LONGEST_LIFE_MS);
    await killed.kill();
    if (bulks > before) killsAtWork++;
    await wrote;
  }
  await load.stop();
  await indexer();
  return { killsAtWork };
}

/**
 * Freezes an indexer during bulk requests. The proxy holds these requests until the indexer continues: they reach
 * Elasticsearch after posts in them were edited, hidden and purged, and after the other indexer took over the jobs.
 */
async function freezeIndexers({ load, params, elasticsearch, indexer, world }: Stage): Promise<Figures> {
  await load.write(params.posts);
  let late = 0;
  const [frozen] = await Promise.all([indexer(), indexer({ ELASTICSEARCH_URL: world.elasticsearchUrls.join(',') })]);
  load.start();
  for (let round = 0; round < params.rounds; round++) {
    const caught = Promise.withResolvers<void>();
    const thawed = Promise.withResolvers<void>();
    elasticsearch.treat = async (_, path): Promise<Treatment> => {
      if (!path.startsWith('/_bulk')) return 'pass';
      caught.resolve();
      late++;
      await thawed.promise;
      return 'pass';
    };
    await caught.promise;
    frozen.freeze();
    await sleep(params.seconds * 1000);
    elasticsearch.treat = () => 'pass';
    frozen.thaw();
    thawed.resolve();
    await sleep(1_000);
  }
  return { lateBulks: late };
}

async function restartInTurn(stage: Stage): Promise<Figures> {
  const { load, params, indexer, run, random, world, reportFailure } = stage;
  const calm = await writeCalmBoard(stage);
  await load.write(params.posts);
  const stalls = await countStalls(world.redisUrl, world.queuePrefix);
  const ports = [await freePort(), await freePort()];
  const server = async (port: number) =>
    run('server/main.ts', {
      SAGASU_PORT: String(port),
      SAGASU_RATE_LIMIT: '0',
      ELASTICSEARCH_URL: world.elasticsearchUrls.join(','),
    }).logged('"listening"');
  const servers: WatchedProcess[] = await Promise.all(ports.map(server));
  const indexers = await Promise.all([indexer(), indexer()]);
  for (const fault of (await drain(world)).faults) reportFailure(fault);
  await world.elasticsearch.indices.refresh({ index: `${world.indexPrefix}*` });
  const readers = startReaders(
    ports.map((port) => `http://127.0.0.1:${port}`),
    { ...calm, perSecond: 10 },
  );
  load.start();
  let slowestStop = 0;
  const stop = async (leaving: WatchedProcess) => {
    const began = performance.now();
    const code = await leaving.stop();
    slowestStop = Math.max(slowestStop, performance.now() - began);
    if (code !== 0) reportFailure(`a process ended with ${code} in the rolling restart: ${leaving.log.slice(-1_000)}`);
  };
  for (let round = 0; round < params.rounds; round++) {
    const turn = round % 2;
    await stop(indexers[turn] as WatchedProcess);
    indexers[turn] = await indexer();
    await stop(servers[turn] as WatchedProcess);
    servers[turn] = await server(ports[turn] as number);
    await sleep(random() * 500);
  }
  const reading = await readers.stop();
  for (const failure of reading.failures) reportFailure(`a reader got ${failure}`);
  const stalled = await stalls.stop();
  if (stalled > 0) reportFailure(`${stalled} jobs stalled`);
  return {
    queries: reading.queries,
    tries: reading.tries,
    again: JSON.stringify(reading.again),
    stalled,
    slowestStopMs: Math.round(slowestStop),
  };
}

async function countStalls(redisUrl: string, prefix: string) {
  const connection = createQueueConnection(redisUrl);
  const events = new QueueEvents(INDEX_QUEUE, { connection, prefix });
  let stalled = 0;
  events.on('stalled', () => stalled++);
  events.on('error', () => undefined);
  await events.waitUntilReady();
  return {
    async stop() {
      await events.close();
      connection.disconnect();
      return stalled;
    },
  };
}

export const INDEXER_SCENARIOS: readonly Scenario[] = [
  {
    name: 'indexer-kill',
    claim: 'indexers that are killed at any moment lose no change',
    params: { rounds: 200, posts: 20_000 },
    run: killIndexers,
  },
  {
    name: 'indexer-freeze',
    claim: 'late writes of a frozen indexer do not overwrite newer ones of another',
    params: { rounds: 3, posts: 5_000, seconds: 60 },
    run: freezeIndexers,
  },
  {
    name: 'rolling-restart',
    claim: 'processes restarted in turn leave no stalled job and no failed search',
    params: { rounds: 50, posts: 5_000 },
    run: restartInTurn,
  },
];
