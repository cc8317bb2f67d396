import { setTimeout as sleep } from 'node:timers/promises';
import { Queue, WaitingError, Worker } from 'bullmq';
import { toError, UnavailableError } from './errors.ts';
import { createQueueConnection, createRedis } from './redis.ts';

/** The jobs of one queue. */
export interface QueueKind<Job> {
  readonly name: string;
  /** The deduplication id: of waiting jobs with the same key only one is kept. */
  readonly keyOf: (job: Job) => string;
  /** Parses a job from Redis; null when it is malformed. */
  readonly read: (data: unknown) => Job | null;
}

/**
 * The jobs of a killed worker go to another one after the lock expires and the next check: 8 seconds at most. A slow worker
 * may lose a job this way, so a job must be harmless to run twice.
 */
const LOCK_MS = 5_000;
const STALLED_CHECK_MS = 2_500;
/** No limit: the work is recorded in PostgreSQL, so a job must not fail because many workers died over it. */
const MAX_STALLED = 1_000_000;

/** Observes every call to a store and whether it succeeded. */
export interface CallTracker {
  track<T>(call: () => Promise<T>): Promise<T>;
}

export interface BullOptions {
  readonly redisUrl: string;
  readonly prefix: string;
  readonly monitor: CallTracker;
}

/** Adds jobs to a queue. Its methods throw UnavailableError soon after Redis becomes unavailable; the caller retries. */
export class BullQueue<Job extends object> {
  readonly #kind: QueueKind<Job>;
  readonly #prefix: string;
  readonly #redis;
  readonly #monitor: CallTracker;
  #queue: Queue | null = null;
  #hasAnswered = false;

  constructor(kind: QueueKind<Job>, { redisUrl, prefix, monitor }: BullOptions) {
    this.#kind = kind;
    this.#prefix = prefix;
    this.#monitor = monitor;
    this.#redis = createRedis(redisUrl);
  }

  /** The number of waiting jobs. */
  async waiting(): Promise<number> {
    return this.#call((queue) => queue.getWaitingCount());
  }

  /** Adds jobs; one with the key of an active job is kept and runs after it. */
  async add(jobs: readonly Job[]): Promise<void> {
    const { name, keyOf } = this.#kind;
    await this.#call((queue) =>
      queue.addBulk(
        jobs.map((job) => ({
          name,
          data: job,
          opts: { deduplication: { id: keyOf(job), keepLastIfActive: true } },
        })),
      ),
    );
  }

  /** Does not wait for Redis, which has answered every call that matters. */
  close(): void {
    this.#redis.disconnect();
    void this.#queue?.close().catch(() => undefined);
  }

  /** BullMQ never recovers if the first command fails, so a queue without any successful command is created again. */
  async #call<T>(call: (queue: Queue) => Promise<T>): Promise<T> {
    return this.#monitor.track(async () => {
      const queue = (this.#queue ??= this.#open());
      try {
        const result = await call(queue);
        this.#hasAnswered = true;
        return result;
      } catch (error) {
        if (!this.#hasAnswered && this.#queue === queue) {
          this.#queue = null;
          void queue.close().catch(() => undefined);
        }
        throw new UnavailableError('Redis', `Redis: ${toError(error).message}`, { cause: error });
      }
    });
  }

  #open(): Queue {
    const queue = new Queue(this.#kind.name, {
      connection: this.#redis,
      prefix: this.#prefix,
      skipWaitingForReady: true,
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true, attempts: 1 },
      streams: { events: { maxLen: 100 } },
    });
    // Calls throw their own errors. Without a listener a lost connection would end the process.
    queue.on('error', () => undefined);
    return queue;
  }
}

/** finished: the job is removed · handed back: it returns to the queue for any worker. */
export type JobEnd = 'finished' | 'handed back';

export interface BullWorkerOptions<Job> {
  readonly redisUrl: string;
  readonly prefix: string;
  /** The number of jobs that run at the same time. */
  readonly concurrency: number;
  readonly process: (job: Job) => Promise<JobEnd>;
  readonly onError: (error: Error) => void;
}

export interface BullWorker {
  /**
   * Waits for active jobs, at most `limitMs` milliseconds and only while Redis is connected: without it no job can be finished or handed back.
   * Another worker takes those that are left.
   */
  close(limitMs: number): Promise<void>;
}

/** Passes jobs to `options.process`. The worker reconnects by itself and takes over jobs of workers that died. */
export function startBullWorker<Job>(kind: QueueKind<Job>, options: BullWorkerOptions<Job>): BullWorker {
  const redis = createQueueConnection(options.redisUrl);
  const worker = new Worker<unknown>(
    kind.name,
    async (job, token) => {
      const read = kind.read(job.data);
      if (read === null) {
        options.onError(new Error(`a job with unknown data was dropped: ${JSON.stringify(job.data).slice(0, 200)}`));
        return;
      }
      if ((await options.process(read)) === 'finished') return;
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
      const ended = new AbortController();
      const isConnected = redis.status === 'ready';
      const lost = new Promise<void>((resolve) => redis.once('close', () => resolve()));
      const late = sleep(limitMs, undefined, { signal: ended.signal });
      // A forced close also stops the timers that renew locks and look for stalled jobs.
      await Promise.race([worker.close(!isConnected), lost, late]).finally(() => ended.abort());
      redis.disconnect();
    },
  };
}

/** Parses a job whose fields are all safe integers; null when one is not. */
export function parseNumbers<Job extends object>(data: unknown, names: readonly (keyof Job & string)[]): Job | null {
  if (typeof data !== 'object' || data === null) return null;
  const found = data as Readonly<Record<string, unknown>>;
  if (!names.every((name) => Number.isSafeInteger(found[name]))) return null;
  return Object.fromEntries(names.map((name) => [name, found[name]])) as Job;
}
