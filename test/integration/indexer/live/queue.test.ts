import { Queue } from 'bullmq';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { indexQueue } from '../../../../indexer/live/index-thread.ts';
import { BullQueue, startBullWorker, type JobEnd } from '../../../../platform/bull-queue.ts';
import { StoreMonitor } from '../../../../indexer/runtime/store-monitor.ts';
import { PostgresSyncStore } from '../../../../indexer/live/postgres-sync-store.ts';
import { relayOnce } from '../../../../indexer/live/relay.ts';
import { INDEX_QUEUE, type IndexThreadJob } from '../../../../mappings/queues.ts';
import { UnavailableError } from '../../../../platform/errors.ts';
import { createLogger } from '../../../../platform/logger.ts';
import { createPatientRedis } from '../../../support/patient-redis.ts';
import { aPost, insertBoard, writePosts } from '../../../support/builders.ts';
import { loseQueue } from '../../../support/indexer.ts';
import { freePort } from '../../../support/ports.ts';
import { useWorld } from '../../../support/world.ts';

const world = useWorld();
const logger = createLogger({ logLevel: 'silent', logFormat: 'json' }, 'test');

let queue: BullQueue<IndexThreadJob>;

function aQueue(redisUrl: string): BullQueue<IndexThreadJob> {
  const made = new BullQueue(indexQueue, {
    redisUrl,
    prefix: world().queuePrefix,
    monitor: new StoreMonitor(logger, 'Redis'),
  });
  onTestFinished(() => made.close());
  return made;
}

beforeEach(async () => {
  await loseQueue(world());
  queue = aQueue(world().redisUrl);
});

function runWorker(process: (job: IndexThreadJob) => Promise<JobEnd>, errors: Error[] = []): void {
  const worker = startBullWorker(indexQueue, {
    redisUrl: world().redisUrl,
    prefix: world().queuePrefix,
    concurrency: 4,
    process,
    onError: (error) => errors.push(error),
  });
  onTestFinished(() => worker.close(5_000));
}

const job = (thread: number): IndexThreadJob => ({ boardId: 1, thread });

test('a process that was suspended during its first request to Redis can queue jobs afterwards', async () => {
  const stalled = aQueue(world().redisUrl);
  const first = stalled.waiting().catch((error: unknown) => error);
  // Longer than the time-out of an answer, which has expired when the answer is read.
  const end = performance.now() + 2_500;
  let now = performance.now();
  while (now < end) now = performance.now();
  expect(await first).toBeInstanceOf(UnavailableError);
  await vi.waitFor(async () => stalled.add([job(1)]), { timeout: 60_000, interval: 100 });
  expect(await queue.waiting()).toBe(1);
});

describe('a thread', () => {
  test('is not queued twice while its job is waiting', async () => {
    await queue.add([job(1), job(2)]);
    await queue.add([job(1), job(3)]);
    expect(await queue.waiting()).toBe(3);
  });

  test('runs once more if it is added while its job is active', async () => {
    const runs: number[] = [];
    const gate = Promise.withResolvers<void>();
    runWorker(async ({ thread }) => {
      runs.push(thread);
      if (runs.length === 1) await gate.promise;
      return 'finished';
    });
    await queue.add([job(1)]);
    await vi.waitFor(() => expect(runs).toEqual([1]), { timeout: 60_000 });
    await queue.add([job(1)]);
    await queue.add([job(1)]);
    expect(runs).toEqual([1]);
    gate.resolve();
    await vi.waitFor(() => expect(runs).toEqual([1, 1]), { timeout: 60_000 });
  });

  test('is taken by another worker when a closing worker hands its job back', async () => {
    let runs = 0;
    runWorker(async () => (++runs === 1 ? 'handed back' : 'finished'));
    await queue.add([job(1)]);
    await vi.waitFor(() => expect(runs).toBe(2), { timeout: 60_000 });
  });
});

describe('Redis', () => {
  test('does not keep finished jobs', async () => {
    let done = 0;
    runWorker(async () => {
      done++;
      return 'finished';
    });
    await queue.add(Array.from({ length: 300 }, (_, thread) => job(thread + 1)));
    await vi.waitFor(() => expect(done).toBe(300), { timeout: 60_000 });
    const redis = createPatientRedis(world().redisUrl);
    onTestFinished(() => redis.disconnect());
    await vi.waitFor(
      async () => expect((await redis.keys(`${world().queuePrefix}:*`)).length).toBeLessThan(10),
      10_000,
    );
  });

  test('causes an error within seconds while it is unavailable', async () => {
    const absent = aQueue(`redis://127.0.0.1:${await freePort()}`);
    await expect(absent.waiting()).rejects.toThrow(UnavailableError);
    await expect(absent.add([job(1)])).rejects.toThrow(UnavailableError);
  });
});

test('a job with unknown data is dropped and reported', async () => {
  const errors: Error[] = [];
  const seen: IndexThreadJob[] = [];
  runWorker(async (each) => {
    seen.push(each);
    return 'finished';
  }, errors);
  const redis = createPatientRedis(world().redisUrl);
  const raw = new Queue(INDEX_QUEUE, { connection: redis, prefix: world().queuePrefix });
  onTestFinished(async () => {
    await raw.close();
    redis.disconnect();
  });
  await raw.add('thread', { boardId: 'one', thread: null });
  await queue.add([job(7)]);
  await vi.waitFor(() => expect(seen).toEqual([job(7)]), { timeout: 60_000 });
  expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('unknown data')]);
});

test('the relay limits the number of jobs in Redis', async () => {
  const board = await insertBoard(world().pool, 'backlog');
  await writePosts(
    world().pool,
    board,
    Array.from({ length: 5_000 }, (_, place) => aPost({ num: place + 1 })),
  );
  const dirty = new PostgresSyncStore(world().pool, new StoreMonitor(logger, 'PostgreSQL'));
  while (await relayOnce({ dirty, queue }));
  const waiting = await queue.waiting();
  expect(waiting).toBeGreaterThanOrEqual(1_000);
  expect(waiting).toBeLessThanOrEqual(3_000);
  await relayOnce({ dirty, queue });
  expect(await queue.waiting()).toBe(waiting);
});
