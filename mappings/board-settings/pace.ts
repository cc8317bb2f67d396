/** The default pace at which a board is polled. Pure. */

/** Defaults from the scraper's environment. */
export interface DefaultPace {
  readonly intervalMs: number;
  readonly hostDelayMs: number;
  /** Origin of a source that the operator runs, e.g. the demo site; null for none. */
  readonly ownOrigin: string | null;
}

/** The poll interval of a quiet board grows to this multiple of the minimum. */
export const LONGEST_INTERVAL = 8;

/** The operator's own source is polled more often, so that new posts appear quickly. */
const OWN_SOURCE_INTERVAL_MS = 500;

export function isOwnSource(board: { readonly url: string }, { ownOrigin }: Pick<DefaultPace, 'ownOrigin'>): boolean {
  return new URL(board.url).origin === ownOrigin;
}

export function usualIntervalMs(
  board: { readonly url: string },
  pace: Pick<DefaultPace, 'intervalMs' | 'ownOrigin'>,
): number {
  return isOwnSource(board, pace) ? Math.min(pace.intervalMs, OWN_SOURCE_INTERVAL_MS) : pace.intervalMs;
}
