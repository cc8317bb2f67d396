/**
 * Fair queue in front of work that is limited: Elasticsearch, rendered pages, writes. It limits what runs at the same time, and lets a
 * limited number wait. A free slot goes to the first kind of caller that waits, and among its callers to the one that has used the least
 * time recently, so that one caller's many or slow requests do not delay everybody else's.
 */
import { BusyError } from './busy-error.ts';
import { CALLER_KINDS, type CallerKind, type QueuedCaller } from './caller-kinds.ts';
import { Fullness } from './fullness.ts';
import { RecentUsage } from './recent-usage.ts';
import { type Waiter, WaitingLine } from './waiting-line.ts';

export interface FairQueueOptions {
  /** Concurrent requests. */
  readonly slots: number;
  /** Waiting requests of each kind of caller. */
  readonly capacity: number;
  /** The part of the slots that all callers of a kind may use together; a kind that is left out may use all. */
  readonly shares?: Readonly<Partial<Record<CallerKind, number>>>;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly observer?: QueueObserver;
}

export interface QueueObserver {
  readonly onStart: (kind: CallerKind, waitedMs: number) => void;
  readonly onRefusal: (kind: CallerKind) => void;
}

export interface AcquireOptions {
  /** A costly request takes a caller's whole share: the caller runs nothing else at the same time. */
  readonly isCostly?: boolean;
  /** Longest wait for a slot. Left out: no limit. */
  readonly waitTimeoutMs?: number;
}

/** One in so many free slots goes to the kind that has waited longest, so that no kind waits for ever. */
const LONGEST_WAITING_EVERY = 8;
const LONGEST_RETRY_S = 60;
/** Weight of the newest duration in the mean. */
const NEWEST = 0.1;

interface Lane {
  readonly slots: number;
  readonly line: WaitingLine;
  running: number;
}

export class FairQueue {
  readonly #slots: number;
  readonly #capacity: number;
  /** Half of the slots, so that a second caller finds a free slot while the first uses its whole share. */
  readonly #share: number;
  readonly #now: () => number;
  readonly #observer: QueueObserver | undefined;
  readonly #lanes: ReadonlyMap<CallerKind, Lane>;
  readonly #fullness: Fullness;
  readonly #used: RecentUsage;
  /** Weights of running requests, by caller. */
  readonly #held = new Map<string, number>();
  #running = 0;
  #waiting = 0;
  #turns = 0;
  #meanMs = 0;

  constructor({ slots, capacity, shares = {}, now, observer }: FairQueueOptions) {
    this.#now = now;
    this.#slots = slots;
    this.#capacity = capacity;
    this.#observer = observer;
    this.#share = Math.max(1, Math.floor(slots / 2));
    this.#fullness = new Fullness(now);
    this.#used = new RecentUsage(now);
    this.#lanes = new Map(
      CALLER_KINDS.map((kind) => {
        const most = Math.max(1, Math.floor(slots * (shares[kind] ?? 1)));
        return [kind, { slots: most, line: new WaitingLine(), running: 0 }];
      }),
    );
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Others than crawlers waited for more than a second while all slots for them were taken, now or in the last half minute. */
  get isBusy(): boolean {
    return this.#fullness.isLasting;
  }

  waitingOf(kind: CallerKind): number {
    return this.#laneOf(kind).line.length;
  }

