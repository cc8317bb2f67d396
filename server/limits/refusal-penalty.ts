/**
 * A caller that goes on asking although it was refused is refused more slowly. Without that, refusing one that asks as fast
 * as it is answered is itself most of a server's work: sixty such connections made other readers wait six times as long.
 */
import { setTimeout as sleep } from 'node:timers/promises';

export interface RefusalDelayOptions {
  /** Milliseconds on a clock that is never set. */
  readonly now: () => number;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** Answered at once: whoever heeds Retry-After does not meet more of them. */
const AT_ONCE = 10;
const DELAY_MS = 1_000;
/** Refusals are forgotten after so long without one. */
const MEMORY_MS = 60_000;
/** Answers held back, of all callers together; each is a connection. Beyond them nobody is held. */
const MOST_HELD = 1_000;
const MOST_REMEMBERED = 10_000;

export class RefusalDelay {
  readonly #now: () => number;
  readonly #wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly #refused = new Map<string, { readonly count: number; readonly at: number }>();
  #held = 0;

  constructor({ now, wait = async (ms, signal) => sleep(ms, undefined, { signal, ref: false }) }: RefusalDelayOptions) {
    this.#now = now;
    this.#wait = wait;
  }

  /** Resolves when this caller may be told that it is refused, or when it is gone. */
  async hold(caller: string, gone: AbortSignal): Promise<void> {
    if (this.#count(caller) <= AT_ONCE || this.#held >= MOST_HELD) return;
    this.#held += 1;
    try {
      await this.#wait(DELAY_MS, gone);
    } catch (error) {
      if (!gone.aborted) throw error;
    } finally {
      this.#held -= 1;
    }
  }

  #count(caller: string): number {
    const at = this.#now();
    const before = this.#refused.get(caller);
    const count = before === undefined || at - before.at > MEMORY_MS ? 1 : before.count + 1;
    // Deleted first, so that it goes to the end of the order.
    this.#refused.delete(caller);
    this.#refused.set(caller, { count, at });
    const [oldest] = this.#refused.keys();
    if (this.#refused.size > MOST_REMEMBERED && oldest !== undefined) this.#refused.delete(oldest);
    return count;
  }
}
