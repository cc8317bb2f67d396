import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { StoreMonitor } from '../../../../indexer/runtime/store-monitor.ts';
import type { ClaimedTask } from '../../../../indexer/tasks/ports.ts';
import { PostgresTaskStore } from '../../../../indexer/tasks/postgres-task-store.ts';
import { TASK_CHANNEL, INDEXER_KINDS } from '../../../../mappings/task.ts';
import type { StartedTasks, Task, TaskList } from '../../../../mappings/contract/admin.ts';
import { startTasks } from '../../../../server/admin/tasks/start.ts';
import { aPost, insertBoard, writePosts } from '../../../support/builders.ts';
import { useWorld } from '../../../support/world.ts';
import { givenServer, type Answer, type GivenServer } from '../given-archive.ts';
import { givenAdmin, type Admin } from './given-admin.ts';

const world = useWorld();
let server: GivenServer;
let admin: Admin;
/** Reads tasks as an indexer does. */
let indexer: PostgresTaskStore;

const LEASE_MS = 60_000;
const ANY_TASK = { kinds: INDEXER_KINDS, scheduled: true };

beforeAll(async () => {
  server = await givenServer(world(), { clock: () => new Date() });
  admin = await givenAdmin(world(), server);
  for (const name of ['a', 'b', 'c']) {
    await writePosts(world().pool, await insertBoard(world().pool, name), [aPost({ num: 1 })]);
  }
  await insertBoard(world().pool, 'empty');
  indexer = new PostgresTaskStore(world().pool, new StoreMonitor(pino({ level: 'silent' }), 'PostgreSQL'));
});

afterAll(async () => {
  await server.close();
});

beforeEach(async () => {
  await world().pool.query('truncate tasks, task_requests cascade');
});

async function start(body: object, key?: string): Promise<Answer> {
  return admin.send('POST', '/tasks', body, key === undefined ? {} : { 'idempotency-key': key });
}

const tasksIn = ({ body }: Answer) => (body as StartedTasks).tasks;
const idsIn = (answer: Answer) => tasksIn(answer).map(({ id }) => id);

async function started(kind: string, board: string): Promise<Task> {
  const answer = await start({ kind, boards: [board] });
  expect(answer.status).toBe(202);
  const [task] = tasksIn(answer);
  if (task === undefined) throw new Error('no task was started');
  return task;
}

async function claim(): Promise<ClaimedTask> {
  const task = await indexer.claim('test', LEASE_MS, ANY_TASK);
  if (task === null) throw new Error('no task can be claimed');
  return task;
}

async function schedule(...boards: readonly string[]): Promise<void> {
  await world().pool.query(
    `insert into tasks (kind, board_id, options, requested_by)
     select 'verify', id, '{"repair": true, "deep": false}', 'schedule' from boards where name = any ($1) order by name`,
    [boards],
  );
}

async function taskNow(id: number): Promise<Task> {
  const answer = await admin.get(`/tasks/${id}`);
  expect(answer.status).toBe(200);
  return answer.body as Task;
}

