/** The scraper's own parts over a world, with one board of a test's upstream. The test triggers each poll. */
import { Registry } from 'prom-client';
import type { Redis } from 'ioredis';
import type { Board } from '../../../mappings/board.ts';
import type { BoardSettings } from '../../../mappings/board-settings.ts';
import { createLogger } from '../../../platform/logger.ts';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { createPatientRedis } from '../../support/patient-redis.ts';
import { loadBoardState, type BoardState } from '../../../scraper/poll/board-state.ts';
import { harvestBoard, openHarvest } from '../../../scraper/boards/harvest-board.ts';
import type { ScraperContext } from '../../../scraper/context.ts';
import { createFetcher } from '../../../scraper/net/fetch.ts';
import { createHostClock } from '../../../scraper/net/host-clock.ts';
import type { LeasedBoard } from '../../../scraper/leases/board-leases.ts';
import { createScraperMetrics } from '../../../scraper/metrics.ts';
import { createSlices } from '../../../store/slices.ts';
import type { World } from '../../support/world.ts';
import { hold } from './upstream.ts';
import { loginUrl } from '../../support/logins.ts';

export const NOW = new Date('2024-05-01T12:00:00Z');
export const silent = createLogger({ logLevel: 'silent', logFormat: 'json' }, 'test');

export interface Harness {
  readonly context: ScraperContext;
  readonly registry: Registry;
  /** Polls the board once; returns whether there was news. */
  pass(): Promise<boolean>;
  /** Simulates a restart: only stored state is left. */
  restart(): void;
  /** Advances the clock by seconds. */
  later(seconds: number): void;
  close(): Promise<void>;
}

export function createHarness(
  world: World,
  board: Board,
  change: (context: ScraperContext) => ScraperContext = (context) => context,
): Harness {
  const pool = createPostgresPool({ url: loginUrl(world.databaseUrl, 'scraper'), pipeline: true });
  const redis: Redis = createPatientRedis(world.redisUrl);
  const registry = new Registry();
  let time = NOW;
  const noon = () => time;
  const context = change({
    pool,
    slices: createSlices(pool),
    clock: createHostClock({ redis, prefix: world.queuePrefix, logger: silent }),
    fetcher: createFetcher('Test/1', noon),
    metrics: createScraperMetrics(registry),
    logger: silent,
    now: noon,
    intervalMs: 1_000,
    hostDelayMs: 0,
    ownOrigin: null,
  });
  const { signal } = new AbortController();
  let memory: BoardState | null = null;
  let settings: BoardSettings | null = null;
  let held: LeasedBoard | null = null;
  return {
    context,
    registry,
    async pass() {
      memory ??= await loadBoardState(context, board);
      held ??= await hold(world, board);
      const harvest = await openHarvest({ context, board: held, signal }, settings);
      ({ settings } = harvest);
      return harvestBoard(harvest, memory);
    },
    restart: () => {
      memory = null;
      settings = null;
    },
    later: (seconds) => {
      time = new Date(time.getTime() + seconds * 1000);
    },
    async close() {
      await Promise.all([context.fetcher.close(), pool.end()]);
      redis.disconnect();
    },
  };
}

/** The value of a counter with these labels; 0 if it was never increased. */
export async function counted(registry: Registry, name: string, labels: Record<string, string>): Promise<number> {
  const metric = await registry.getSingleMetric(name)?.get();
  const found = metric?.values.find((value) =>
    Object.entries(labels).every(([label, wanted]) => String(value.labels[label]) === wanted),
  );
  return found?.value ?? 0;
}
