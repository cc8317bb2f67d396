/** Commands that log in as the role of a process, while the owner's password is wrong: they do and print what they do for the owner. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { EXIT } from '../../../cli/exit-codes.ts';
import { COMMAND_ROLES, rolesOf } from '../../../cli/command-roles.ts';
import type { Overview } from '../../../mappings/contract/overview.ts';
import { PROCESS_ROLES, type ProcessName } from '../../../platform/roles.ts';
import { aPost, insertBoard, writePosts } from '../../support/builders.ts';
import { runCommand, runCommandWith, type CommandResult } from '../../support/commands.ts';
import { loginUrl, PASSWORD } from '../../support/logins.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();
const FORUM = 'http://127.0.0.1:1/tea';

/** Commands that only read, with their arguments. */
const READING: Readonly<Record<string, readonly string[]>> = {
  'alerts list': [],
  'backfill list': [],
  'board defaults show': [],
  'board list': [],
  'board show': ['tea'],
  'forum list': [],
  'identity list': [],
  'media rehash': [],
  'media store list': [],
  'media verify': [],
  'refusals list': [],
  'reprocess texts': ['--dry-run'],
  'tasks list': [],
  'tasks show': ['1'],
};

beforeAll(async () => {
  const { pool } = world();
  const board = await insertBoard(pool, 'tea');
  await insertBoard(pool, 'art');
  await pool.query(`update boards set source = 'vichan' where name = 'art'`);
  await writePosts(pool, board, [aPost({ num: 1, comment: 'a kettle' }), aPost({ num: 2, thread: 1 })]);
  await pool.query(
    `insert into refusals (board_id, url, reason, sample, first_seen, last_seen, thread)
     values ($1, 'https://a.4cdn.org/tea/thread/1.json', 'schema', 'no', now(), now(), 1)`,
    [board.id],
  );
  await pool.query(`insert into alert_state (holder, held_until, state) values ('test', now(), $1)`, [
    JSON.stringify({
      alerts: [
        { name: 'disk', summary: 'full', detail: null, since: '2026-01-01T00:00:00Z', sentAt: '2026-01-01T00:00:00Z' },
      ],
      receivers: {},
    }),
  ]);
  await done('identity', 'set', 'ann', '!Ep8pui8Vw2');
  await done('board', 'set', 'tea', 'refreshDelay=30');
  await done('board', 'defaults', 'set', 'refreshDelay=40');
  await done(
    'media',
    'store',
    'add',
    'disk',
    '--base',
    `${process.env['TMPDIR'] ?? '/tmp'}/${world().queuePrefix}-store`,
  );
  await done('backfill', 'add', 'tea', '--url', 'http://127.0.0.1:9');
  await done('verify', 'art', '--no-wait');
});

async function done(...args: readonly string[]): Promise<void> {
  const { code, output } = await runCommand(world(), args);
  if (code !== 0) throw new Error(output);
}

/** With a wrong password of the owner, and the right one of the role. */
async function runAs(role: ProcessName, ...args: readonly string[]): Promise<CommandResult> {
  return runCommandWith(world(), { DATABASE_URL: wrongPassword(), [settingOf(role)]: PASSWORD }, args);
}

function wrongPassword(): string {
  const url = new URL(world().databaseUrl);
  url.password = 'wrong';
  return url.href;
}

const settingOf = (role: ProcessName): string => `SAGASU_${role.toUpperCase()}_DATABASE_PASSWORD`;

test.each(Object.entries(READING))(
  'sagasu %s prints the same in each of its roles as for the owner',
  async (path, args) => {
    const words = [...path.split(' '), ...args];
    const owner = await runCommand(world(), words);
    expect(owner.code, owner.output).toBe(0);
    expect(owner.output).not.toMatch(/^(No |All boards have the built-in)/);
    expect(rolesOf(path)).not.toEqual([]);
    for (const role of rolesOf(path)) expect(await runAs(role, ...words)).toEqual(owner);
  },
);

test('the status in the role of servers has all parts', async () => {
  const owner = await runCommand(world(), ['status', '--json']);
  const server = await runAs('server', 'status', '--json');
  expect(linesOf(server)).toEqual(linesOf(owner));
});

/** Without the parts of stores: other tests change the state of Elasticsearch between two commands. */
function linesOf({ stdout }: CommandResult): readonly (readonly string[])[] {
  const { parts } = JSON.parse(stdout) as Overview;
  expect(parts.filter(({ unread }) => unread !== null)).toEqual([]);
  return parts
    .filter(({ name }) => name !== 'stores' && name !== 'disks')
    .map(({ name, lines }) => [name, ...lines.map(({ kind, state }) => `${kind} ${state}`)]);
}