describe('a start', () => {
  test('enqueues one task per board, under the account’s name', async () => {
    const answer = await start({ kind: 'verify', boards: ['b', 'a'], repair: true });
    expect(answer.status).toBe(202);
    expect(tasksIn(answer)).toMatchObject([
      { kind: 'verify', board: 'a', status: 'enqueued', requested_by: 'root', started_at: null, duration_ms: null },
      { kind: 'verify', board: 'b', status: 'enqueued', paused: false, cancelling: false, error: null, progress: null },
    ]);
    expect((await claim()).options).toEqual({ repair: true, deep: false });
  });

  test('without board names covers all boards, a rebuild only those with posts or an index', async () => {
    const verified = tasksIn(await start({ kind: 'verify', boards: [] }));
    expect(verified.map(({ board }) => board)).toEqual(['a', 'b', 'c', 'empty']);
    expect(tasksIn(await start({ kind: 'reindex', boards: [] })).map(({ board }) => board)).toEqual(['a', 'b', 'c']);
  });

  test('returns tasks that are already running and starts the others', async () => {
    const first = await started('reindex', 'b');
    await claim();
    const tasks = tasksIn(await start({ kind: 'reindex', boards: ['a', 'b'] }));
    expect(tasks).toMatchObject([
      { board: 'a', status: 'enqueued' },
      { board: 'b', id: first.id, status: 'processing' },
    ]);
  });

  test('replaces a scheduled task that has not begun', async () => {
    await schedule('a', 'b');
    const [scheduled] = (await world().pool.query<{ id: string }>('select id from tasks order by id')).rows;
    const wanted = { kind: 'verify', boards: ['a'], deep: true };
    expect(tasksIn(await start(wanted))).toMatchObject([{ id: Number(scheduled?.id), requested_by: 'root' }]);
    const task = await claim();
    expect(task).toMatchObject({ board: 'a', options: { repair: false, deep: true } });
    await claim();
    expect(tasksIn(await start({ kind: 'verify', boards: ['b'] }))).toMatchObject([
      { status: 'processing', requested_by: 'schedule' },
    ]);
  });

  test('by two admins at the same time starts one task', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => start({ kind: 'reindex', boards: [] })));
    for (const answer of answers) expect(idsIn(answer)).toEqual(idsIn(answers[0] as Answer));
    const { rows } = await world().pool.query('select id from tasks');
    expect(rows).toHaveLength(3);
  });

  test('of a rollback during a rebuild is refused and starts nothing on other boards either', async () => {
    await started('reindex', 'b');
    expect(await start({ kind: 'rollback', boards: ['a', 'b'] })).toMatchObject({
      status: 409,
      body: { code: 'board_busy', detail: expect.stringContaining('/b/') },
    });
    expect(((await admin.get('/tasks')).body as TaskList).tasks).toHaveLength(1);
    await started('verify', 'b');
  });

  test('with an unknown board is refused with its name', async () => {
    expect(await start({ kind: 'reindex', boards: ['a', 'nope'] })).toMatchObject({
      status: 404,
      body: { code: 'board_unknown', detail: expect.stringContaining('nope') },
    });
    expect(((await admin.get('/tasks')).body as TaskList).tasks).toEqual([]);
  });

  test.each([
    [{ kind: 'purge_segments', boards: [] }],
    [{ kind: 'reindex' }],
    [{ boards: [] }],
    [{ kind: 'reindex', boards: 'a' }],
    [{ kind: 'reindex', boards: [], force: true }],
    [{ kind: 'reindex', boards: ['a\0'] }],
  ])('%j is refused', async (body) => {
    expect(await start(body)).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
  });

  test('reaches indexers immediately', async () => {
    const listener = await world().pool.connect();
    try {
      await listener.query(`listen ${TASK_CHANNEL}`);
      const heard = new Promise((resolve) => listener.once('notification', resolve));
      await started('verify', 'a');
      await heard;
    } finally {
      await listener.query('unlisten *');
      listener.release();
    }
  });
});

describe('an Idempotency-Key', () => {
  const body = { kind: 'verify', boards: ['a'] };

  test('returns the same tasks again, whatever their status', async () => {
    const first = await start(body, 'key-1');
    await admin.send('POST', `/tasks/${idsIn(first)[0]}/cancel`);
    const again = await start(body, 'key-1');
    expect(tasksIn(again)).toMatchObject([{ id: idsIn(first)[0], status: 'cancelled' }]);
    expect(idsIn(await start(body, 'key-2'))).not.toEqual(idsIn(first));
  });

  test('shared by a hundred concurrent requests starts one task', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => start(body, 'key-many')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.flatMap(idsIn)).size).toBe(1);
    expect((await world().pool.query('select id from tasks')).rows).toHaveLength(1);
  });

  test('is refused with another body', async () => {
    await start(body, 'key-3');
    for (const other of [
      { ...body, boards: ['b'] },
      { ...body, deep: true },
      { ...body, kind: 'reindex' },
    ]) {
      expect(await start(other, 'key-3')).toMatchObject({ status: 422, body: { code: 'key_reused' } });
    }
    expect((await world().pool.query('select id from tasks')).rows).toHaveLength(1);
  });

  test.each(['', ' ', 'é', 'x'.repeat(256)])('%j is invalid', async (key) => {
    expect(await start(body, key)).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
  });

  test('belongs to one account', async () => {
    const mine = await start(body, 'key-4');
    await admin.send('POST', `/tasks/${idsIn(mine)[0]}/cancel`);
    const other = await givenAdmin(world(), server, 'other');
    const theirs = await other.send(
      'POST',
      '/tasks',
      { kind: 'reindex', boards: ['b'] },
      { 'idempotency-key': 'key-4' },
    );
    expect(theirs.status).toBe(202);
    expect(idsIn(theirs)).not.toEqual(idsIn(mine));
  });

  test('expires after a day', async () => {
    const first = await start(body, 'key-5');
    await admin.send('POST', `/tasks/${idsIn(first)[0]}/cancel`);
    await world().pool.query(`update task_requests set requested_at = requested_at - interval '25 hours'`);
    expect(idsIn(await start(body, 'key-5'))).not.toEqual(idsIn(first));
    expect((await world().pool.query('select 1 from task_requests')).rows).toHaveLength(1);
  });

  test('of a refused start can be used again', async () => {
    const rebuild = await started('reindex', 'a');
    const rollback = { kind: 'rollback', boards: ['a'] };
    expect((await start(rollback, 'key-6')).status).toBe(409);
    await admin.send('POST', `/tasks/${rebuild.id}/cancel`);
    expect((await start(rollback, 'key-6')).status).toBe(202);
  });
});

