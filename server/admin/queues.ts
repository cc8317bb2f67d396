import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { INDEX_QUEUE, REBUILD_QUEUE } from '../../mappings/queues.ts';
import { UnavailableError } from '../../platform/errors.ts';

export interface QueueBoard {
  readonly pages: ReturnType<FastifyAdapter['registerPlugin']>;
  /** @throws UnavailableError while Redis is away: its requests would wait until Redis is back */
  assertReady(): void;
  close(): Promise<void>;
}

/** Bull Board over the indexers' queues, read-only: jobs are created from PostgreSQL and end by themselves. */
export function createQueueBoard(redis: Redis, prefix: string, path: string): QueueBoard {
  // A queue whose first command fails never starts again, so commands must not time out while Redis is slow or away.
  const connection = redis.duplicate({ maxRetriesPerRequest: null, commandTimeout: undefined });
  connection.on('error', () => undefined);
  const queues = [INDEX_QUEUE, REBUILD_QUEUE].map((name) => {
    // Without this option a queue writes its metadata to Redis when it is created.
    const queue = new Queue(name, { connection, prefix, skipMetasUpdate: true });
    queue.on('error', () => undefined);
    return queue;
  });
  const adapter = new FastifyAdapter();
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Sagasu: queues' } },
  });
  adapter.setBasePath(path);
  return {
    pages: adapter.registerPlugin(),
    assertReady() {
      if (connection.status !== 'ready') throw new UnavailableError('queues', 'The queues are out of reach right now.');
    },
    async close() {
      connection.disconnect();
      await Promise.all(queues.map((queue) => queue.close().catch(() => undefined)));
    },
  };
}
