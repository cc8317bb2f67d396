/** What a kick does to a look at a board: it comes at once, begins with what was kicked, and need not wait for the delay. */
import type { BoardState } from './poll-board.ts';
import { readCurrentSettings } from './board-settings.ts';
import type { ScraperContext } from '../context.ts';
import { harvestKickedThread } from './harvest-thread.ts';
import { MAX_BURST } from '../net/host-pace.ts';
import type { LeasedBoard } from '../leases/board-leases.ts';

/** Threads, and null for the board as a whole. */
export type Kicks = ReadonlySet<number | null>;

/** A thread or a board that was looked at for a kick is not looked at for another one so soon. */
const KICK_APART_MS = 10_000;

/** Whoever kicks all the time gets no more than one look in so long. */
export class RecentKicks {
  #at = new Map<number | null, number>();

  /** Those that were not served a moment ago; they are from now on. */
  fresh(kicks: Kicks, now: Date): Kicks {
    const time = now.getTime();
    this.#at = new Map([...this.#at].filter(([, at]) => time - at < KICK_APART_MS));
    const fresh = new Set([...kicks].filter((kick) => !this.#at.has(kick)));
    for (const kick of fresh) this.#at.set(kick, time);
    return fresh;
  }
}

/** Requests of a look that somebody asked for may go ahead of their time; a host that wants to be left alone still is. */
export function burstOf(context: ScraperContext, kicks: Kicks): ScraperContext {
  return kicks.size === 0 ? context : { ...context, burst: MAX_BURST };
}

/** Returns whether anything came. */
export async function pollKickedThreads(
  context: ScraperContext,
  board: LeasedBoard,
  kicks: Kicks,
  memory: BoardState,
  signal: AbortSignal,
): Promise<boolean> {
  if (kicks.size === 0) return false;
  memory.settings = await readCurrentSettings(context, board, memory.settings);
  const { settings } = memory;
  const paced = settings.throttleMs === null ? context : { ...context, hostDelayMs: settings.throttleMs };
  let news = false;
  for (const num of kicks) {
    if (num === null) continue;
    const outcome = await harvestKickedThread(paced, board, num, settings, signal);
    news ||= outcome === 'unsettled';
    context.logger.info({ board: board.name, thread: num, outcome }, 'kicked');
  }
  return news;
}
