import { setTimeout as sleep } from 'node:timers/promises';
import type { BoardSettings } from '../mappings/board-settings.ts';
import { toError } from '../platform/errors.ts';
import { passBoard, recallBoard, type BoardMemory } from './board-pass.ts';
import { passBackfills } from './backfill/pass-backfills.ts';
import { emptyHistoryMemory, passHistory } from './backfill/pass-history.ts';
import type { ScraperContext } from './context.ts';
import { LeaseLostError, type LeasedBoard } from './leases/board-leases.ts';
import { isLiving, sourceOf } from './sources/registry.ts';

/** A quiet board is looked at this many times less often than a busy one. */
const LONGEST_INTERVAL = 8;

/** A source of one's own need not be spared: whoever watches it wants to see its posts come. */
const OWN_SOURCE_INTERVAL_MS = 500;

/** Time to the next look: the shortest after news, doubling while there is none. */
export function nextInterval(
  lastMs: number,
  news: boolean,
  shortestMs: number,
  longestMs = shortestMs * LONGEST_INTERVAL,
): number {
  return news ? shortestMs : Math.min(Math.max(lastMs, shortestMs) * 2, Math.max(longestMs, shortestMs));
}

/** Looks at a board again and again until the signal aborts, or the lease is lost. Nothing else ends it. */
export async function pollBoard(context: ScraperContext, board: LeasedBoard, signal: AbortSignal): Promise<void> {
  const { logger } = context;
  const isOwn = new URL(board.url).origin === context.ownOrigin;
  const intervalMs = isOwn ? Math.min(context.intervalMs, OWN_SOURCE_INTERVAL_MS) : context.intervalMs;
  const look = createLook(context, board, signal);
  let waitMs = intervalMs;
  // As of the last look: settings change meanwhile.
  let shortestMs = intervalMs;
  let longestMs: number | undefined;
  while (!signal.aborted) {
    try {
      const { news, settings } = await look();
      shortestMs = settings?.refreshDelayMs ?? intervalMs;
      longestMs = settings?.refreshDelayMaxMs ?? undefined;
      waitMs = nextInterval(waitMs, news, shortestMs, longestMs);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof LeaseLostError) {
        logger.warn({ board: board.name }, error.message);
        return;
      }
      logger.error({ board: board.name, err: toError(error) }, 'a pass failed; the board is looked at again');
      waitMs = nextInterval(waitMs, false, shortestMs, longestMs);
    }
    await context.report?.(board).catch((error: unknown) => {
      logger.warn({ board: board.name, err: toError(error) }, 'cannot tell how the harvest goes');
    });
    // An abort ends the wait, and then the loop.
    await sleep(waitMs, undefined, { signal }).catch(() => undefined);
  }
}

interface Look {
  readonly news: boolean;
  /** null for a source that has a history alone. */
  readonly settings: BoardSettings | null;
}

/** One look after the other: at what lives on the board, or on through the history of a source that lists no living threads. */
function createLook(context: ScraperContext, board: LeasedBoard, signal: AbortSignal): () => Promise<Look> {
  if (!isLiving(sourceOf(board.source))) {
    const walked = emptyHistoryMemory();
    return async () => ({ news: await passHistory(context, board, walked, signal), settings: null });
  }
  let memory: BoardMemory | null = null;
  const failures = new Map<string, number>();
  return async () => {
    memory ??= await recallBoard(context, board);
    const news = await passBoard(context, board, memory, signal);
    await passBackfills(context, board, failures, signal);
    return { news, settings: memory.settings };
  };
}
