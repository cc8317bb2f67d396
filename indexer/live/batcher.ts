import { AppError } from '../../platform/errors.ts';
import { backoffMs, type Clock, type Random } from '../runtime/clock.ts';

export interface BatcherOptions<Item, Result> {
  /**
   * Processes one batch; returns the results in the order of the items. When it throws, every item of the batch fails
   * with that error, and the next batch waits by `backoffMs`.
   */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Batches that run at the same time. */
  readonly concurrency: number;
  readonly maxItems: number;
  /** How long a batch that is not full waits for more items, in milliseconds. */
  readonly lingerMs: number;
  readonly clock: Clock;
  readonly random: Random;
}

/** The item was not processed, because the process is closing. */
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

/** Collects single items into batches. One bulk request for the threads of many jobs is four times faster than one for each. */
export class Batcher<Item, Result> {
  readonly #options: BatcherOptions<Item, Result>;
  readonly #closing = new AbortController();
  readonly #loops: Promise<unknown>;
  #waiting: Waiting<Item, Result>[] = [];
  /** Each function wakes one idle loop. */
  #idle: (() => void)[] = [];

  constructor(options: BatcherOptions<Item, Result>) {
    this.#options = options;
    this.#loops = Promise.all(Array.from({ length: options.concurrency }, () => this.#runBatches()));
  }

  /**
   * Returns the item's result.
   * @throws ClosingError after `close`; otherwise whatever `run` threw for the item's batch.
   */
  async add(item: Item): Promise<Result> {
    if (this.#closing.signal.aborted) throw new ClosingError();
    const result = new Promise<Result>((resolve, reject) => this.#waiting.push({ item, resolve, reject }));
    this.#idle.shift()?.();
    return result;
  }

  /** Fails the items that are still waiting with ClosingError, and waits for the batches that are running. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const { reject } of this.#waiting.splice(0)) reject(new ClosingError());
    for (const wakeUp of this.#idle.splice(0)) wakeUp();
    await this.#loops;
  }

  /** Runs one batch after another: idle until an item is waiting → lingers → runs the batch. */
  async #runBatches(): Promise<void> {
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
      // `add` may have woken a loop for an item that this batch took. Wake one here if items are left.
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
