/**
 * Fair queue in front of Elasticsearch: limits concurrent requests and lets a limited number wait. A free slot goes to the
 * waiting caller that has used the least Elasticsearch time recently, so that one caller's many or slow requests do not
 * delay everybody else's.
 */
import { LRUCache } from 'lru-cache';
import { AppError } from '../../platform/errors.ts';

/** The queue is full, or the wait took too long. Worth retrying in a moment. */
export class BusyError extends AppError {
  readonly retryAfterSeconds = 1;

  constructor() {
    super('busy', 'Too many searches are waiting right now. Try again in a moment.');
  }
}

export interface FairQueueOptions {
  /** Concurrent requests. */
  readonly slots: number;
  /** Waiting requests of all callers together. */
  readonly capacity: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

export interface AcquireOptions {
  /** A costly request takes a caller's whole share: the caller runs nothing else at the same time. */
  readonly isCostly?: boolean;
  /** Longest wait for a slot. Left out: no limit. */
  readonly waitTimeoutMs?: number;
}

interface Usage {
  readonly amount: number;
  readonly at: number;
}

/** Half-life of a caller's recorded usage. */
const HALF_LIFE_MS = 10_000;
const MAX_CALLERS = 10_000;

interface Waiter {
  readonly caller: string;
  /** Part of the caller's share. Each request takes one slot, whatever its weight. */
  readonly weight: number;
  readonly start: (release: () => void) => void;
  readonly refuse: (reason: Error) => void;
}

export class FairQueue {
  readonly #slots: number;
  readonly #capacity: number;
  /** Half of the slots, so that a second caller finds a free slot while the first uses its whole share. */
  readonly #share: number;
  readonly #now: () => number;
  /** Weights of running requests, by caller. */
  readonly #held = new Map<string, number>();
  /** Milliseconds of slot time, by caller. */
  readonly #used = new LRUCache<string, Usage>({ max: MAX_CALLERS });
  /** By caller, each in order of arrival. */
  readonly #queues = new Map<string, Waiter[]>();
  #running = 0;
  #waiting = 0;

  constructor({ slots, capacity, now }: FairQueueOptions) {
    this.#now = now;
    this.#slots = slots;
    this.#capacity = capacity;
    this.#share = Math.max(1, Math.floor(slots / 2));
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Runs `work` once a slot is acquired. @throws BusyError; the signal's reason when it aborts during the wait */
  async run<T>(caller: string, signal: AbortSignal, work: () => Promise<T>, options: AcquireOptions = {}): Promise<T> {
    const release = await this.#acquire(caller, signal, options);
    try {
      return await work();
    } finally {
      release();
    }
  }

  async #acquire(
    caller: string,
    signal: AbortSignal,
    { isCostly = false, waitTimeoutMs }: AcquireOptions,
  ): Promise<() => void> {
    signal.throwIfAborted();
    const weight = isCostly ? this.#share : 1;
    const fits = this.#running < this.#slots && this.#heldBy(caller) + weight <= this.#share;
    if (fits) return this.#hold(caller, weight);
    if (this.#waiting >= this.#capacity) this.#makeRoom(caller);
    return new Promise((resolve, reject) => {
      const onAbort = () => this.#refuse(waiter, signal.reason as Error);
      const onTimeout = () => this.#refuse(waiter, new BusyError());
      const settle = () => {
        signal.removeEventListener('abort', onAbort);
        clearTimeout(timer);
      };
      const waiter: Waiter = {
        caller,
        weight,
        start: (release) => {
          settle();
          resolve(release);
        },
        refuse: (reason) => {
          settle();
          reject(reason);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      const timer = waitTimeoutMs === undefined ? undefined : setTimeout(onTimeout, waitTimeoutMs);
      const queue = this.#queues.get(caller);
      if (queue === undefined) this.#queues.set(caller, [waiter]);
      else queue.push(waiter);
      this.#waiting += 1;
    });
  }

  /** Refuses the last request of the caller with the longest queue; that is the new request unless another queue is longer. */
  #makeRoom(caller: string): void {
    const longest = [...this.#queues.values()].reduce((most, queue) => (queue.length > most.length ? queue : most), []);
    const last = longest.at(-1);
    if (last === undefined || longest.length <= (this.#queues.get(caller)?.length ?? 0) + 1) throw new BusyError();
    this.#refuse(last, new BusyError());
  }

  #refuse(waiter: Waiter, reason: Error): void {
    this.#remove(waiter);
    waiter.refuse(reason);
  }

  #remove(waiter: Waiter): void {
    const queue = this.#queues.get(waiter.caller) ?? [];
    const index = queue.indexOf(waiter);
    if (index === -1) return;
    queue.splice(index, 1);
    this.#waiting -= 1;
    if (queue.length === 0) this.#queues.delete(waiter.caller);
  }

  #hold(caller: string, weight: number): () => void {
    this.#running += 1;
    this.#held.set(caller, this.#heldBy(caller) + weight);
    const started = this.#now();
    // Counts immediately, so that requests that arrive together alternate too.
    this.#addUsage(caller, 1);
    return () => {
      this.#running -= 1;
      this.#addUsage(caller, this.#now() - started);
      const held = this.#heldBy(caller) - weight;
      if (held === 0) this.#held.delete(caller);
      else this.#held.set(caller, held);
      this.#startWaiting();
    };
  }

  /** Starts as many as fit: the end of a costly request may let several of its caller start. */
  #startWaiting(): void {
    while (this.#running < this.#slots) {
      const next = this.#next();
      if (next === undefined) return;
      this.#remove(next);
      next.start(this.#hold(next.caller, next.weight));
    }
  }

  /** The first request of the caller with the least usage, among callers whose share has room for it. */
  #next(): Waiter | undefined {
    let least: Waiter | undefined;
    for (const [caller, [first]] of this.#queues) {
      if (first === undefined || this.#heldBy(caller) + first.weight > this.#share) continue;
      if (least === undefined || this.#usageOf(caller) < this.#usageOf(least.caller)) least = first;
    }
    return least;
  }

  #addUsage(caller: string, amount: number): void {
    this.#used.set(caller, { amount: this.#usageOf(caller) + amount, at: this.#now() });
  }

  #usageOf(caller: string): number {
    const usage = this.#used.get(caller);
    return usage === undefined ? 0 : usage.amount * 2 ** ((usage.at - this.#now()) / HALF_LIFE_MS);
  }

  #heldBy(caller: string): number {
    return this.#held.get(caller) ?? 0;
  }
}
