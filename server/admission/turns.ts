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
  /** Slots that it takes. */
  readonly weight: number;
  readonly begin: (release: () => void) => void;
  readonly refuse: (reason: Error) => void;
}

export class Turns {
  readonly #slots: number;
  readonly #room: number;
  /** Half of the slots: whoever comes while one caller asks all it can finds a free one. A costly question takes all of it. */
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
  async run<T>(caller: string, signal: AbortSignal, work: () => Promise<T>, isCostly = false): Promise<T> {
    const release = await this.#take(caller, signal, isCostly ? this.#share : 1);
    try {
      return await work();
    } finally {
      release();
    }
  }

  async #take(caller: string, signal: AbortSignal, weight: number): Promise<() => void> {
    signal.throwIfAborted();
    const fits = this.#underWay + weight <= this.#slots && this.#heldBy(caller) + weight <= this.#share;
    if (fits && this.#leastHeld() === undefined) {
      return this.#hold(caller, weight);
    }
    if (this.#waiting >= this.#room) this.#makeRoom(caller);
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#drop(waiter);
        reject(signal.reason as Error);
        // Others may have waited behind it.
        this.#next();
      };
      const waiter: Waiter = {
        caller,
        weight,
        begin: (release) => {
          signal.removeEventListener('abort', leave);
          resolve(release);
        },
        refuse: (reason) => {
          signal.removeEventListener('abort', leave);
          reject(reason);
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
    this.#next();
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
    this.#underWay += weight;
    this.#held.set(caller, this.#heldBy(caller) + weight);
    return () => {
      this.#underWay -= weight;
      const held = this.#heldBy(caller) - weight;
      if (held === 0) this.#held.delete(caller);
      else this.#held.set(caller, held);
      this.#next();
    };
  }

  /** As many as there is room for: a costly question that ends leaves it for several. */
  #next(): void {
    for (let least = this.#least(); least !== undefined; least = this.#least()) this.#begin(least);
  }

  /** The first of the caller that has the fewest under way. It waits for as much room as it takes, and others with it. */
  #least(): Waiter | undefined {
    const least = this.#leastHeld();
    return least !== undefined && this.#underWay + least.weight <= this.#slots ? least : undefined;
  }

  /** Of those that wait for room, and not for a question of their own caller to end. */
  #leastHeld(): Waiter | undefined {
    let least: Waiter | undefined;
    for (const [caller, [first]] of this.#queues) {
      const held = this.#heldBy(caller);
      if (first === undefined || held + first.weight > this.#share) continue;
      if (least === undefined || held < this.#heldBy(least.caller)) least = first;
    }
    return least;
  }

  #begin(least: Waiter): void {
    const { caller } = least;
    this.#drop(least);
    // To the end of the order.
    const rest = this.#queues.get(caller);
    if (rest !== undefined) {
      this.#queues.delete(caller);
      this.#queues.set(caller, rest);
    }
    least.begin(this.#hold(caller, least.weight));
  }

  #heldBy(caller: string): number {
    return this.#held.get(caller) ?? 0;
  }
}
