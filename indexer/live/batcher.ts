import { AppError } from '../../platform/errors.ts';
import { backoffMs, type Clock, type Random } from '../runtime/clock.ts';

export interface BatcherOptions<Item, Result> {
  /** Results in the order of the items. When it throws, every item fails and the lane pauses before it takes more. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Batches under way at once. */
  readonly lanes: number;
  readonly maxItems: number;
  /** How long a batch waits for company, in milliseconds. */
  readonly lingerMs: number;
  readonly clock: Clock;
  readonly random: Random;
}

/** The work was handed back because the process is closing. */
export class ClosingError extends AppError {
  constructor() {
    super('closing', 'the process is closing');
  }
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Gathers single items into batches: one bulk for the threads of many jobs is four times faster than a bulk for each. */
export class Batcher<Item, Result> {
  readonly #options: BatcherOptions<Item, Result>;
  readonly #closing = new AbortController();
  readonly #lanes: Promise<unknown>;
  #waiting: Waiting<Item, Result>[] = [];
  #idle: (() => void)[] = [];

  constructor(options: BatcherOptions<Item, Result>) {
    this.#options = options;
    this.#lanes = Promise.all(Array.from({ length: options.lanes }, () => this.#runLane()));
  }

  /** @throws ClosingError after `close`; whatever `run` threw for the item's batch. */
  async add(item: Item): Promise<Result> {
    if (this.#closing.signal.aborted) throw new ClosingError();
    const result = new Promise<Result>((resolve, reject) => this.#waiting.push({ item, resolve, reject }));
    this.#idle.shift()?.();
    return result;
  }

  /** Hands back what has not begun and waits for what has. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const { reject } of this.#waiting.splice(0)) reject(new ClosingError());
    for (const wake of this.#idle.splice(0)) wake();
    await this.#lanes;
  }

  async #runLane(): Promise<void> {
    const { run, maxItems, lingerMs, clock, random } = this.#options;
    const closing = this.#closing.signal;
    let failures = 0;
    while (!closing.aborted) {
      if (this.#waiting.length === 0) {
        await new Promise<void>((resolve) => this.#idle.push(resolve));
        continue;
      }
      if (this.#waiting.length < maxItems) await clock.wait(lingerMs, closing);
      const batch = this.#waiting.splice(0, maxItems);
      if (batch.length === 0) continue;
      // A lane that was woken for an item which this one took goes back to sleep; one that is needed is woken here.
      if (this.#waiting.length > 0) this.#idle.shift()?.();
      try {
        const results = await run(batch.map(({ item }) => item));
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
        failures = 0;
      } catch (error) {
        for (const { reject } of batch) reject(error);
        failures++;
        await clock.wait(backoffMs(failures, random), closing);
      }
    }
  }
}
