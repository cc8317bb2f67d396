/** Imports are tasks: listed with their progress, cancelled and paused like those of indexers, and ended if their command is killed. */
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ImportTasks } from '../../../cli/import/import-tasks.ts';
import { createLogger } from '../../../platform/logger.ts';
import { requestTaskAction, listTasks } from '../../../server/admin/tasks/tasks.ts';
import { listBoards } from '../../../store/boards/boards.ts';
import { fileColumns, fileOf, givenAsagiArchive } from '../../support/asagi-archive.ts';
import { openIndexer } from '../../support/indexer.ts';
import { useWorld } from '../../support/world.ts';
import { readPosts } from '../import/stored.ts';
import { sagasu, seen, startCommand } from './harness.ts';

const world = useWorld();
const lost = fileOf(Buffer.from('lost'));
let dump = '';

beforeAll(async () => {
  const rows = Array.from({ length: 60_000 }, (_, at) => ({
    num: at + 1,
    thread_num: 1,
    comment: `reply ${at}`,
    ...(at % 1000 === 0 && fileColumns(lost, `${1_425_394_800 + at}123.png`)),
    timestamp: 1_425_394_800 + at,
  }));
  dump = (await givenAsagiArchive({ big: rows })).dump('big');
});

afterEach(async () => {
  await world().pool.query('delete from tasks');
});

const tasks = async () => (await listTasks(world().pool, { kind: 'import', limit: 10 })).tasks;

test('a running import is listed with its progress, and stops when it is cancelled', async () => {
  const running = startCommand(world(), 'import', 'asagi', dump);
  const task = await vi.waitFor(
    async () => {
      const [found] = await tasks();
      if (found === undefined || (found.progress?.done ?? 0) === 0) throw new Error('no progress yet');
      return found;
    },
    { timeout: 60_000, interval: 20 },
  );
  expect(task).toMatchObject({
    kind: 'import',
    board: 'big',
    status: 'processing',
    step: 'posts',
    requested_by: 'cli',
    progress: { total: 60_000, unit: 'posts' },
  });
  await requestTaskAction(world().pool, task.id, 'cancel');
  await vi.waitFor(async () => expect((await tasks())[0]?.status).toBe('cancelled'), { timeout: 20_000, interval: 20 });
  const { code, stderr } = await running.ended;
  expect([code, stderr]).toEqual([3, expect.stringContaining('Cancelled: /big/')]);
  const some = (await readPosts(world().pool)).length;
  expect(some).toBeLessThan(60_000);
  expect((await sagasu(world(), 'import', 'asagi', dump)).code).toBe(0);
  expect((await readPosts(world().pool)).length).toBe(60_000);
  expect((await tasks())[0]).toMatchObject({ status: 'succeeded', details: { read: 60_000 } });
});

test('one command imports a board at a time, and an indexer ends the task of a killed one', async () => {
  const { pool } = world();
  const [board] = await listBoards(pool);
  if (board === undefined) throw new Error('no board');
  const logger = createLogger({ logLevel: 'silent', logFormat: 'json' }, 'test');
  const first = new ImportTasks(pool, logger, 'first');
  const watch = await first.begin(board);
  await expect(new ImportTasks(pool, logger, 'second').begin(board)).rejects.toMatchObject({ code: 'import_running' });
  const refused = startCommand(world(), 'import', 'asagi', dump);
  await seen(refused.stderr, /another command imports \/big\//);
  expect((await refused.ended).code).toBe(1);
  const [running] = await tasks();
  await requestTaskAction(pool, running?.id ?? 0, 'pause');
  await vi.waitFor(
    async () => {
      const waiting = watch.pace().then(() => 'went on');
      expect(await Promise.race([waiting, Promise.resolve('waits')])).toBe('waits');
    },
    { timeout: 2000 },
  );
  // As after a kill: nobody renews the lease.
  await pool.query(
    `update tasks set fence = fence + 1, lease_until = now() - interval '1 s', requested_action = 'run'`,
  );
  const indexer = await openIndexer(world());
  try {
    await vi.waitFor(async () => expect((await tasks())[0]?.error?.code).toBe('import_interrupted'), {
      timeout: 10_000,
    });
  } finally {
    await indexer.close();
  }
  await first.end(new Map());
  expect((await tasks())[0]?.status).toBe('failed');
});
