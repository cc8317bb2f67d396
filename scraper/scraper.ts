import { setTimeout as sleep } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import type { Board } from '../mappings/board.ts';
import type { Config, StoreUrls } from '../platform/config.ts';
import { toError } from '../platform/errors.ts';
import type { Service } from '../platform/lifecycle.ts';
import type { Logger } from '../platform/logger.ts';
import { serveMetrics } from '../platform/metrics.ts';
import { createPostgresPool } from '../platform/postgres.ts';
import { createRedis } from '../platform/redis.ts';
import { listBoards } from './boards.ts';
import type { ScraperContext } from './context.ts';
import { createFetcher } from './fetch.ts';
import { createHostClock } from './host-clock.ts';
import { createScraperMetrics } from './metrics.ts';
import { pollBoard } from './poller.ts';
import { createSlices } from './store/slices.ts';

/** How soon a board that was added, changed or removed is noticed. */
const BOARDS_INTERVAL_MS = 2_000;

export interface ScraperOptions {
  readonly config: Config;
  readonly stores: Pick<StoreUrls, 'databaseUrl' | 'redisUrl'>;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly now: () => Date;
}

/** Polls every registered board until it is closed. Stores that are away are waited for. */
export async function startScraper({ config, stores, logger, registry, now }: ScraperOptions): Promise<Service> {
  const metricsServer = await serveMetrics(registry, config.metricsPort);
  const pool = createPostgresPool({ url: stores.databaseUrl, role: 'sagasu_scraper' });
  const redis = createRedis(stores.redisUrl);
  const fetcher = createFetcher(config.userAgent, now);
  const context: ScraperContext = {
    pool,
    slices: createSlices(pool),
    clock: createHostClock({ redis, prefix: config.queuePrefix, logger }),
    fetcher,
    metrics: createScraperMetrics(registry),
    logger,
    now,
    intervalMs: config.scraperIntervalMs,
    hostDelayMs: config.scraperHostDelayMs,
    ownOrigin: config.scraperOwnOrigin === null ? null : new URL(config.scraperOwnOrigin).origin,
  };
  const stop = new AbortController();
  const polling = pollAll(context, stop.signal);
  return {
    async close() {
      stop.abort();
      await polling;
      await Promise.all([fetcher.close(), pool.end(), metricsServer?.close()]);
      redis.disconnect();
    },
  };
}

interface Poll {
  /** The board as it was when the poll began. */
  readonly board: string;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/** Keeps one poll a board, as the table of boards says. */
async function pollAll(context: ScraperContext, signal: AbortSignal): Promise<void> {
  const polls = new Map<number, Poll>();
  while (!signal.aborted) {
    try {
      await follow(context, polls, await listBoards(context.pool));
    } catch (error) {
      context.logger.error({ err: toError(error) }, 'cannot read the boards');
    }
    await sleep(BOARDS_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
  await follow(context, polls, []);
}

async function follow(context: ScraperContext, polls: Map<number, Poll>, boards: readonly Board[]): Promise<void> {
  const wanted = new Map(boards.map((board) => [board.id, JSON.stringify(board)]));
  const ended = [...polls].filter(([id, poll]) => wanted.get(id) !== poll.board);
  for (const [, { abort }] of ended) abort.abort();
  for (const [id, { done }] of ended) {
    await done;
    polls.delete(id);
  }
  for (const board of boards) {
    if (polls.has(board.id)) continue;
    context.logger.info({ board: board.name, url: board.url }, 'polling');
    const abort = new AbortController();
    polls.set(board.id, { board: JSON.stringify(board), abort, done: pollBoard(context, board, abort.signal) });
  }
}
