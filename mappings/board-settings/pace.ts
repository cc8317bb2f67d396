/** How often a board is looked at where its settings say nothing. Pure. */

/** As the scraper's environment has it. */
export interface UsualPace {
  readonly intervalMs: number;
  readonly hostDelayMs: number;
  /** Of the source that is one's own. */
  readonly ownOrigin: string | null;
}

/** A quiet board is looked at this many times less often than a busy one. */
export const LONGEST_INTERVAL = 8;

/** A source of one's own need not be spared: whoever watches it wants to see its posts come. */
const OWN_SOURCE_INTERVAL_MS = 500;

export function isOwnSource(board: { readonly url: string }, { ownOrigin }: Pick<UsualPace, 'ownOrigin'>): boolean {
  return new URL(board.url).origin === ownOrigin;
}

export function usualIntervalMs(
  board: { readonly url: string },
  pace: Pick<UsualPace, 'intervalMs' | 'ownOrigin'>,
): number {
  return isOwnSource(board, pace) ? Math.min(pace.intervalMs, OWN_SOURCE_INTERVAL_MS) : pace.intervalMs;
}
