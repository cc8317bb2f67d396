/** Kicked polls: they start immediately, begin with the kicked threads, and may skip the host's delay. */
import { readCurrentSettings, withBoardDelay, type BoardState } from './board-state.ts';
import type { ScraperContext } from '../context.ts';
import { harvestKickedThread } from './harvest-thread.ts';
import { MAX_BURST } from '../net/host-pace.ts';
import type { LeasedBoard } from '../leases/board-leases.ts';

/** Threads, and null for the whole board. */
export type Kicks = ReadonlySet<number | null>;

/** A thread or board is polled for kicks once in this time. */
const KICK_APART_MS = 10_000;

/** Drops repeated kicks, so that frequent kicks cause one poll per period. */
export class RecentKicks {
  #at = new Map<number | null, number>();

  /** Returns the kicks that were not served recently, and records them as served. */
  fresh(kicks: Kicks, now: Date): Kicks {
    const time = now.getTime();
    this.#at = new Map([...this.#at].filter(([, at]) => time - at < KICK_APART_MS));
    const fresh = new Set([...kicks].filter((kick) => !this.#at.has(kick)));
    for (const kick of fresh) this.#at.set(kick, time);
    return fresh;
  }
}

/** Requests of a kicked poll may be sent before the host's delay has passed. Back-offs still apply. */
export function withBurst(context: ScraperContext, kicks: Kicks): ScraperContext {
  return kicks.size === 0 ? context : { ...context, burst: MAX_BURST };
}

/** Fetches the kicked threads. Returns whether anything was new. */
export async function pollKickedThreads(
  context: ScraperContext,
  board: LeasedBoard,
  kicks: Kicks,
  state: BoardState,
  signal: AbortSignal,
): Promise<boolean> {
  if (kicks.size === 0) return false;
  state.settings = await readCurrentSettings(context, board, state.settings);
  const { settings } = state;
  const delayed = withBoardDelay(context, settings);
  let news = false;
  for (const num of kicks) {
    if (num === null) continue;
    const outcome = await harvestKickedThread(delayed, board, num, settings, signal);
    news ||= outcome === 'unsettled';
    context.logger.info({ board: board.name, thread: num, outcome }, 'kicked');
  }
  return news;
}
