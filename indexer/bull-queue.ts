import { Queue, WaitingError, Worker } from 'bullmq';
import { INDEX_QUEUE, indexThreadKey, type IndexThreadJob } from '../mappings/queues.ts';
import { toError, UnavailableError } from '../platform/errors.ts';
import { createQueueConnection, createRedis } from '../platform/redis.ts';
import type { Outage } from './outage.ts';
import type { JobQueue } from './ports.ts';

/**
 * A killed worker's threads come back after lock and check: 8 seconds at most. A worker that is only slow may lose a job
 * to another that way; to run one twice is harmless.
 */
const LOCK_MS = 5_000;
const STALLED_CHECK_MS = 2_500;
/** A dirty row is the memory, so no job may fail for having met many killed workers. */
const MAX_STALLED = 1_000_000;

export interface BullOptions {
  readonly redisUrl: string;
  readonly prefix: string;
  readonly outage: Outage;
}

/** Adds jobs; fails soon when Redis is away, because whoever adds can come again. */
export class BullQueue implements JobQueue {
  readonly #redis;
  readonly #queue: Queue<IndexThreadJob>;
  readonly #outage: Outage;

  constructor({ redisUrl, prefix, outage }: BullOptions) {
    this.#outage = outage;
    this.#redis = createRedis(redisUrl);
    this.#queue = new Queue(INDEX_QUEUE, {
      connection: this.#redis,
      prefix,
      skipWaitingForReady: true,
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true, attempts: 1 },
      streams: { events: { maxLen: 100 } },
    });
    // Every call reports its own failure; without a listener a lost connection would end the process.
    this.#queue.on('error', () => undefined);
  }

  async waiting(): Promise<number> {
    return this.#call(() => this.#queue.getWaitingCount());
  }

  async add(jobs: readonly IndexThreadJob[]): Promise<void> {
    await this.#call(() =>
      this.#queue.addBulk(
        jobs.map((job) => ({
          name: 'thread',
          data: { boardId: job.boardId, thread: job.thread },
          opts: { deduplication: { id: indexThreadKey(job), keepLastIfActive: true } },
        })),
      ),
    );
  }

  async close(): Promise<void> {
    await this.#queue.close();
    this.#redis.disconnect();
  }

  async #call<T>(call: () => Promise<T>): Promise<T> {
    return this.#outage.watch(async () => {
      try {
        return await call();
      } catch (error) {
        throw new UnavailableError('Redis', `Redis: ${toError(error).message}`, { cause: error });
      }
    });
  }
}

/** finished: the job goes · handed back: another worker takes it up at once. */
export type JobEnd = 'finished' | 'handed back';

export interface BullWorkerOptions {
  readonly redisUrl: string;
  readonly prefix: string;
  /** Jobs under way at once. */
  readonly concurrency: number;
  readonly process: (job: IndexThreadJob) => Promise<JobEnd>;
  readonly onError: (error: Error) => void;
}

export interface BullWorker {
  /** Waits for active jobs, `limitMs` at most. */
  close(limitMs: number): Promise<void>;
}

/** Hands jobs to `process`. It reconnects by itself, and takes up jobs of workers that died. */
export function startBullWorker(options: BullWorkerOptions): BullWorker {
  const redis = createQueueConnection(options.redisUrl);
  const worker = new Worker<unknown>(
    INDEX_QUEUE,
    async (job, token) => {
      const { data } = job;
      if (!isIndexThreadJob(data)) {
        options.onError(new Error(`a job with unknown data was dropped: ${JSON.stringify(data).slice(0, 200)}`));
        return;
      }
      if ((await options.process(data)) === 'finished') return;
      await job.moveToWait(token);
      throw new WaitingError();
    },
    {
      connection: redis,
      prefix: options.prefix,
      concurrency: options.concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: MAX_STALLED,
    },
  );
  worker.on('error', options.onError);
  return {
    async close(limitMs) {
      const timer = new AbortController();
      await Promise.race([worker.close(), elapsed(limitMs, timer.signal)]);
      timer.abort();
      redis.disconnect();
    },
  };
}

async function elapsed(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}

function isIndexThreadJob(data: unknown): data is IndexThreadJob {
  if (typeof data !== 'object' || data === null) return false;
  const { boardId, thread } = data as Partial<Record<keyof IndexThreadJob, unknown>>;
  return Number.isSafeInteger(boardId) && Number.isSafeInteger(thread);
}
