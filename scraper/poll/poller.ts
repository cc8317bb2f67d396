import { setTimeout as sleep } from 'node:timers/promises';
import type { BoardSettings } from '../../mappings/board-settings.ts';
import { LONGEST_INTERVAL, usualIntervalMs } from '../../mappings/board-settings/pace.ts';
import { toError } from '../../platform/errors.ts';
import { pollBoard, loadBoardState, type BoardState } from './poll-board.ts';
import { createBackfillState, walkBackfills } from '../backfill/walk-backfills.ts';
import { createHistoryState, walkHistory } from '../backfill/walk-history.ts';
import type { ScraperContext } from '../context.ts';
import { openForums, type OpenForums } from '../forums/forums.ts';
import { RecentKicks, burstOf, pollKickedThreads, type Kicks } from './poll-kicked.ts';
import { LeaseLostError, type LeasedBoard } from '../leases/board-leases.ts';
import { isLiving, sourceOf } from '../sources/registry.ts';

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
export async function runBoardPoller(context: ScraperContext, board: LeasedBoard, signal: AbortSignal): Promise<void> {
  const { logger } = context;
  const intervalMs = usualIntervalMs(board, context);
  const look = createLook(context, board, signal);
  const subscription = context.kickListener?.subscribe();
  const recent = new RecentKicks();
  let waitMs = intervalMs;
  // As of the last look: settings change meanwhile.
  let shortestMs = intervalMs;
  let longestMs: number | undefined;
  let dueAt = 0;
  while (!signal.aborted) {
    try {
      const open = await openForums(context.pool, board.id);
      subscription?.follow(open.baseUrls);
      const taken: Kicks = (await subscription?.take()) ?? new Set();
      const kicks = recent.fresh(taken, context.now());
      const leftMs = dueAt - performance.now();
      if (taken.size > 0 && kicks.size === 0 && leftMs > 0) {
        // All of it was looked at a moment ago: no request is made for it.
        await subscription?.wait(leftMs, signal);
        continue;
      }
      const { news, settings } = await look(kicks, open);
      shortestMs = settings?.refreshDelayMs ?? intervalMs;
      longestMs = settings?.refreshDelayMaxMs ?? undefined;
      waitMs = nextInterval(waitMs, news, shortestMs, longestMs);
    } catch (error) {
      if (signal.aborted) break;
      if (error instanceof LeaseLostError) {
        logger.warn({ board: board.name }, error.message);
        break;
      }
      logger.error({ board: board.name, err: toError(error) }, 'a pass failed; the board is looked at again');
      waitMs = nextInterval(waitMs, false, shortestMs, longestMs);
    }
    await context.report?.(board).catch((error: unknown) => {
      logger.warn({ board: board.name, err: toError(error) }, 'cannot tell how the harvest goes');
    });
    dueAt = performance.now() + waitMs;
    // An abort ends the wait, and then the loop.
    await (subscription?.wait(waitMs, signal) ?? sleep(waitMs, undefined, { signal }).catch(() => undefined));
  }
  subscription?.close();
}

interface Look {
  readonly news: boolean;
  /** null for a source that has a history alone. */
  readonly settings: BoardSettings | null;
}

/**
 * One look after the other: at what lives on the board, or on through the history of a source that lists no living threads;
 * and at other archives of it. What is closed is left out.
 */
function createLook(
  context: ScraperContext,
  board: LeasedBoard,
  signal: AbortSignal,
): (kicks: Kicks, open: OpenForums) => Promise<Look> {
  let walked = createHistoryState();
  let memory: BoardState | null = null;
  const beside = createBackfillState();
  return async (kicks, { hasOwn, baseUrls }) => {
    const kicked = burstOf(context, kicks);
    let news = false;
    if (!isLiving(sourceOf(board.source))) {
      if (hasOwn) news = await walkHistory(kicked, board, walked, signal);
      else walked = createHistoryState();
    } else if (hasOwn) {
      memory ??= await loadBoardState(context, board);
      news = await pollKickedThreads(kicked, board, kicks, memory, signal);
      news = (await pollBoard(kicked, board, memory, signal)) || news;
    }
    await walkBackfills(kicked, board, beside, baseUrls, signal);
    return { news, settings: memory?.settings ?? null };
  };
}
