import { beforeAll, expect, test } from 'vitest';
import { PostgresIndexSets } from '../../../../indexer/index-set/postgres-index-sets.ts';
import { StoreMonitor } from '../../../../indexer/runtime/store-monitor.ts';
import { PostgresTaskStore } from '../../../../indexer/tasks/postgres-task-store.ts';
import { createLogger } from '../../../../platform/logger.ts';
import { insertBoard } from '../../../support/builders.ts';
import { useWorld } from '../../../support/world.ts';

const world = useWorld();
const LEASE_MS = 8_000;
const SELECTION = { kinds: ['reindex'], scheduled: true } as const;

let sets: PostgresIndexSets;
let tasks: PostgresTaskStore;
let boardId: number;

beforeAll(async () => {
  const monitor = new StoreMonitor(createLogger({ logLevel: 'silent', logFormat: 'json' }, 'test'), 'PostgreSQL');
  sets = new PostgresIndexSets(world().pool, monitor);
  tasks = new PostgresTaskStore(world().pool, monitor);
  boardId = (await insertBoard(world().pool, 'long')).id;
  await world().pool.query(`insert into tasks (kind, board_id, requested_by) values ('reindex', $1, 'cli')`, [boardId]);
});

test('a worker renews its lease during a long change of its board, and nobody takes the task when the lease has run out', async () => {
  const task = await tasks.claim('one', LEASE_MS, SELECTION);
  if (task === null) throw new Error('there is no task');
  const during = await sets.change(
    boardId,
    async () => {
      const requested = await tasks.renew(task, LEASE_MS);
      await world().pool.query(`update tasks set lease_until = now() - interval '1 minute' where id = $1`, [task.id]);
      return { requested, taken: await tasks.claim('another', LEASE_MS, SELECTION) };
    },
    task,
  );
  expect(during).toEqual({ requested: 'run', taken: null });
  // After the change it can be taken.
  expect((await tasks.claim('another', LEASE_MS, SELECTION))?.fence).toBe(task.fence + 1);
});
