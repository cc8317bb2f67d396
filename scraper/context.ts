import type pg from 'pg';
import type { Board } from '../mappings/board.ts';
import type { Logger } from '../platform/logger.ts';
import type { Fetcher } from './net/fetch.ts';
import type { HostClock } from './net/host-clock.ts';
import type { KickListener } from './poll/kick-listener.ts';
import type { ScraperMetrics } from './metrics.ts';
import type { Slices } from '../store/slices.ts';

/** What harvesting works with; one for the process. */
export interface ScraperContext {
  /** In the scraper's role. */
  readonly pool: pg.Pool;
  readonly slices: Slices;
  readonly clock: HostClock;
  readonly fetcher: Fetcher;
  readonly metrics: ScraperMetrics;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Tells admins how the harvest of a board goes. */
  readonly report?: (board: Board) => Promise<void>;
  /** Least time between two looks at a board. */
  readonly intervalMs: number;
  /** Least time between two requests to one host. */
  readonly hostDelayMs: number;
  /** Asked without that delay: it is the operator's. */
  readonly ownOrigin: string | null;
  /** Requests that may go ahead of their time: somebody has kicked the board. None unless it is set. */
  readonly burst?: number;
  /** Without it nobody is kicked. */
  readonly kickListener?: KickListener;
}
