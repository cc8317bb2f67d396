import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { TaskContext } from '../../../indexer/tasks/ports.ts';
import { AppError, UnavailableError } from '../../../platform/errors.ts';
import type { Task } from '../../../mappings/contract/admin.ts';
import { insertBoard } from '../../support/builders.ts';
import { worldEnvironment } from '../../support/processes.ts';
import { useWorld } from '../../support/world.ts';
import { doTasks, sagasu, seen, startCommand } from './harness.ts';

const world = useWorld();
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

beforeAll(async () => {
  await insertBoard(world().pool, 'g');
  await insertBoard(world().pool, 'cook');
});

afterEach(async () => {
  await world().pool.query(`update tasks set status = 'cancelled' where status in ('enqueued', 'processing')`);
});

/** Works in `pieces` steps and can be paused and cancelled like a real task. */
async function work(context: TaskContext, pieces: number): Promise<void> {
  for (let done = 0; done <= pieces; done++) {
    await context.pace();
    await context.report({ step: 'copy', progress: { done, total: pieces, unit: 'documents', perSecond: 20 } });
    await sleep(50);
  }
}

/** Makes progress until it is released, cancelled or lost. */
async function workUntil(released: AbortSignal, context: TaskContext): Promise<void> {
  for (let done = 0; !released.aborted; done++) {
    await context.pace();
    await context.report({ step: 'copy', progress: { done, total: null, unit: 'documents', perSecond: 20 } });
    await sleep(20);
  }
}

test('--no-wait enqueues a task and prints it as a JSON line', async () => {
  const { code, tasks, stderr } = await sagasu(world(), 'verify', '--repair', '--no-wait');
  expect([code, stderr]).toEqual([0, '']);
  expect(tasks.map(({ kind, board, status, requested_by }) => [kind, board, status, requested_by])).toEqual([
    ['verify', 'g', 'enqueued', 'cli'],
    ['verify', 'cook', 'enqueued', 'cli'],
  ]);
  const { rows } = await world().pool.query(`select options from tasks where status = 'enqueued'`);
  expect(rows).toEqual([{ options: { repair: true, deep: false } }, { options: { repair: true, deep: false } }]);
});

test('a watched task is printed at each change and at its end, and success is exit code 0', async () => {
  doTasks(world(), async (_, context) => {
    await work(context, 30);
    return { documents: 30 };
  });
  const { code, tasks, stderr } = await sagasu(world(), 'reindex', 'g');
  expect([code, stderr]).toEqual([0, '']);
  expect(tasks.at(-1)).toMatchObject({ kind: 'reindex', board: 'g', status: 'succeeded', details: { documents: 30 } });
  expect(tasks.slice(0, -1).every(({ status }) => status === 'enqueued' || status === 'processing')).toBe(true);
  const done = tasks.map(({ progress }) => progress?.done ?? 0);
  expect(done).toEqual(done.toSorted((a, b) => a - b));
  expect(done.some((count) => count > 0 && count < 30)).toBe(true);
});

test('a task that fails is exit code 1, with the error in the last line', async () => {
  doTasks(world(), async () => {
    throw new AppError('disk_full', 'the disk is full');
  });
  const { code, tasks } = await sagasu(world(), 'reindex', 'rollback', 'g');
  expect(code).toBe(1);
  expect(tasks.at(-1)).toMatchObject({
    kind: 'rollback',
    status: 'failed',
    error: { code: 'disk_full', message: 'the disk is full' },
  });
});

test('documents that still differ are exit code 1', async () => {
  doTasks(world(), async ({ board }) => ({ documents: 9, found: 3, drift: board === 'g' ? 3 : 0 }));
  const each = await Promise.all([sagasu(world(), 'verify', 'g'), sagasu(world(), 'verify', 'cook')]);
  expect(each.map(({ code }) => code)).toEqual([1, 0]);
  expect((await sagasu(world(), 'verify')).code).toBe(1);
});

