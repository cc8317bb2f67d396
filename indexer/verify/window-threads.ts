import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { StoreUrls } from '../../platform/config.ts';
import {
  compareWindow,
  type ComparePorts,
  type ComparedWindow,
  type CompareWindow,
  type Comparison,
} from './compare-windows.ts';

/** Starting a thread takes as long as comparing some thousand documents. */
const MANY = 50_000;
/** Each has a connection to PostgreSQL and some 100 MB. */
const MAX_THREADS = 4;
/** The stores answer one while another is compared. */
const WINDOWS_A_THREAD = 2;

/** What a thread needs to reach the stores by itself. */
export type StoreAddresses = Pick<StoreUrls, 'databaseUrl' | 'elasticsearchUrls'>;

/** What a thread is asked, and what it answers: null where it failed. */
export interface WorkerQuestion {
  readonly id: number;
  readonly window: CompareWindow;
}
export interface WorkerAnswer {
  readonly id: number;
  readonly compared: ComparedWindow | null;
}

export interface ComparisonOptions extends ComparePorts {
  /** Null to compare in this thread, however many there are. */
  readonly addresses: StoreAddresses | null;
}

/**
 * To compare a document in full is to read a row and to make the document anew, a tenth of a millisecond of one processor; a
 * million of them are shared among as many threads as there are processors.
 */
export function openComparison({ addresses, ...ports }: ComparisonOptions, documents: number): Comparison {
  const here = async (window: CompareWindow) => compareWindow(ports, window);
  if (addresses === null || documents < MANY) {
    return { width: WINDOWS_A_THREAD, compare: here, close: async () => undefined };
  }
  const threads = Array.from(
    { length: Math.min(MAX_THREADS, availableParallelism()) },
    () => new ComparisonWorker(addresses),
  );
  return {
    width: threads.length * WINDOWS_A_THREAD,
    async compare(window) {
      const thread = threads.reduce((least, other) => (other.waiting < least.waiting ? other : least));
      // What a thread cannot do is tried here, so that an outage is noticed, logged and thrown in one place.
      return (await thread.compare(window)) ?? here(window);
    },
    async close() {
      await Promise.all(threads.map(async (thread) => thread.close()));
    },
  };
}

class ComparisonWorker {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (compared: ComparedWindow | null) => void>();
  #asked = 0;
  #isGone = false;

  constructor(addresses: StoreAddresses) {
    this.#worker = new Worker(new URL('window-worker.ts', import.meta.url), { workerData: addresses });
    this.#worker.on('message', ({ id, compared }: WorkerAnswer) => {
      this.#waiting.get(id)?.(compared);
      this.#waiting.delete(id);
    });
    this.#worker.on('error', () => this.#giveUp());
    this.#worker.on('exit', () => this.#giveUp());
  }

  get waiting(): number {
    return this.#isGone ? Number.POSITIVE_INFINITY : this.#waiting.size;
  }

  /** null where it failed. */
  async compare(window: CompareWindow): Promise<ComparedWindow | null> {
    if (this.#isGone) return null;
    const question: WorkerQuestion = { id: ++this.#asked, window };
    return new Promise((resolve) => {
      this.#waiting.set(question.id, resolve);
      this.#worker.postMessage(question, []);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #giveUp(): void {
    this.#isGone = true;
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
  }
}
