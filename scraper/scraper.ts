import { createLeases } from '../platform/leases.ts';
import type { Service } from '../platform/lifecycle.ts';
import { serveMetrics } from '../platform/metrics.ts';
import { createPostgresPool } from '../platform/postgres.ts';
import { createQueueConnection, createRedis } from '../platform/redis.ts';
import type { ScraperContext, ScraperOptions } from './context.ts';
import { answerSourceTests } from './net/source-tests.ts';
import { createFetcher } from './net/fetch.ts';
import { createHostClock } from './net/host-clock.ts';
import { createKickListener } from './boards/kick-listener.ts';
import { createBoardLeases } from './leases/board-leases.ts';
import { pollHeldBoards } from './boards/poll-held-boards.ts';
import { MODULES } from './modules.ts';
import { startMediaHarvest } from './media/start.ts';
import { createScraperMetrics } from './metrics.ts';
import { createHarvestStatusRecorder } from './boards/harvest-status.ts';
import { createAnswerLog } from './store/source-answers.ts';
import { createSlices } from '../store/slices.ts';

/** Polls its share of the registered boards until it is closed. Waits for stores that are unavailable. */
export async function startScraper(options: ScraperOptions): Promise<Service> {
  const { config, stores, logger, registry, now, worker } = options;
  const metricsServer = await serveMetrics(registry, config);
  const pool = createPostgresPool({ url: stores.databaseUrl, pipeline: true });
  const redis = createRedis(stores.redisUrl);
  const { scraperPrivateHosts: privateHosts, scraperProxies: proxies } = config;
  const fetcher = createFetcher(config.userAgent, now, undefined, { privateHosts, proxies });
  const standings = createHarvestStatusRecorder({
    metrics: createScraperMetrics(registry),
    pool,
    redis,
    prefix: config.queuePrefix,
    logger,
    now,
  });
  const { queuePrefix: prefix } = config;
  const listener = createQueueConnection(stores.redisUrl);
  const kickListener = createKickListener({ listener, redis, prefix, logger });
  const context: ScraperContext = {
    pool,
    slices: createSlices(pool),
    clock: createHostClock({ redis, prefix: config.queuePrefix, logger }),
    fetcher,
    metrics: standings.metrics,
    kickListener,
    report: async (board) => standings.report(board),
    answers: createAnswerLog(pool, logger),
    logger,
    now,
    intervalMs: config.scraperIntervalMs,
    hostDelayMs: config.scraperHostDelayMs,
    ownOrigin: config.scraperOwnOrigin === null ? null : new URL(config.scraperOwnOrigin).origin,
  };
  const media = await startMediaHarvest(options, { clock: context.clock, leases: createLeases(redis, prefix) });
  const modules = MODULES.flatMap((module) => module.start?.(options, context) ?? []);
  const stop = new AbortController();
  const { hostDelayMs, ownOrigin } = context;
  answerSourceTests({ listener, redis, prefix, fetcher, hostDelayMs, ownOrigin, logger }, stop.signal);
  const polling = pollHeldBoards(context, createBoardLeases(pool, worker), stop.signal);
  return {
    async close() {
      stop.abort();
      await Promise.all([polling, media?.close(), ...modules.map((module) => module.close())]);
      kickListener.close();
      await Promise.all([fetcher.close(), pool.end(), metricsServer?.close()]);
      redis.disconnect();
    },
  };
}
