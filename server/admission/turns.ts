/**
 * Whose turn it is with Elasticsearch. So many questions are under way at once, so many more wait, and a free place goes
 * to the caller that has the fewest: one caller's thousand requests cost another no more than one of them would.
 */
import { AppError } from '../../platform/errors.ts';

/** Too many wait already. Worth trying again in a moment. */
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
}

interface Waiter {
  readonly caller: string;
  readonly begin: (release: () => void) => void;
  readonly refuse: (reason: unknown) => void;
}

export class Turns {
  readonly #slots: number;
  readonly #room: number;
  /** Half of the slots: whoever comes while one caller asks all it can finds a free one. */
  readonly #share: number;
  readonly #held = new Map<string, number>();
  /** Callers in the order of their turns. */
  readonly #queues = new Map<string, Waiter[]>();
  #underWay = 0;
  #waiting = 0;

  constructor({ slots, waiting }: TurnsOptions) {
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
  async run<T>(caller: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const release = await this.#take(caller, signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  async #take(caller: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#underWay < this.#slots && this.#heldBy(caller) < this.#share) return this.#hold(caller);
    if (this.#waiting >= this.#room) this.#makeRoom(caller);
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#drop(waiter);
        reject(signal.reason as Error);
      };
      const waiter: Waiter = {
        caller,
        begin: (release) => {
          signal.removeEventListener('abort', leave);
          resolve(release);
        },
        refuse: (reason) => {
          signal.removeEventListener('abort', leave);
          reject(reason as Error);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
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
    this.#drop(last);
    last.refuse(new BusyError());
  }

  #drop(waiter: Waiter): void {
    const queue = this.#queues.get(waiter.caller) ?? [];
    const place = queue.indexOf(waiter);
    if (place === -1) return;
    queue.splice(place, 1);
    this.#waiting -= 1;
    if (queue.length === 0) this.#queues.delete(waiter.caller);
  }

  #hold(caller: string): () => void {
    this.#underWay += 1;
    this.#held.set(caller, this.#heldBy(caller) + 1);
    return () => {
      this.#underWay -= 1;
      const held = this.#heldBy(caller) - 1;
      if (held === 0) this.#held.delete(caller);
      else this.#held.set(caller, held);
      this.#next();
    };
  }

  #next(): void {
    let least: Waiter | undefined;
    for (const [caller, [first]] of this.#queues) {
      const held = this.#heldBy(caller);
      if (held >= this.#share) continue;
      if (least === undefined || held < this.#heldBy(least.caller)) least = first;
    }
    if (least === undefined) return;
    const { caller } = least;
    this.#drop(least);
    // To the end of the order.
    const rest = this.#queues.get(caller);
    if (rest !== undefined) {
      this.#queues.delete(caller);
      this.#queues.set(caller, rest);
    }
    least.begin(this.#hold(caller));
  }

  #heldBy(caller: string): number {
    return this.#held.get(caller) ?? 0;
  }
}
