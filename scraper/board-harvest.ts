import type { BoardSettings } from '../mappings/board-settings.ts';
import type { ScraperContext } from './context.ts';
import type { LeasedBoard } from './leases/board-leases.ts';
import type { PollableSource } from './sources/source.ts';

/** The harvest of a board whose lease this scraper holds, until the signal aborts. */
export interface Harvest {
  readonly context: ScraperContext;
  readonly board: LeasedBoard;
  readonly signal: AbortSignal;
}

/** One poll of a board whose source lists its living threads. The context has the delays of this poll. */
export interface BoardHarvest extends Harvest {
  readonly source: PollableSource;
  /** As of the start of the poll. */
  readonly settings: BoardSettings;
}
