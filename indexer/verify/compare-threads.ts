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

/** Fewer documents are compared on this thread: starting a worker takes as long as comparing some thousand. */
const MIN_DOCUMENTS = 50_000;
/** Each thread has a connection to PostgreSQL and takes about 100 MB. */
const MAX_THREADS = 4;
/** While one window is compared, the stores answer the requests of another. */
const WINDOWS_PER_THREAD = 2;

/** The settings with which a worker thread connects to the stores. */
export type StoreAddresses = Pick<StoreUrls, 'databaseUrl' | 'elasticsearchUrls'>;

/** A message to a worker thread, and its reply. `compared` is null when the comparison failed. */
export interface WorkerRequest {
  readonly id: number;
  readonly window: CompareWindow;
}
export interface WorkerReply {
  readonly id: number;
  readonly compared: ComparedWindow | null;
}

export interface ComparisonOptions extends ComparePorts {
  /** null: always compare on this thread. */
  readonly addresses: StoreAddresses | null;
}

/**
 * Opens a comparison of about `documents` documents. Comparing a document in full means reading its row and building the document again,
 * which takes a tenth of a millisecond of processor time; many documents are therefore compared on as many worker threads as there are
 * processors.
 */
export function openComparison({ addresses, ...ports }: ComparisonOptions, documents: number): Comparison {
  const here = async (window: CompareWindow) => compareWindow(ports, window);
  if (addresses === null || documents < MIN_DOCUMENTS) {
    return { concurrency: WINDOWS_PER_THREAD, compare: here, close: async () => undefined };
  }
  const threads = Array.from(
    { length: Math.min(MAX_THREADS, availableParallelism()) },
    () => new ComparisonWorker(addresses),
  );
  return {
    concurrency: threads.length * WINDOWS_PER_THREAD,
    async compare(window) {
      const thread = threads.reduce((least, other) => (other.waiting < least.waiting ? other : least));
      // Repeats a failed comparison on this thread, so that an outage is logged and thrown in one place.
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
  #sent = 0;
  #isGone = false;

  constructor(addresses: StoreAddresses) {
    this.#worker = new Worker(new URL('compare-worker.ts', import.meta.url), { workerData: addresses });
    this.#worker.on('message', ({ id, compared }: WorkerReply) => {
      this.#waiting.get(id)?.(compared);
      this.#waiting.delete(id);
    });
    this.#worker.on('error', () => this.#fail());
    this.#worker.on('exit', () => this.#fail());
  }

  get waiting(): number {
    return this.#isGone ? Number.POSITIVE_INFINITY : this.#waiting.size;
  }

  /** Returns null when the comparison failed or the thread has ended. */
  async compare(window: CompareWindow): Promise<ComparedWindow | null> {
    if (this.#isGone) return null;
    const request: WorkerRequest = { id: ++this.#sent, window };
    return new Promise((resolve) => {
      this.#waiting.set(request.id, resolve);
      this.#worker.postMessage(request, []);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(): void {
    this.#isGone = true;
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
  }
}
