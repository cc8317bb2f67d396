/**
 * Imports, exports and backups are tasks: listed with their progress, cancelled and paused like those of indexers, and ended if their
 * command is killed.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ImportTasks } from '../../cli/import-tasks.ts';
import type { Task } from '../../../../mappings/contract/admin.ts';
import type { TaskKind } from '../../../../mappings/task.ts';
import { createLogger } from '../../../../platform/logger.ts';
import { requestTaskAction, listTasks, readTask } from '../../../../server/admin/tasks/tasks.ts';
import { listBoards } from '../../../../store/boards/boards.ts';
import { fileOf } from '../../../../test/support/pictures.ts';
import { fileColumns, givenAsagiArchive } from '../support/asagi-archive.ts';
import { openIndexer } from '../../../../test/support/indexer.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { readPosts } from '../support/stored.ts';
import { sagasu, seen, startCommand } from '../../../../test/integration/cli/harness.ts';

/** An import writes ten thousand posts at a time, while it stages as many and reads as many. */
const POSTS = 32_000;
/** A number of the first ten thousand. */
const HELD_POST = 5_000;
const HOLD = 815;

const world = useWorld();
const lost = fileOf(Buffer.from('lost'));
let dump = '';

beforeAll(async () => {
  const rows = Array.from({ length: POSTS }, (_, at) => ({
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

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sagasu-tasks-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const tasks = async () => (await listTasks(world().pool, { kind: 'import', limit: 10 })).tasks;

interface Hold {
  /** Waits until an insert waits. */
  reached(): Promise<void>;
  release(): Promise<void>;
  /** After the import: it would deadlock with the removal of a trigger. */
  remove(): Promise<void>;
}

/** Makes the insert of a post wait. */
async function holdInsert(): Promise<Hold> {
  const holder = await world().pool.connect();
  await holder.query('select pg_advisory_lock($1)', [HOLD]);
  await holder.query(
    `create function hold_insert() returns trigger language plpgsql as
       $$ begin perform pg_advisory_xact_lock(${HOLD}); return new; end $$`,
  );
  await holder.query(
    `create trigger hold_insert before insert on posts for each row when (new.num = ${HELD_POST})
     execute function hold_insert()`,
  );
  return {
    async reached() {
      await vi.waitFor(
        async () => {
          const waiting = `select from pg_locks where locktype = 'advisory' and objid = ${HOLD} and not granted`;
          expect((await holder.query(waiting)).rowCount).toBe(1);
        },
        { timeout: 60_000 },
      );
    },
    release: async () => void (await holder.query('select pg_advisory_unlock_all()')),
    async remove() {
      await holder.query('select pg_advisory_unlock_all()');
      await holder.query('drop function hold_insert cascade');
      holder.release();
    },
  };
}

/** Waits until the command has renewed its lease twice, or has ended its task: each renewal reads what was requested. */
async function readsRequest(id: number): Promise<void> {
  const leases = new Set<string>();
  await vi.waitFor(
    async () => {
      const { rows } = await world().pool.query<{ status: string; lease: string | null }>(
        'select status, lease_until::text as lease from tasks where id = $1',
        [id],
      );
      const [task] = rows;
      if (task?.status === 'processing') expect(leases.add(task.lease ?? '').size).toBeGreaterThan(2);
    },
    { timeout: 60_000 },
  );
}

test('a running import is listed with its progress, and stops when it is cancelled', async () => {
  const hold = await holdInsert();
  try {
    const running = sagasu(world(), 'import', 'asagi', dump);
    await hold.reached();
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
      progress: { total: POSTS, unit: 'posts' },
    });
    await requestTaskAction(world().pool, task.id, 'cancel');
    await readsRequest(task.id);
    await hold.release();
    const { code, stderr } = await running;
    expect([code, stderr]).toEqual([3, expect.stringContaining('Cancelled: /big/')]);
    expect((await tasks())[0]?.status).toBe('cancelled');
  } finally {
    await hold.remove();
  }
  const some = (await readPosts(world().pool)).length;
  expect(some).toBeGreaterThan(0);
  expect(some).toBeLessThan(POSTS);
  expect((await sagasu(world(), 'import', 'asagi', dump)).code).toBe(0);
  expect((await readPosts(world().pool)).length).toBe(POSTS);
  expect((await tasks())[0]).toMatchObject({ status: 'succeeded', details: { read: POSTS } });
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
    { timeout: 60_000 },
  );
  // The state after a kill: the lease is not renewed.
  await pool.query(
    `update tasks set fence = fence + 1, lease_until = now() - interval '1 s', requested_action = 'run'`,
  );
  const indexer = await openIndexer(world());
  try {
    await vi.waitFor(async () => expect((await tasks())[0]?.error?.code).toBe('command_interrupted'), {
      timeout: 60_000,
    });
  } finally {
    await indexer.close();
  }
  await first.end(new Map());
  expect((await tasks())[0]?.status).toBe('failed');
});

/** The newest task of a kind, once it has the status. */
async function taskOnce(kind: TaskKind, status: string): Promise<Task> {
  return vi.waitFor(
    async () => {
      const [task] = (await listTasks(world().pool, { kind, limit: 1 })).tasks;
      if (task?.status !== status) throw new Error(`${kind}: ${task?.status ?? 'no task'}`);
      return task;
    },
    { timeout: 60_000, interval: 20 },
  );
}

describe.each(['export', 'backup'] as const)('%s', (kind) => {
  const args = async (): Promise<string[]> => {
    if (kind === 'export') return ['export', 'archive', join(folder, 'export'), '--no-files'];
    const { stdout } = await sagasu(world(), 'backup', 'key');
    return ['backup', join(folder, 'backup'), '--no-files', '--recipient', /age1\S+/.exec(stdout)?.[0] ?? ''];
  };

  test('is cancelled while it waits for PostgreSQL, and leaves no files', async () => {
    const given = await args();
    const holder = await world().pool.connect();
    try {
      await holder.query('begin');
      await holder.query('lock table identities in access exclusive mode');
      const running = sagasu(world(), ...given);
      const task = await taskOnce(kind, 'processing');
      expect(task).toMatchObject({ kind, board: null, requested_by: 'cli' });
      const refused = startCommand(world(), ...given);
      await seen(refused.stderr, /another command does the same/);
      expect((await refused.ended).code).toBe(1);
      await requestTaskAction(world().pool, task.id, 'cancel');
      await taskOnce(kind, 'cancelled');
      const { code, stderr } = await running;
      expect([code, stderr]).toEqual([3, expect.stringContaining('Cancelled.')]);
      expect(await readdir(join(folder, kind))).toEqual([]);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });

  test('waits while it is paused, and ends with its results', async () => {
    const given = await args();
    const holder = await world().pool.connect();
    await holder.query('begin');
    await holder.query('lock table identities in access exclusive mode');
    const running = startCommand(world(), ...given, '--json');
    const task = await taskOnce(kind, 'processing');
    await requestTaskAction(world().pool, task.id, 'pause');
    await readsRequest(task.id);
    await holder.query('rollback');
    holder.release();
    expect(await readTask(world().pool, task.id)).toMatchObject({ status: 'processing', paused: true });
    expect((await sagasu(world(), 'tasks', 'resume', String(task.id))).code).toBe(0);
    const { code, stdout } = await running.ended;
    expect(code).toBe(0);
    const done = await readTask(world().pool, task.id);
    expect(done).toMatchObject({ status: 'succeeded', progress: { unit: kind === 'export' ? 'posts' : 'rows' } });
    const report = JSON.parse(stdout) as { posts?: number; rows?: number };
    expect(done.details).toMatchObject(kind === 'export' ? { posts: report.posts } : { rows: report.rows });
  });
});

test('the role for backups writes only tasks of backups', async () => {
  const client = await world().pool.connect();
  try {
    await client.query('begin');
    await client.query('set local role sagasu_backup');
    const insert = (kind: string) =>
      client.query(`insert into tasks (kind, status, requested_by) values ('${kind}', 'processing', 'cli')`);
    await insert('backup');
    await client.query('savepoint before');
    await expect(insert('export')).rejects.toMatchObject({ code: '42501' });
    await client.query('rollback to before');
    await expect(client.query('delete from tasks')).rejects.toMatchObject({ code: '42501' });
    await client.query('rollback to before');
    await client.query(`reset role`);
    await client.query(`insert into tasks (kind, board_id, requested_by) select 'verify', id, 'cli' from boards`);
    await client.query('set local role sagasu_backup');
    await expect(client.query(`update tasks set requested_action = 'cancel'`)).rejects.toMatchObject({ code: '42501' });
  } finally {
    await client.query('rollback');
    client.release();
  }
});
