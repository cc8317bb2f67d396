import { DIRTY_CHANNEL, type IndexThreadJob } from '../mappings/queues.ts';
import { TASK_CHANNEL } from '../mappings/task.ts';
import { BullQueue, startBullWorker } from '../platform/bull-queue.ts';
import type { Components, IndexerOptions } from './components.ts';
import { Batcher } from './live/batcher.ts';
import { indexBatch, type BatchPorts, type ThreadOutcome } from './live/index-batch.ts';
import { indexQueue, indexThread } from './live/index-thread.ts';
import { listen } from './live/notification-listener.ts';
import { runRelay } from './live/relay.ts';
import { Signal } from './runtime/signal.ts';
import type { WorkContext } from './runtime/work-context.ts';

/** Two concurrent bulk requests index twice as fast as one; more gain nothing. */
const CONCURRENT_BATCHES = 2;
const LINGER_MS = 10;

export interface LivePathContext extends WorkContext {
  /** Called on every notification about tasks. */
  readonly onTaskNotification: () => void;
}

export interface LivePath {
  /** Call it after `closing` has aborted. Waits for active jobs, for at most `limitMs` milliseconds. */
  close(limitMs: number): Promise<void>;
}

/**
 * Starts the path of every change: notification → signal → relay (dirty rows to jobs) → queue → worker (`indexThread`) →
 * batcher → `indexBatch` (snapshot, bulk request, clear dirty).
 */
export function startLivePath(
  { config, stores, logger }: IndexerOptions,
  { provisioner, metrics, search, syncStore }: Components,
  { bull, clock, random, closing, onTaskNotification }: LivePathContext,
): LivePath {
  const ports: BatchPorts = {
    snapshots: syncStore,
    results: syncStore,
    search,
    indices: provisioner,
    onRequested: (reqId, threads) => logger.info({ reqId, threads }, 'indexed'),
    onCounts: metrics.onCounts,
    onDefect: (job, error) => logger.error({ err: error, ...job }, 'a thread could not be indexed; it is retried'),
  };
  const batcher = new Batcher<IndexThreadJob, ThreadOutcome>({
    run: (jobs) => indexBatch(ports, jobs),
    concurrency: CONCURRENT_BATCHES,
    // Equal shares, so that neither batch waits for jobs that the other one holds.
    maxItems: Math.ceil(config.indexerConcurrency / CONCURRENT_BATCHES),
    lingerMs: LINGER_MS,
    clock,
    random,
  });
  const queue = new BullQueue(indexQueue, bull);
  const worker = startBullWorker(indexQueue, {
    ...bull,
    concurrency: config.indexerConcurrency,
    process: (job) => indexThread(job, { index: (item) => batcher.add(item), clock, random, closing }),
    onError: (error) => logger.debug({ err: error }, 'queue error'),
  });
  const newDirty = new Signal();
  const onDefect = (error: Error) => logger.error({ err: error }, 'unexpected error in the relay; it continues');
  const relay = runRelay({ dirty: syncStore, queue }, { clock, random, newWork: newDirty, onDefect }, closing);
  const channels = { [DIRTY_CHANNEL]: () => newDirty.raise(), [TASK_CHANNEL]: onTaskNotification };
  const listener = listen({ databaseUrl: stores.databaseUrl, channels, clock, random }, closing);
  return {
    async close(limitMs) {
      await Promise.all([worker.close(limitMs), batcher.close(), relay, listener]);
      queue.close();
    },
  };
}
