import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { Board } from '../mappings/board.ts';
import type { Config, StoreUrls } from '../platform/config.ts';
import type { Logger } from '../platform/logger.ts';
import type { Fetcher } from './net/fetch.ts';
import type { HostClock } from './net/host-clock.ts';
import type { KickListener } from './boards/kick-listener.ts';
import type { ScraperMetrics } from './metrics.ts';
import type { AnswerLog } from './store/source-answers.ts';
import type { Slices } from '../store/slices.ts';

export interface ScraperOptions {
  readonly config: Config;
  readonly stores: Pick<StoreUrls, 'databaseUrl' | 'redisUrl'>;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly now: () => Date;
  /** Unique among all scrapers; leases on boards store it. */
  readonly worker: string;
}

/** The settings and connections that harvesting needs. The process has one. */
export interface ScraperContext {
  /** Connects in the scraper's role. */
  readonly pool: pg.Pool;
  readonly slices: Slices;
  readonly clock: HostClock;
  readonly fetcher: Fetcher;
  readonly metrics: ScraperMetrics;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Reports the harvest status of a board to admins. */
  readonly report?: (board: Board) => Promise<void>;
  /** Keeps the last answers of sources. */
  readonly answers?: AnswerLog;
  /** Shortest time between two polls of a board. */
  readonly intervalMs: number;
  /** Delay between two requests to one host. */
  readonly hostDelayMs: number;
  /** The operator's own source, requested without that delay. */
  readonly ownOrigin: string | null;
  /** Requests that may skip the delay, for a kicked poll; none by default. */
  readonly burst?: number;
  /** Without it kicks are ignored. */
  readonly kickListener?: KickListener;
}
