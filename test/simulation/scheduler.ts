import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../indexer/runtime/clock.ts';

/** xorshift: the same seed yields the same history on every machine. */
export function seededRandom(seed: number): () => number {
  let state = Math.imul(seed, 2_654_435_761) + 7 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}

/** A process. A kill ends it for good, with all its pending operations. */
export class SimulatedProcess {
  readonly name: string;
  alive = true;
  /** The step of the scheduler before which it does nothing. */
  frozenUntil = 0;

  constructor(name: string) {
    this.name = name;
  }
}

/** Turns of the microtask queue between two operations. Most code reaches its next call in fewer. */
const TURNS = 4;

const A_TURN = Promise.resolve();

interface Operation {
  /** null for operations of a server. */
  readonly owner: SimulatedProcess | null;
  readonly notBefore: number;
  readonly isReady: (() => boolean) | null;
  /** Ends a wait early. */
  readonly signal?: AbortSignal | undefined;
  readonly run: () => void;
}

/**
 * Every call through a port is an operation. A step runs one of the operations that are ready, and then the code behind it
 * until that waits again. So every order of the actions of processes and servers is possible; the seed selects one.
 */
export class Scheduler {
  readonly random: () => number;
  steps = 0;
  now = 0;
  #pending: Operation[] = [];
  readonly #ready: Operation[] = [];

  constructor(seed: number) {
    this.random = seededRandom(seed);
  }

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  /** A call of a process to a server. It is answered when it is selected, and never if the process has been killed. */
  call<T>(owner: SimulatedProcess | null, work: () => T, isReady: (() => boolean) | null = null): Promise<T> {
    return new Promise((resolve, reject) => {
      if (owner?.alive === false) return;
      this.#pending.push({
        owner,
        notBefore: 0,
        isReady,
        run() {
          try {
            resolve(work());
          } catch (error) {
            reject(error);
          }
        },
      });
    });
  }

  clockOf(owner: SimulatedProcess): Clock {
    return {
      wait: (ms, signal) =>
        new Promise((resolve) => {
          if (!owner.alive) return;
          this.#pending.push({ owner, notBefore: this.now + ms, isReady: null, signal, run: resolve });
        }),
    };
  }

  /** Each request of the killed process was either received, and is still carried out, or not. */
  kill(process: SimulatedProcess): void {
    process.alive = false;
    const isItsOwn = ({ owner }: Operation) => owner === process;
    const last = this.#pending.filter(isItsOwn);
    this.#pending = this.#pending.filter((operation) => !isItsOwn(operation));
    for (const { notBefore, isReady, run } of last) {
      if (notBefore === 0 && isReady === null && this.chance(0.5)) run();
    }
  }

  /** Runs one operation, or lets time pass if none is ready. Returns false when no operation is left. */
  async step(): Promise<boolean> {
    for (let turn = 0; turn < TURNS; turn++) await A_TURN;
    const pending = this.#pending.length;
    if (this.#runOne()) return true;
    // Code may not have reached its next call yet.
    await setImmediate();
    return this.#pending.length > pending || this.#passTime();
  }

  #runOne(): boolean {
    this.steps++;
    this.now += this.chance(0.01) ? this.random() * 90_000 : this.random() * 20;
    const ready = this.#ready;
    ready.length = 0;
    for (let place = 0; place < this.#pending.length; place++) {
      const operation = this.#pending[place];
      if (operation !== undefined && this.#isReady(operation)) ready.push(operation);
    }
    const chosen = ready[this.below(ready.length)];
    if (chosen === undefined) return false;
    const last = this.#pending.pop();
    if (last !== undefined && last !== chosen) this.#pending[this.#pending.indexOf(chosen)] = last;
    chosen.run();
    return true;
  }

  #isReady({ owner, notBefore, isReady, signal }: Operation): boolean {
    if (owner !== null && owner.frozenUntil > this.steps) return false;
    if (notBefore > this.now && signal?.aborted !== true) return false;
    return isReady === null || isReady();
  }

  /** Advances the time to the next moment at which an operation is ready. */
  #passTime(): boolean {
    if (this.#pending.length === 0) return false;
    const isFrozen = this.#pending.some(({ owner }) => owner !== null && owner.frozenUntil > this.steps);
    const next = Math.min(...this.#pending.map(({ notBefore }) => notBefore).filter((at) => at > this.now));
    if (!isFrozen && next !== Infinity) this.now = next;
    return true;
  }
}