test('a verification that compared nothing is exit code 4 and names the board', async () => {
  doTasks(world(), async ({ board }) => ({
    documents: board === 'g' ? 0 : 9,
    found: 0,
    drift: 0,
    outdated: board === 'g' ? ['posts-g-v1-0-1'] : [],
  }));
  const { code, stderr, tasks } = await sagasu(world(), 'verify');
  expect(tasks.filter(({ status }) => status === 'succeeded')).toHaveLength(2);
  expect([code, stderr]).toEqual([
    4,
    'Not compared: /g/: posts-g-v1-0-1 has the mapping of an older version; run sagasu reindex g.\n',
  ]);
});

test('a verification without an indexer gives up with exit code 4 and names each board', async () => {
  const { code, stderr } = await sagasu(world(), 'verify', '--give-up', '1');
  expect(code).toBe(4);
  for (const board of ['g', 'cook']) expect(stderr).toContain(`Not compared: /${board}/: no indexer is running.`);
});

test('a verification prints that Elasticsearch is unavailable, gives up with exit code 4, and continues when it is back', async () => {
  let isAway = true;
  doTasks(world(), async () => {
    if (isAway) throw new UnavailableError('Elasticsearch', 'Elasticsearch: connect ECONNREFUSED');
    return { documents: 3, drift: 0 };
  });
  const { code, stderr } = await sagasu(world(), 'verify', 'g', '--give-up', '2');
  expect(code).toBe(4);
  expect(stderr).toMatch(
    /^Not compared: \/g\/: Elasticsearch is unavailable \(connect ECONNREFUSED\)\. Its task is left waiting\. Watch it: sagasu tasks watch \d+$/m,
  );
  isAway = false;
  const id = /watch (\d+)/.exec(stderr)?.[1] ?? '';
  const again = await sagasu(world(), 'tasks', 'watch', id);
  expect([again.code, again.tasks.at(-1)?.details]).toEqual([0, { documents: 3, drift: 0 }]);
});

test('a task that is cancelled is exit code 3', async () => {
  doTasks(world(), async (_, context) => {
    await workUntil(new AbortController().signal, context);
    return {};
  });
  const watching = startCommand(world(), 'reindex', 'g');
  await seen(watching.stdout, '"processing"');
  const id = await unfinishedId();
  const cancel = await sagasu(world(), 'tasks', 'cancel', id);
  expect([cancel.code, cancel.stdout]).toEqual([0, `Task ${id} stops within seconds.\n`]);
  const { code, tasks } = await watching.ended;
  expect([code, tasks.at(-1)?.status]).toEqual([3, 'cancelled']);
  const again = await sagasu(world(), 'tasks', 'cancel', id);
  expect([again.code, again.stderr]).toEqual([1, `sagasu: Task ${id} has already ended with the status cancelled.\n`]);
});

test('Ctrl-C ends the watching but not the task, and names the commands to watch and cancel it', async () => {
  const release = new AbortController();
  doTasks(world(), async (_, context) => {
    await workUntil(release.signal, context);
    return {};
  });
  const watching = startCommand(world(), 'reindex', 'g');
  await seen(watching.stdout, '"processing"');
  watching.interrupt();
  const { code, stderr } = await watching.ended;
  const id = await unfinishedId();
  expect(code).toBe(130);
  expect(stderr).toContain(`Task ${id} (reindex of /g/) continues.`);
  expect(stderr).toContain(`Cancel it: sagasu tasks cancel ${id}`);
  const again = startCommand(world(), 'tasks', 'watch', id);
  await seen(again.stdout, '"processing"');
  release.abort();
  const watched = await again.ended;
  expect([watched.code, watched.tasks.at(-1)?.status]).toEqual([0, 'succeeded']);
});