  /** Runs `work` once a slot is acquired. @throws BusyError; the signal's reason when it aborts during the wait */
  async run<T>(
    caller: QueuedCaller,
    signal: AbortSignal,
    work: () => Promise<T>,
    options: AcquireOptions = {},
  ): Promise<T> {
    const release = await this.#acquire(caller, signal, options);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Counts a refusal. Its time to retry follows from the requests that are served earlier, and from how long requests take. */
  refusalOf(kind: CallerKind): BusyError {
    this.#observer?.onRefusal(kind);
    const { line, slots } = this.#laneOf(kind);
    const earlier = CALLER_KINDS.slice(0, CALLER_KINDS.indexOf(kind) + 1);
    const ahead = earlier.reduce((sum, each) => sum + this.waitingOf(each), 0);
    const waitedMs = line.length === 0 ? 0 : this.#now() - line.oldest;
    const expectedMs = Math.max(waitedMs, ((ahead + 1) * this.#meanMs) / slots);
    return new BusyError(Math.min(LONGEST_RETRY_S, Math.max(1, Math.ceil(expectedMs / 1000))));
  }

  async #acquire(
    caller: QueuedCaller,
    signal: AbortSignal,
    { isCostly = false, waitTimeoutMs }: AcquireOptions,
  ): Promise<() => void> {
    signal.throwIfAborted();
    const weight = isCostly ? this.#share : 1;
    const { line } = this.#laneOf(caller.kind);
    if (this.#running < this.#slots && this.#hasRoom(caller, weight)) {
      this.#observer?.onStart(caller.kind, 0);
      return this.#hold(caller, weight);
    }
    if (line.length >= this.#capacity) this.#makeRoom(line, caller);
    return new Promise((resolve, reject) => {
      const onAbort = () => this.#refuse(waiter, signal.reason as Error);
      const onTimeout = () => this.#refuse(waiter, this.refusalOf(caller.kind));
      const settle = () => {
        signal.removeEventListener('abort', onAbort);
        clearTimeout(timer);
      };
      const waiter: Waiter = {
        caller,
        since: this.#now(),
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
      line.add(waiter);
      this.#waiting += 1;
      this.#noteFullness();
    });
  }

  /** Refuses the last request of the kind's caller with the most; that is the new request unless another caller has more. */
  #makeRoom(line: WaitingLine, { key, kind }: QueuedCaller): void {
    const refusal = this.refusalOf(kind);
    const last = line.lastOfLongest(key);
    if (last === undefined) throw refusal;
    this.#refuse(last, refusal);
  }

  #refuse(waiter: Waiter, reason: Error): void {
    this.#remove(waiter);
    this.#noteFullness();
    waiter.refuse(reason);
  }

  #remove(waiter: Waiter): void {
    this.#laneOf(waiter.caller.kind).line.remove(waiter);
    this.#waiting -= 1;
  }

  #hold({ key, kind }: QueuedCaller, weight: number): () => void {
    const lane = this.#laneOf(kind);
    lane.running += 1;
    this.#running += 1;
    this.#held.set(key, this.#heldBy(key) + weight);
    const started = this.#now();
    // Counts immediately, so that requests that arrive together alternate too.
    this.#used.add(key, 1);
    return () => {
      lane.running -= 1;
      this.#running -= 1;
      const took = this.#now() - started;
      this.#meanMs += (took - this.#meanMs) * NEWEST;
      this.#used.add(key, took);
      const held = this.#heldBy(key) - weight;
      if (held === 0) this.#held.delete(key);
      else this.#held.set(key, held);
      this.#startWaiting();
      this.#noteFullness();
    };
  }

  /** Starts as many as fit: the end of a costly request may let several of its caller start. */
  #startWaiting(): void {
    while (this.#running < this.#slots && this.#waiting > 0) {
      const next = this.#next();
      if (next === undefined) return;
      this.#turns += 1;
      this.#remove(next);
      this.#observer?.onStart(next.caller.kind, this.#now() - next.since);
      next.start(this.#hold(next.caller, next.weight));
    }
  }

  #next(): Waiter | undefined {
    const isTurnOfLongest = (this.#turns + 1) % LONGEST_WAITING_EVERY === 0;
    const lanes = [...this.#lanes.values()].filter(({ line }) => line.length > 0);
    const inOrder = isTurnOfLongest ? lanes.toSorted((one, other) => one.line.oldest - other.line.oldest) : lanes;
    for (const { line } of inOrder) {
      const next = this.#nextOf(line);
      if (next !== undefined) return next;
    }
    return undefined;
  }

  /** The first request of the caller with the least usage, among callers whose share has room for it. */
  #nextOf(line: WaitingLine): Waiter | undefined {
    let least: Waiter | undefined;
    for (const first of line.firsts) {
      if (!this.#hasRoom(first.caller, first.weight)) continue;
      if (least === undefined || this.#used.of(first.caller.key) < this.#used.of(least.caller.key)) least = first;
    }
    return least;
  }

  #hasRoom({ key, kind }: QueuedCaller, weight: number): boolean {
    const { running, slots } = this.#laneOf(kind);
    return running < slots && this.#heldBy(key) + weight <= this.#share;
  }

  #noteFullness(): void {
    let isFull = false;
    for (const [kind, { line, running, slots }] of this.#lanes) {
      // Crawlers wait for their few slots at any time.
      if (kind === 'crawler' || line.length === 0) continue;
      if (this.#running >= this.#slots || running >= slots) isFull = true;
    }
    this.#fullness.note(isFull);
  }

  #heldBy(key: string): number {
    return this.#held.get(key) ?? 0;
  }

  #laneOf(kind: CallerKind): Lane {
    const lane = this.#lanes.get(kind);
    if (lane === undefined) throw new Error(`no lane for ${kind}`);
    return lane;
  }
}