test('scrapers and servers work on forums, boards and files', async () => {
  for (const role of rolesOf('kick')) {
    expect((await runAs(role, 'kick', '/tea/')).output).toContain('No scraper holds /tea/ now');
  }
  const stateOf = async () => {
    const { stdout } = await runCommand(world(), ['forum', 'list']);
    return stdout
      .split('\n')
      .find((line) => line.includes(FORUM))
      ?.includes('closed since');
  };
  const outputs = [
    await runAs('scraper', 'forum', 'close', FORUM),
    await stateOf(),
    await runAs('scraper', 'forum', 'open', FORUM),
    await stateOf(),
    await runAs('scraper', 'board', 'release', 'tea'),
    await runAs('scraper', 'backfill', 'add', 'art', '--url', 'http://127.0.0.1:9'),
    await runAs('scraper', 'media', 'redraw', '--all'),
  ];
  expect(outputs).toMatchObject([
    { code: 0, stdout: `Closed ${FORUM}. Posts archived from it stay.\n` },
    true,
    { code: 0, stdout: `Opened ${FORUM}.\n` },
    false,
    { code: 0, stdout: 'Released 0 threads, 0 posts and 0 files.\n' },
    { code: 0 },
    { code: 0 },
  ]);
  const { rows } = await world().pool.query(`select board_id from backfills`);
  expect(rows).toHaveLength(2);
});

test('tasks are started, paused and cancelled in the role of indexers, and the audit log has them', async () => {
  const started = await runAs('indexer', 'reindex', 'tea', '--no-wait');
  expect(started).toMatchObject({ code: 0, stderr: '' });
  const { id } = JSON.parse(started.stdout) as { id: number };
  for (const action of ['pause', 'resume', 'cancel']) {
    expect(await runAs('indexer', 'tasks', action, String(id))).toMatchObject({ code: 0, stderr: '' });
  }
  await world().pool.query(`update tasks set status = 'cancelled', finished_at = now() where id = $1`, [id]);
  expect(await runAs('indexer', 'tasks', 'watch', String(id))).toMatchObject({ code: EXIT.cancelled });
  const verified = await runAs('indexer', 'verify', 'tea', '--no-wait');
  expect([verified.code, JSON.parse(verified.stdout)]).toMatchObject([0, { kind: 'verify', requested_by: 'cli' }]);
  const rollback = await runAs('indexer', 'reindex', 'rollback', 'tea', '--no-wait');
  expect([rollback.code, JSON.parse(rollback.stdout)]).toMatchObject([0, { kind: 'rollback', requested_by: 'cli' }]);
  const { rows } = await world().pool.query(
    `select actor, action from audit_log where action like 'tasks.%' and target ->> 'id' = $1 order by id`,
    [String(id)],
  );
  expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set([PROCESS_ROLES.indexer]));
});

test('every command with a role is tried here', () => {
  const others = ['backfill add', 'board release', 'forum close', 'forum open', 'kick', 'media redraw', 'reindex'];
  const tasks = ['reindex rollback', 'tasks cancel', 'tasks pause', 'tasks resume', 'tasks watch', 'verify', 'status'];
  expect(Object.keys(COMMAND_ROLES).toSorted()).toEqual([...Object.keys(READING), ...others, ...tasks].toSorted());
});

test('the guide lists them', () => {
  const guide = readFileSync(new URL('../../../docs/operations/one-machine.md', import.meta.url), 'utf8');
  const rows = [...guide.matchAll(/^\| `sagasu ([^`]+)` \| (`sagasu_.*`) \|$/gm)].map(([, path, roles]) => [
    path,
    roles,
  ]);
  const inCode = Object.entries(COMMAND_ROLES).map(([path, roles]) => [
    path,
    roles.map((role) => `\`${PROCESS_ROLES[role]}\``).join(', '),
  ]);
  expect(new Set(rows)).toEqual(new Set(inCode));
});

test('DATABASE_URL of a process is enough', async () => {
  const url = loginUrl(world().databaseUrl, 'server');
  expect(await runCommandWith(world(), { DATABASE_URL: url }, ['board', 'list'])).toMatchObject({
    code: 0,
    stderr: '',
  });
  const { code, stderr } = await runCommandWith(world(), { DATABASE_URL: url }, ['tasks', 'list']);
  expect([code, stderr]).toEqual([
    1,
    `sagasu: DATABASE_URL logs in as ${PROCESS_ROLES.server}: sagasu tasks list needs another login: set SAGASU_INDEXER_DATABASE_PASSWORD, ` +
      `or DATABASE_URL to the owner's login and password. docs/operations/one-machine.md, "Commands without the owner"\n`,
  ]);
});

test('a command that needs the owner says so', async () => {
  const given = [loginUrl(world().databaseUrl, 'server'), wrongPassword()];
  for (const url of given) {
    const { code, stderr } = await runCommandWith(world(), { DATABASE_URL: url, [settingOf('server')]: PASSWORD }, [
      'ban',
      'list',
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain(
      "sagasu ban list needs the owner of the database: set DATABASE_URL to the owner's login and password",
    );
  }
  const refused = await runCommandWith(world(), { [settingOf('server')]: 'wrong' }, ['board', 'list']);
  expect(refused.stderr).toContain(
    'set SAGASU_SERVER_DATABASE_PASSWORD to the password with which sagasu migrate has run',
  );
});