test('a command that finds a running task names it and its missing options, and watches it', async () => {
  const released = Promise.withResolvers<void>();
  doTasks(world(), async () => {
    await released.promise;
    return { drift: 0 };
  });
  const first = startCommand(world(), 'verify', 'g', '--deep');
  await seen(first.stdout, '"processing"');
  const id = await unfinishedId();
  const second = startCommand(world(), 'verify', 'g', '--repair', '--deep');
  await seen(second.stderr, `Task ${id} is already running: verify of /g/. It was started without --repair.`);
  released.resolve();
  const [one, other] = [await first.ended, await second.ended];
  expect([one.code, other.code, one.tasks.at(-1)?.id, other.tasks.at(-1)?.id]).toEqual([0, 0, Number(id), Number(id)]);
});

test('a task is refused while another task changes the indices of its board', async () => {
  await sagasu(world(), 'reindex', 'g', '--no-wait');
  const { code, stdout, stderr } = await sagasu(world(), 'reindex', 'rollback', 'g');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toBe('sagasu: A reindex of /g/ is in progress: wait until it ends, or cancel it.\n');
});

test('watching a task without an indexer prints why it waits', async () => {
  const watching = startCommand(world(), 'reindex', 'g');
  await seen(watching.stderr, /Task \d+ is waiting: no indexer is running/);
  const id = await unfinishedId();
  expect((await sagasu(world(), 'tasks', 'cancel', id)).stdout).toBe(`Cancelled task ${id}.\n`);
  expect((await watching.ended).code).toBe(3);
});

const MISTAKES: readonly (readonly [readonly string[], string])[] = [
  [['reindex'], 'give either names of boards or --all'],
  [['reindex', 'g', '--all'], 'give either names of boards or --all'],
  [['reindex', 'cooks'], 'there is no board /cooks/. Did you mean cook?'],
  [['reindex', 'rollback', '/coo/'], 'there is no board /coo/. Did you mean cook?'],
  [['verify', 'g', 'elsewhere'], 'there is no board /elsewhere/. List boards: sagasu board list'],
  [['verify', 'x'], 'there is no board /x/. List boards: sagasu board list'],
  [['tasks', 'list', '--board', 'gg'], 'Did you mean g?'],
  [['tasks', 'list', '--kind', 'rebuild'], 'Allowed choices are reindex'],
  [['tasks', 'list', '--limit', '0'], 'a whole number from 1 to 1000'],
  [['tasks', 'show', '1e3'], 'a whole number from 1'],
  [['tasks', 'stop', '1'], "unknown command 'stop'"],
  [['verify', '--rapair'], 'Did you mean --repair?'],
];

test('a usage error is exit code 2, starts nothing and names the correction', async () => {
  const answers = await Promise.all(
    MISTAKES.map(async ([args, sentence]) => ({ args, sentence, ...(await sagasu(world(), ...args)) })),
  );
  for (const { args, sentence, code, stdout, stderr } of answers) {
    expect([args, code, stdout]).toEqual([args, 2, '']);
    expect(stderr).toContain(sentence);
  }
  const { rowCount } = await world().pool.query(`select 1 from tasks where status = 'enqueued'`);
  expect(rowCount).toBe(0);
});

test('an unknown task is exit code 1 in every command that takes one', async () => {
  const commands = ['show', 'watch', 'pause', 'resume', 'cancel'];
  const answers = await Promise.all(commands.map(async (command) => sagasu(world(), 'tasks', command, '987654')));
  for (const [index, { code, stderr }] of answers.entries()) {
    const command = commands[index];
    expect([command, code, stderr]).toEqual([command, 1, 'sagasu: There is no task 987654.\n']);
  }
});

