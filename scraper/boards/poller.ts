import { setTimeout as sleep } from 'node:timers/promises';
import type { BoardSettings } from '../../mappings/board-settings.ts';
import { LONGEST_INTERVAL, usualIntervalMs } from '../../mappings/board-settings/pace.ts';
import type { Kicks } from '../../mappings/kick.ts';
import { toError } from '../../platform/errors.ts';
import { loadBoardState, type BoardState } from '../poll/board-state.ts';
import { harvestBoard, openHarvest } from './harvest-board.ts';
import { createBackfillState, walkBackfills } from '../backfill/walk-backfills.ts';
import { createHistoryState, walkHistory } from '../backfill/walk-history.ts';
import type { ScraperContext } from '../context.ts';
import { openForums, type OpenForums } from '../forums/forums.ts';
import { withRequestId } from '../../platform/request-id.ts';
import { MAX_BURST } from '../net/host-pace.ts';
import { RecentKicks, pollKickedThreads } from '../poll/poll-kicked.ts';
import { LeaseLostError, type LeasedBoard } from '../leases/board-leases.ts';
import { isPollable, sourceOf } from '../sources/registry.ts';

/** Time until the next poll: the shortest after news, doubled while there is none. */
export function nextInterval(
  lastMs: number,
  news: boolean,
  shortestMs: number,
  longestMs = shortestMs * LONGEST_INTERVAL,
): number {
  return news ? shortestMs : Math.min(Math.max(lastMs, shortestMs) * 2, Math.max(longestMs, shortestMs));
}

/** Polls a board repeatedly until the signal aborts or the lease is lost. Nothing else ends it. */
export async function runBoardPoller(context: ScraperContext, board: LeasedBoard, signal: AbortSignal): Promise<void> {
  const { logger } = context;
  const intervalMs = usualIntervalMs(board, context);
  const poll = createPoll(context, board, signal);
  const subscription = context.kickListener?.subscribe();
  const recent = new RecentKicks();
  let waitMs = intervalMs;
  // The delay as of the last poll, because settings may change.
  let shortestMs = intervalMs;
  let longestMs: number | undefined;
  let dueAt = 0;
  while (!signal.aborted) {
    try {
      const open = await openForums(context.pool, board.id);
      subscription?.follow(open.baseUrls);
      const taken: Kicks = (await subscription?.take()) ?? new Map();
      const kicks = recent.fresh(taken, context.now());
      const leftMs = dueAt - performance.now();
      if (taken.size > 0 && kicks.size === 0 && leftMs > 0) {
        // Everything that was kicked was just polled, so the poll makes no request.
        await subscription?.wait(leftMs, signal);
        continue;
      }
      const { news, settings } = await poll(kicks, open);
      shortestMs = settings?.refreshDelayMs ?? intervalMs;
      longestMs = settings?.refreshDelayMaxMs ?? undefined;
      waitMs = nextInterval(waitMs, news, shortestMs, longestMs);
    } catch (error) {
      if (signal.aborted) break;
      if (error instanceof LeaseLostError) {
        logger.warn({ board: board.name }, error.message);
        break;
      }
      logger.error({ board: board.name, err: toError(error) }, 'a poll failed; the board will be polled again');
      waitMs = nextInterval(waitMs, false, shortestMs, longestMs);
    }
    await context.report?.(board).catch((error: unknown) => {
      logger.warn({ board: board.name, err: toError(error) }, 'cannot report the harvest status');
    });
    dueAt = performance.now() + waitMs;
    // An abort ends the wait and then the loop.
    await (subscription?.wait(waitMs, signal) ?? sleep(waitMs, undefined, { signal }).catch(() => undefined));
  }
  subscription?.close();
}

interface PollResult {
  readonly news: boolean;
  /** null for a source without living threads. */
  readonly settings: BoardSettings | null;
}

/**
 * Returns a function that polls the board once: its living threads, or the next part of the history of a source without a list of
 * them; then its backfills from other archives. Closed forums are skipped.
 */
function createPoll(
  context: ScraperContext,
  board: LeasedBoard,
  signal: AbortSignal,
): (kicks: Kicks, open: OpenForums) => Promise<PollResult> {
  let history = createHistoryState();
  let state: BoardState | null = null;
  let settings: BoardSettings | null = null;
  const backfills = createBackfillState();
  return async (kicks, { hasOwn, baseUrls }) => {
    // Requests of a kicked poll may be sent before the host's delay has passed. Back-offs still apply.
    const prioritized = kicks.size === 0 ? context : { ...context, burst: MAX_BURST };
    const harvest = { context: prioritized, board, signal };
    let news = false;
    if (!isPollable(sourceOf(board.source))) {
      if (hasOwn) news = await walkHistory(harvest, history);
      else history = createHistoryState();
    } else if (hasOwn) {
      state ??= await loadBoardState(context, board);
      const own = await openHarvest(harvest, settings);
      ({ settings } = own);
      news = await pollKickedThreads(own, kicks);
      const loaded = state;
      // The poll of a kicked board belongs to the request that has kicked it.
      news = (await withRequestId(kicks.get(null) ?? null, async () => harvestBoard(own, loaded))) || news;
    }
    await walkBackfills(harvest, backfills, baseUrls);
    return { news, settings };
  };
}
