import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { INDEX_QUEUE, REBUILD_QUEUE } from '../../mappings/queues.ts';

export interface QueueBoard {
  readonly pages: ReturnType<FastifyAdapter['registerPlugin']>;
  close(): Promise<void>;
}

/** Bull Board over the indexers' queues. It shows, and changes nothing: jobs come from PostgreSQL and go by themselves. */
export function createQueueBoard(redis: Redis, prefix: string, path: string): QueueBoard {
  const queues = [INDEX_QUEUE, REBUILD_QUEUE].map((name) => {
    // A queue writes what it is into Redis as soon as it is made, unless told.
    const queue = new Queue(name, { connection: redis, prefix, skipWaitingForReady: true, skipMetasUpdate: true });
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
    async close() {
      await Promise.all(queues.map((queue) => queue.close()));
    },
  };
}