describe('a task', () => {
  test('shows its progress from the start to success', async () => {
    const { id } = await started('reindex', 'a');
    const held = await claim();
    expect(await taskNow(id)).toMatchObject({ status: 'processing', step: null, progress: null });
    const progress = { done: 250, total: 1000, unit: 'documents', perSecond: 50 } as const;
    await indexer.update(held, { step: 'copy', progress, details: { ranges: 4 } });
    expect(await taskNow(id)).toMatchObject({
      step: 'copy',
      progress: { done: 250, total: 1000, unit: 'documents', per_second: 50, seconds_left: 15 },
      details: { ranges: 4 },
      finished_at: null,
    });
    await indexer.finish(held, { status: 'succeeded', details: { documents: 1000 } });
    const ended = await taskNow(id);
    expect(ended).toMatchObject({
      status: 'succeeded',
      details: { ranges: 4, documents: 1000 },
      progress: { per_second: null, seconds_left: null },
    });
    expect(ended.duration_ms).toBe(Date.parse(ended.finished_at ?? '') - Date.parse(ended.started_at ?? ''));
  });

  test('shows the reason after failing', async () => {
    const { id } = await started('verify', 'a');
    await indexer.finish(await claim(), { status: 'failed', error: { code: 'drift', message: '3 documents differ' } });
    expect(await taskNow(id)).toMatchObject({
      status: 'failed',
      error: { code: 'drift', message: '3 documents differ' },
    });
  });

  test('is cancelled immediately before it begins, and no indexer takes it', async () => {
    const { id } = await started('verify', 'a');
    expect(await admin.send('POST', `/tasks/${id}/cancel`)).toMatchObject({
      status: 200,
      body: { status: 'cancelled', cancelling: false, finished_at: expect.any(String), started_at: null },
    });
    expect(await indexer.claim('test', LEASE_MS, ANY_TASK)).toBeNull();
  });

  test('is requested to stop while it runs, and its indexer stops it', async () => {
    const { id } = await started('verify', 'a');
    const held = await claim();
    expect(await admin.send('POST', `/tasks/${id}/cancel`)).toMatchObject({
      status: 200,
      body: { status: 'processing', cancelling: true, finished_at: null },
    });
    expect(await indexer.renew(held, LEASE_MS)).toBe('cancel');
    // Repeating the request has no effect, and it cannot be withdrawn, since the indexer may already be undoing its
    // work.
    expect((await admin.send('POST', `/tasks/${id}/cancel`)).status).toBe(200);
    for (const action of ['pause', 'resume']) {
      expect(await admin.send('POST', `/tasks/${id}/${action}`)).toMatchObject({
        status: 409,
        body: { code: 'task_cancelling' },
      });
    }
    await indexer.finish(held, { status: 'cancelled' });
    expect(await taskNow(id)).toMatchObject({ status: 'cancelled', cancelling: false });
  });

  test('can be paused and resumed', async () => {
    const { id } = await started('reindex', 'a');
    const held = await claim();
    await indexer.update(held, { progress: { done: 1, total: 2, unit: 'ranges', perSecond: 1 } });
    expect(await admin.send('POST', `/tasks/${id}/pause`)).toMatchObject({
      status: 200,
      body: { status: 'processing', paused: true, progress: { per_second: null, seconds_left: null } },
    });
    expect(await indexer.renew(held, LEASE_MS)).toBe('pause');
    expect(await admin.send('POST', `/tasks/${id}/resume`)).toMatchObject({ status: 200, body: { paused: false } });
    expect(await indexer.renew(held, LEASE_MS)).toBe('run');
  });

  test('waits if paused before it begins, without blocking others', async () => {
    const [first, second] = [await started('reindex', 'a'), await started('reindex', 'b')];
    await admin.send('POST', `/tasks/${first.id}/pause`);
    expect((await claim()).id).toBe(second.id);
  });

  test('begins beside another rebuild only if the indexer permits more than one', async () => {
    const [first, second] = [await started('reindex', 'a'), await started('reindex', 'b')];
    expect((await claim()).id).toBe(first.id);
    expect(await indexer.claim('test', LEASE_MS, ANY_TASK)).toBeNull();
    expect(await indexer.claim('test', LEASE_MS, { ...ANY_TASK, rebuilds: 2 })).toMatchObject({ id: second.id });
    await started('reindex', 'c');
    expect(await indexer.claim('test', LEASE_MS, { ...ANY_TASK, rebuilds: 2 })).toBeNull();
  });

  test('counts the time of later steps as remaining', async () => {
    const { id } = await started('reindex', 'a');
    const held = await claim();
    await indexer.update(held, {
      progress: { done: 1, total: 5, unit: 'documents', perSecond: 2, secondsAfter: 3 },
    });
    expect(await taskNow(id)).toMatchObject({ progress: { per_second: 2, seconds_left: 5 } });
  });

  test('of a user begins before scheduled ones, and verifications begin last', async () => {
    await schedule('a', 'b');
    const [verify, reindex] = [await started('verify', 'c'), await started('reindex', 'c')];
    const begun = await indexer.claim('test', LEASE_MS, { ...ANY_TASK, scheduled: false });
    expect(begun).toMatchObject({ id: reindex.id });
    // The verification waits for the rebuild of its board.
    expect(await indexer.claim('test', LEASE_MS, { ...ANY_TASK, scheduled: false })).toBeNull();
    if (begun !== null) await indexer.finish(begun, { status: 'succeeded' });
    expect(await claim()).toMatchObject({ id: verify.id });
    expect(await indexer.claim('test', LEASE_MS, { ...ANY_TASK, scheduled: false })).toBeNull();
    expect([(await claim()).board, (await claim()).board]).toEqual(['a', 'b']);
  });

  test.each(['pause', 'resume', 'cancel'])('refuses %s after it has ended', async (action) => {
    const { id } = await started('verify', 'a');
    await indexer.finish(await claim(), { status: 'succeeded' });
    expect(await admin.send('POST', `/tasks/${id}/${action}`)).toMatchObject({
      status: 409,
      body: { code: 'task_finished', detail: expect.stringContaining('succeeded') },
    });
    expect((await taskNow(id)).status).toBe('succeeded');
  });

  test.each(['/tasks/999999', '/tasks/9007199254740991'])('%s does not exist', async (path) => {
    expect(await admin.get(path)).toMatchObject({ status: 404, body: { code: 'task_unknown' } });
    expect(await admin.send('POST', `${path}/cancel`)).toMatchObject({ status: 404, body: { code: 'task_unknown' } });
  });
});

