import { expect, test } from 'vitest';
import { insertBoard } from '../../../support/builders.ts';
import { runIndexer } from '../../../support/indexer.ts';
import { ended } from '../../../support/tasks.ts';
import { useWorld } from '../../../support/world.ts';

const world = useWorld();
/** Less than the interval at which the runners themselves look for tasks. */
const LIMIT_MS = 10_000;

test('an idle indexer soon finds a task whose notification was lost', async () => {
  const board = await insertBoard(world().pool, 'unnoticed');
  await runIndexer(world());
  const addTask = async () => {
    const { rows } = await world().pool.query<{ id: string }>(
      `insert into tasks (kind, board_id, options, requested_by) values ('verify', $1, '{}', 'test') returning id`,
      [board.id],
    );
    return Number(rows[0]?.id);
  };
  // After the first task all runners wait.
  expect((await ended(world(), await addTask())).status).toBe('succeeded');
  expect((await ended(world(), await addTask(), LIMIT_MS)).status).toBe('succeeded');
});
