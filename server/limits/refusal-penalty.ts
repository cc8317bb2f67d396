/**
 * Refusal penalty: delays answers to a caller that keeps sending requests after refusals. Otherwise, refusing a caller that sends as
 * fast as it is answered becomes most of a server's work: sixty such connections made other readers wait six times as long.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

export interface RefusalPenaltyOptions {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** Refusals without a delay: a caller that respects Retry-After does not reach this number. */
const FREE_REFUSALS = 10;
const DELAY_MS = 1_000;
/** A caller's count restarts after this long without a refusal. */
const FORGET_AFTER_MS = 60_000;
/** Delayed answers of all callers together, since each holds a connection. Answers beyond this number are not delayed. */
const MAX_DELAYED = 1_000;
const MAX_CALLERS = 10_000;

export class RefusalPenalty {
  readonly #now: () => number;
  readonly #wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly #refusals = new LRUCache<string, { readonly count: number; readonly at: number }>({ max: MAX_CALLERS });
  #delayed = 0;

  constructor({
    now,
    wait = async (ms, signal) => sleep(ms, undefined, { signal, ref: false }),
  }: RefusalPenaltyOptions) {
    this.#now = now;
    this.#wait = wait;
  }

  /** Resolves when the refusal may be sent, or when the client disconnects. */
  async hold(caller: string, disconnected: AbortSignal): Promise<void> {
    if (this.#count(caller) <= FREE_REFUSALS || this.#delayed >= MAX_DELAYED) return;
    this.#delayed += 1;
    try {
      await this.#wait(DELAY_MS, disconnected);
    } catch (error) {
      if (!disconnected.aborted) throw error;
    } finally {
      this.#delayed -= 1;
    }
  }

  #count(caller: string): number {
    const at = this.#now();
    const before = this.#refusals.get(caller);
    const count = before === undefined || at - before.at > FORGET_AFTER_MS ? 1 : before.count + 1;
    this.#refusals.set(caller, { count, at });
    return count;
  }
}
