/**
 * Whose turn it is with Elasticsearch. So many questions are under way at once, so many more wait, and a free place goes
 * to the caller that has had the least of Elasticsearch's time lately: whoever asks much, or asks what takes long, has what
 * the others leave.
 */
import { AppError } from '../../platform/errors.ts';

/** Too many wait already, or for too long. Worth trying again in a moment. */
export class BusyError extends AppError {
  readonly retryAfterSeconds = 1;

  constructor() {
    super('busy', 'Too many searches are waiting right now. Try again in a moment.');
  }
}

export interface TurnsOptions {
  /** Questions under way at once. */
  readonly slots: number;
  /** Questions that wait, of all callers together. */
  readonly waiting: number;
  /** Milliseconds on a clock that is never set. */
  readonly now: () => number;
}

export interface Wish {
  /** All of what one caller may have at once. */
  readonly isCostly?: boolean;
  /** What it waits at most for its turn. Left out: for ever. */
  readonly patienceMs?: number;
}

interface Usage {
  readonly amount: number;
  readonly at: number;
}

/** What a caller has had counts half after so long. */
const HALF_LIFE_MS = 10_000;
/** Callers whose use is remembered; what the others had was long ago. */
const MOST_REMEMBERED = 10_000;

interface Waiter {
  readonly caller: string;
  /** What it takes of its caller's share. It takes one slot, whatever it costs. */
  readonly weight: number;
  readonly begin: (release: () => void) => void;
  readonly refuse: (reason: Error) => void;
}

export class Turns {
  readonly #slots: number;
  readonly #room: number;
  /** Half of the slots: whoever comes while one caller asks all it can finds a free one. A costly question is all of it. */
  readonly #share: number;
  readonly #now: () => number;
  readonly #held = new Map<string, number>();
  /** Milliseconds of a slot, by caller. */
  readonly #used = new Map<string, Usage>();
  /** Each in the order in which it came. */
  readonly #queues = new Map<string, Waiter[]>();
  #underWay = 0;
  #waiting = 0;

  constructor({ slots, waiting, now }: TurnsOptions) {
    this.#now = now;
    this.#slots = slots;
    this.#room = waiting;
    this.#share = Math.max(1, Math.floor(slots / 2));
  }

  get underWay(): number {
    return this.#underWay;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Runs `work` when it is this caller's turn. @throws BusyError, or what the signal says while it waits */
  async run<T>(caller: string, signal: AbortSignal, work: () => Promise<T>, wish: Wish = {}): Promise<T> {
    const release = await this.#take(caller, signal, wish);
    try {
      return await work();
    } finally {
      release();
    }
  }

  async #take(caller: string, signal: AbortSignal, { isCostly = false, patienceMs }: Wish): Promise<() => void> {
    signal.throwIfAborted();
    const weight = isCostly ? this.#share : 1;
    const fits = this.#underWay < this.#slots && this.#heldBy(caller) + weight <= this.#share;
    if (fits) {
      return this.#hold(caller, weight);
    }
    if (this.#waiting >= this.#room) this.#makeRoom(caller);
    return new Promise((resolve, reject) => {
      const leave = () => this.#refuse(waiter, signal.reason as Error);
      const lose = () => this.#refuse(waiter, new BusyError());
      const settle = () => {
        signal.removeEventListener('abort', leave);
        clearTimeout(timer);
      };
      const waiter: Waiter = {
        caller,
        weight,
        begin: (release) => {
          settle();
          resolve(release);
        },
        refuse: (reason) => {
          settle();
          reject(reason);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      const timer = patienceMs === undefined ? undefined : setTimeout(lose, patienceMs);
      const queue = this.#queues.get(caller);
      if (queue === undefined) this.#queues.set(caller, [waiter]);
      else queue.push(waiter);
      this.#waiting += 1;
    });
  }

  /** Whoever has the most waiting loses the last of them; it is this caller when nobody has more. */
  #makeRoom(caller: string): void {
    const longest = [...this.#queues.values()].reduce((most, queue) => (queue.length > most.length ? queue : most), []);
    const last = longest.at(-1);
    if (last === undefined || longest.length <= (this.#queues.get(caller)?.length ?? 0) + 1) throw new BusyError();
    this.#refuse(last, new BusyError());
  }

  #refuse(waiter: Waiter, reason: Error): void {
    this.#drop(waiter);
    waiter.refuse(reason);
  }

  #drop(waiter: Waiter): void {
    const queue = this.#queues.get(waiter.caller) ?? [];
    const place = queue.indexOf(waiter);
    if (place === -1) return;
    queue.splice(place, 1);
    this.#waiting -= 1;
    if (queue.length === 0) this.#queues.delete(waiter.caller);
  }

  #hold(caller: string, weight: number): () => void {
    this.#underWay += 1;
    this.#held.set(caller, this.#heldBy(caller) + weight);
    const began = this.#now();
    // Something at once, so that questions asked together take turns too.
    this.#use(caller, 1);
    return () => {
      this.#underWay -= 1;
      this.#use(caller, this.#now() - began);
      const held = this.#heldBy(caller) - weight;
      if (held === 0) this.#held.delete(caller);
      else this.#held.set(caller, held);
      this.#next();
    };
  }

  /** As many as there is room for: a costly question that ends lets several of its caller begin. */
  #next(): void {
    while (this.#underWay < this.#slots) {
      const first = this.#first();
      if (first === undefined) return;
      this.#drop(first);
      first.begin(this.#hold(first.caller, first.weight));
    }
  }

  /** Of those that wait for a slot, and not for a question of their own caller to end. */
  #first(): Waiter | undefined {
    let least: Waiter | undefined;
    for (const [caller, [first]] of this.#queues) {
      if (first === undefined || this.#heldBy(caller) + first.weight > this.#share) continue;
      if (least === undefined || this.#usedBy(caller) < this.#usedBy(least.caller)) least = first;
    }
    return least;
  }

  #use(caller: string, amount: number): void {
    const used = this.#usedBy(caller) + amount;
    // Deleted first, so that it goes to the end of the order.
    this.#used.delete(caller);
    this.#used.set(caller, { amount: used, at: this.#now() });
    const [oldest] = this.#used.keys();
    if (this.#used.size > MOST_REMEMBERED && oldest !== undefined) this.#used.delete(oldest);
  }

  #usedBy(caller: string): number {
    const usage = this.#used.get(caller);
    return usage === undefined ? 0 : usage.amount * 2 ** ((usage.at - this.#now()) / HALF_LIFE_MS);
  }

  #heldBy(caller: string): number {
    return this.#held.get(caller) ?? 0;
  }
}
