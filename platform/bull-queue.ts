import { Queue, WaitingError, Worker } from 'bullmq';
import { toError, UnavailableError } from './errors.ts';
import { createQueueConnection, createRedis } from './redis.ts';

/** What a queue carries. `keyOf` is the deduplication id. */
export interface QueueKind<Job> {
  readonly name: string;
  readonly keyOf: (job: Job) => string;
  /** The job in what came from Redis, or null. */
  readonly read: (data: unknown) => Job | null;
}

/**
 * A killed worker's threads come back after lock and check: 8 seconds at most. A worker that is only slow may lose a job
 * to another that way; to run one twice is harmless.
 */
const LOCK_MS = 5_000;
const STALLED_CHECK_MS = 2_500;
/** A row in PostgreSQL is the memory, so no job may fail for having met many killed workers. */
const MAX_STALLED = 1_000_000;

/** Sees every call to a store, and whether it came through. */
export interface StoreWatch {
  watch<T>(call: () => Promise<T>): Promise<T>;
}

export interface BullOptions {
  readonly redisUrl: string;
  readonly prefix: string;
  readonly outage: StoreWatch;
}

/** Adds jobs; fails soon when Redis is away, because whoever adds can come again. */
export class BullQueue<Job extends object> {
  readonly #kind: QueueKind<Job>;
  readonly #prefix: string;
  readonly #redis;
  readonly #outage: StoreWatch;
  #queue: Queue | null = null;
  #hasAnswered = false;

  constructor(kind: QueueKind<Job>, { redisUrl, prefix, outage }: BullOptions) {
    this.#kind = kind;
    this.#prefix = prefix;
    this.#outage = outage;
    this.#redis = createRedis(redisUrl);
  }

  async waiting(): Promise<number> {
    return this.#call((queue) => queue.getWaitingCount());
  }

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

  async close(): Promise<void> {
    await this.#queue?.close();
    this.#redis.disconnect();
  }

  /** BullMQ remembers for ever that its first question to Redis had no answer: a queue that never had one is made anew. */
  async #call<T>(call: (queue: Queue) => Promise<T>): Promise<T> {
    return this.#outage.watch(async () => {
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
    // Every call reports its own failure; without a listener a lost connection would end the process.
    queue.on('error', () => undefined);
    return queue;
  }
}

/** finished: the job goes · handed back: another worker takes it up at once. */
export type JobEnd = 'finished' | 'handed back';

export interface BullWorkerOptions<Job> {
  readonly redisUrl: string;
  readonly prefix: string;
  /** Jobs under way at once. */
  readonly concurrency: number;
  readonly process: (job: Job) => Promise<JobEnd>;
  readonly onError: (error: Error) => void;
}

export interface BullWorker {
  /** Waits for active jobs, `limitMs` at most. */
  close(limitMs: number): Promise<void>;
}

/** Hands jobs to `process`. It reconnects by itself, and takes up jobs of workers that died. */
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

/** A job whose every part is a whole number, or null. */
export function numbersOf<Job extends object>(data: unknown, names: readonly (keyof Job & string)[]): Job | null {
  if (typeof data !== 'object' || data === null) return null;
  const found = data as Readonly<Record<string, unknown>>;
  if (!names.every((name) => Number.isSafeInteger(found[name]))) return null;
  return Object.fromEntries(names.map((name) => [name, found[name]])) as Job;
}