describe('the list', () => {
  test('is newest first, and the next page continues it', async () => {
    for (let count = 0; count < 5; count++) {
      const [task] = await startTasks(world().pool, { kind: 'verify', boards: ['a'], requestedBy: 'cli' });
      await admin.send('POST', `/tasks/${task?.id}/cancel`);
    }
    const seen: number[] = [];
    for (let path = '/tasks?limit=2'; ;) {
      const page = (await admin.get(path)).body as TaskList;
      seen.push(...page.tasks.map(({ id }) => id));
      if (page.next === null) break;
      path = `/tasks?limit=2&before=${page.next}`;
    }
    expect(seen).toHaveLength(5);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  });

  test('is filtered by any combination of board, kind and status', async () => {
    await started('verify', 'a');
    await started('reindex', 'a');
    const { id } = await started('verify', 'b');
    await admin.send('POST', `/tasks/${id}/cancel`);
    const found = async (query: string) =>
      ((await admin.get(`/tasks?${query}`)).body as TaskList).tasks.map(({ kind, board }) => `${kind} ${board}`);
    expect(await found('board=a')).toEqual(['reindex a', 'verify a']);
    expect(await found('kind=verify')).toEqual(['verify b', 'verify a']);
    expect(await found('status=enqueued&kind=verify')).toEqual(['verify a']);
    expect(await found('status=cancelled&board=a')).toEqual([]);
    // Each of these answers includes a task that goes from one status to the other.
    await world().pool.query(`update tasks set status = 'processing', started_at = now() where kind = 'reindex'`);
    expect(await found('status=unfinished')).toEqual(['reindex a', 'verify a']);
    expect(await found('board=nope')).toEqual([]);
  });

  test.each(['limit=0', 'limit=201', 'before=0', 'status=done', 'kind=x', 'before=x', 'board=%00'])(
    '%s is refused',
    async (query) => {
      expect(await admin.get(`/tasks?${query}`)).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
    },
  );
});
