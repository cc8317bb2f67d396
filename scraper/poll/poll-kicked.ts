/** Kicked polls: they start immediately, begin with the kicked threads, and may skip the host's delay. */
import type { BoardHarvest } from '../board-harvest.ts';
import type { Kicks } from '../../mappings/kick.ts';
import { withRequestId } from '../../platform/request-id.ts';
import { harvestKickedThread } from '../threads/harvest-thread.ts';

/** A thread or board is polled for kicks once in this time. */
const KICK_APART_MS = 10_000;

/** Drops repeated kicks, so that frequent kicks cause one poll per period. */
export class RecentKicks {
  #at = new Map<number | null, number>();

  /** Returns the kicks that were not served recently, and records them as served. */
  fresh(kicks: Kicks, now: Date): Kicks {
    const time = now.getTime();
    this.#at = new Map([...this.#at].filter(([, at]) => time - at < KICK_APART_MS));
    const fresh = new Map([...kicks].filter(([kick]) => !this.#at.has(kick)));
    for (const kick of fresh.keys()) this.#at.set(kick, time);
    return fresh;
  }
}

/** Fetches the kicked threads. Returns whether anything was new. */
export async function pollKickedThreads(harvest: BoardHarvest, kicks: Kicks): Promise<boolean> {
  const { context, board } = harvest;
  let news = false;
  for (const [num, requestId] of kicks) {
    if (num === null) continue;
    await withRequestId(requestId, async () => {
      const outcome = await harvestKickedThread(harvest, num);
      news ||= outcome === 'incomplete';
      context.logger.info({ board: board.name, thread: num, outcome }, 'kicked');
    });
  }
  return news;
}