test('tasks are listed newest first, by board, kind and state, and shown in full', async () => {
  const [older] = (await sagasu(world(), 'verify', 'cook', '--no-wait')).tasks;
  const [newer] = (await sagasu(world(), 'reindex', 'cook', '--no-wait')).tasks;
  const ids = async (...filter: string[]) =>
    (await sagasu(world(), 'tasks', 'list', '--json', ...filter)).tasks.map(({ id }) => id);
  const stdoutOf = async (...args: string[]) => (await sagasu(world(), 'tasks', ...args)).stdout;
  const [newest, ofKind, ofBoard, table, none, shown, page] = await Promise.all([
    ids('--limit', '2'),
    ids('--kind', 'verify', '--board', 'cook', '--status', 'enqueued'),
    ids('--board', 'g', '--status', 'enqueued'),
    stdoutOf('list', '--status', 'enqueued'),
    stdoutOf('list', '--board', 'g', '--status', 'processing'),
    stdoutOf('show', String(newer?.id), '--json'),
    stdoutOf('show', String(newer?.id)),
  ]);
  expect(newest).toEqual([newer?.id, older?.id]);
  expect(ofKind).toEqual([older?.id]);
  expect(ofBoard).toEqual([]);
  expect(table.split('\n')[0]).toMatch(/^ID +KIND +BOARD +STATE/);
  expect(table.split('\n')[1]).toMatch(new RegExp(`^${newer?.id} +reindex +/cook/ +enqueued .*cli$`));
  expect(none).toBe('No matching tasks.\n');
  expect(JSON.parse(shown)).toEqual(newer);
  expect(page).toMatch(/^kind +reindex$/m);
  expect(page).toMatch(/^requested +2\S+ by cli$/m);
});

test('a paused task makes no progress until it is resumed', async () => {
  const release = new AbortController();
  doTasks(world(), async (_, context) => {
    await workUntil(release.signal, context);
    return {};
  });
  const watching = startCommand(world(), 'reindex', 'g');
  await seen(watching.stdout, '"processing"');
  const id = await unfinishedId();
  expect((await sagasu(world(), 'tasks', 'pause', id)).stdout).toContain(`sagasu tasks resume ${id}`);
  await seen(watching.stdout, '"paused":true');
  const read = async () => JSON.parse((await sagasu(world(), 'tasks', 'show', id, '--json')).stdout) as Task;
  // If the task ignored the pause, it would make progress between the two reads.
  await vi.waitFor(
    async () => {
      const before = await read();
      expect((await read()).progress?.done).toBe(before.progress?.done);
    },
    { timeout: 60_000 },
  );
  const paused = await read();
  expect((await sagasu(world(), 'tasks', 'resume', id)).stdout).toBe(`Resumed task ${id}.\n`);
  await vi.waitFor(
    async () =>
      expect((await read()).progress?.done).toBeGreaterThan(paused.progress?.done ?? Number.POSITIVE_INFINITY),
    { timeout: 60_000 },
  );
  release.abort();
  expect((await watching.ended).code).toBe(0);
});

// `script` of util-linux runs a command in a terminal.
test.each([
  ['', true],
  ['1', false],
])('on a terminal one line is redrawn, with colours unless NO_COLOR is set: %j', async (noColor, isColoured) => {
  doTasks(world(), async (_, context) => {
    await work(context, 20);
    return { documents: 20 };
  });
  const command = `${process.execPath} cli/main.ts reindex g`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...worldEnvironment(world()), TERM: 'xterm-256color', ...(noColor === '' ? {} : { NO_COLOR: noColor }) },
  });
  let screen = '';
  child.stdout.on('data', (chunk: Buffer) => (screen += chunk.toString()));
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect(code).toBe(0);
  expect(screen).toMatch(/reindex \/g\/ {2}copy 2\/6/);
  expect(screen).toContain('\u001B[1A');
  expect(screen).toMatch(/succeeded after .*: 20 documents/);
  expect(screen.includes('\u001B[32m')).toBe(isColoured);
  expect(screen).not.toContain('"status"');
});

async function unfinishedId(): Promise<string> {
  const { rows } = await world().pool.query<{ id: string }>(
    `select id from tasks where status in ('enqueued', 'processing') order by id desc limit 1`,
  );
  return rows[0]?.id ?? 'none';
}
