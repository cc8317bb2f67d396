import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Overview, OverviewLine } from '../../../../mappings/contract/overview.ts';
import { CORE_PARTS } from '../../../../server/overview/core-parts.ts';
import { EVERYTHING, readOverview } from '../../../../server/overview/collect.ts';
import type { OverviewPart } from '../../../../server/overview/part.ts';
import { createElasticsearch } from '../../../../platform/elasticsearch.ts';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { eventually } from '../../../support/archive.ts';
import { runCommand } from '../../../support/commands.ts';
import { insertBoard, type TestBoard } from '../../../support/builders.ts';
import { loginUrl } from '../../../support/logins.ts';
import { freePort } from '../../../support/ports.ts';
import { REDIS_AWAY } from '../../../support/redis-away.ts';
import { openSession } from '../../../support/sessions.ts';
import { useWorld } from '../../../support/world.ts';
import { seen, startCommand } from '../../cli/harness.ts';
import { givenServer, type GivenServer } from '../given-archive.ts';
import { ask, givenAdmin, type Admin } from './given-admin.ts';

const world = useWorld();
let server: GivenServer;
let admin: Admin;
let tech: TestBoard;
let art: TestBoard;

beforeAll(async () => {
  server = await givenServer(world(), { clock: () => new Date() });
  admin = await givenAdmin(world(), server);
  tech = await insertBoard(world().pool, 'tech');
  art = await insertBoard(world().pool, 'art');
});

afterAll(async () => {
  await server.close();
});

const stores = () => ({
  ...world(),
  redis: REDIS_AWAY,
  queuePrefix: 'q',
  folders: {},
  limits: { overviewBackupDays: 7, overviewFreePercent: 10, overviewLagSeconds: 60 },
  clock: () => new Date(),
});

/** On a busy machine a part may miss its limit once. */
async function wholly<T>(read: () => Promise<T>, isWhole: (found: T) => boolean): Promise<T> {
  let found = await read();
  await eventually('every part could be read', async () => {
    if (!isWhole(found)) found = await read();
    return isWhole(found);
  });
  return found;
}

const areRead = ({ parts }: Overview) => parts.every(({ unread }) => unread === null);

async function overview(by: Admin = admin): Promise<Overview> {
  return wholly(async () => {
    const { status, body } = await by.get('/overview');
    expect(status).toBe(200);
    return body as Overview;
  }, areRead);
}

function linesOf({ parts }: Overview, name: string): readonly OverviewLine[] {
  const part = parts.find((each) => each.name === name);
  if (part === undefined) throw new Error(`there is no part ${name}`);
  expect(part.unread).toBeNull();
  return part.lines;
}

async function scrape(): Promise<string> {
  return String((await ask(server, { url: '/metrics' })).body);
}

async function as(name: string, role: 'janitor' | 'moderator' | 'admin', board: TestBoard): Promise<Overview> {
  const secret = await openSession(world().pool, { name, role, boardId: board.id });
  const headers = { 'sec-fetch-site': 'same-origin', cookie: admin.cookie.replace(/=.*/, `=${secret}`) };
  const read = async () => (await ask(server, { url: '/api/v1/admin/overview', headers })).body as Overview;
  return wholly(read, areRead);
}

test('reports, hidden posts and appeals are counted with the age of the oldest, on boards of the account only', async () => {
  const { pool } = world();
  await pool.query(
    `insert into reported_posts (board_id, num, subnum, reports, opened_at, held)
     values ($1, 1, 0, 1, '2026-01-02T00:00:00Z', false), ($1, 2, 0, 1, '2026-01-03T00:00:00Z', true),
            ($2, 3, 0, 1, '2026-01-01T00:00:00Z', false)`,
    [tech.id, art.id],
  );
  expect(linesOf(await overview(), 'queues')).toMatchObject([
    { kind: 'queues.held', state: 'waiting', number: 1, board: 'tech' },
    {
      kind: 'queues.reports',
      number: 3,
      since: '2026-01-01T00:00:00.000Z',
      board: null,
      href: '/admin/reports?order=oldest',
      text: '3 open reports',
    },
  ]);
  const ofJanitor = await as('nil', 'janitor', art);
  expect(ofJanitor.parts.map(({ name }) => name)).toEqual(['queues']);
  expect(linesOf(ofJanitor, 'queues')).toMatchObject([{ number: 1, board: 'art', text: '1 open report' }]);
});

test('a failed task is shown with its reason until a later one of its kind succeeds', async () => {
  const { pool } = world();
  const add = async (board: TestBoard, status: string) =>
    pool.query(
      `insert into tasks (kind, board_id, status, requested_by, error, finished_at)
       values ('reindex', $1, $2, 'mika', '{"code":"x","message":"the disk is full"}', now())`,
      [board.id, status],
    );
  await add(tech, 'failed');
  await add(art, 'failed');
  const failed = { kind: 'tasks.failed', state: 'error', name: 'reindex', detail: 'the disk is full' };
  expect(linesOf(await overview(), 'tasks')).toMatchObject([
    { ...failed, board: 'art' },
    { ...failed, board: 'tech', text: 'reindex of /tech/ failed' },
  ]);
  expect(linesOf(await as('ada', 'admin', art), 'tasks')).toMatchObject([{ ...failed, board: 'art' }]);
  await add(tech, 'succeeded');
  await add(art, 'succeeded');
  expect(linesOf(await overview(), 'tasks')).toEqual([]);
});

test('drift, quarantine, outdated indices and a late index are shown by board', async () => {
  const { pool } = world();
  await pool.query(`insert into verifications (board_id, verified_at, drift, documents) values ($1, now(), 2, 9)`, [
    tech.id,
  ]);
  await pool.query(
    `insert into indices (name, board_id, slice, build, mapping_version, state) values ('old', $1, 0, 1, 1, 'live')`,
    [art.id],
  );
  await pool.query(
    `insert into dirty (board_id, thread, gen, min_rev, since)
     values ($1, 1, nextval('dirty_gen'), 1, now() - interval '20 minutes')`,
    [art.id],
  );
  expect(linesOf(await overview(), 'index')).toMatchObject([
    { kind: 'index.drift', state: 'error', board: 'tech', number: 2, href: '/admin/boards/tech' },
    { kind: 'index.outdated', state: 'warning', board: 'art', name: '/art/' },
    { kind: 'index.late', state: 'error', board: 'art', unit: 'seconds', text: expect.stringContaining('20 min') },
  ]);
  await pool.query('delete from dirty');
  await pool.query('update verifications set drift = 0');
  await pool.query('delete from indices');
  expect(linesOf(await overview(), 'index')).toMatchObject([
    { kind: 'index.lag', state: 'ok', number: 0 },
    { kind: 'index.no-drift', state: 'ok', number: 1 },
  ]);
});

test('limits of the backup, the lag and the disks are settings, and the disk of PostgreSQL is read on the same machine', async () => {
  const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
  await world().pool.query(
    `insert into dirty (board_id, thread, gen, min_rev, since) values ($1, 1, nextval('dirty_gen'), 1, now() - interval '90 seconds')`,
    [art.id],
  );
  await world().pool.query(
    `insert into tasks (kind, status, requested_by, finished_at) values ('backup', 'succeeded', 'cli', now() - interval '3 days')`,
  );
  const states = async (overviewBackupDays: number, overviewFreePercent: number, overviewLagSeconds: number) => {
    const limits = { overviewBackupDays, overviewFreePercent, overviewLagSeconds };
    const read = await readOverview({ ...stores(), pool, limits }, CORE_PARTS, EVERYTHING, 60_000);
    const disk = linesOf(read, 'disks').find(({ name }) => name?.split(', ').includes('PostgreSQL') === true);
    const lag = linesOf(read, 'index').find(({ kind }) => kind.startsWith('index.la'));
    return [linesOf(read, 'backup')[0]?.state, disk?.kind, disk?.state, lag?.state];
  };
  expect(await states(7, 0, 120)).toEqual(['ok', 'disks.free', 'ok', 'ok']);
  expect(await states(2, 100, 60)).toEqual(['warning', 'disks.low', expect.stringMatching(/warning|error/), 'warning']);
  expect((await states(7, 0, 5))[3]).toBe('error');
  await pool.end();
  await world().pool.query('delete from dirty');
  await world().pool.query(`delete from tasks where kind = 'backup'`);
});

test('the last backup is shown with its time', async () => {
  expect(linesOf(await overview(), 'backup')).toMatchObject([{ kind: 'backup.none', state: 'warning' }]);
  await world().pool.query(
    `insert into tasks (kind, status, requested_by, finished_at) values ('backup', 'succeeded', 'cli', '2026-01-01T00:00:00Z')`,
  );
  expect(linesOf(await overview(), 'backup')).toMatchObject([
    { kind: 'backup.last', since: '2026-01-01T00:00:00.000Z' },
  ]);
});

test('stores that cannot be reached are shown as such, and the other parts are read', async () => {
  const elasticsearch = createElasticsearch([`http://127.0.0.1:${await freePort()}`]);
  const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
  const { parts, ...read } = await readOverview({ ...stores(), pool, elasticsearch }, CORE_PARTS, EVERYTHING, 60_000);
  expect(linesOf({ parts, ...read }, 'stores')).toMatchObject([
    { kind: 'stores.up', name: 'PostgreSQL' },
    { kind: 'stores.down', state: 'error', name: 'Elasticsearch' },
    { kind: 'stores.down', name: 'Redis' },
  ]);
  // In the server's role, without an account, as metrics are read.
  expect(linesOf({ parts, ...read }, 'queues')).toMatchObject([{ number: 1 }, { number: 3 }]);
  await pool.end();
  await elasticsearch.close();
});

test('a part that hangs is shown as unread, beside the others', async () => {
  const hanging: OverviewPart = {
    name: 'hanging',
    role: ['janitor', 'any'],
    texts: {},
    read: () => new Promise(() => undefined),
  };
  const failing: OverviewPart = {
    ...hanging,
    name: 'failing',
    read: async () => Promise.reject(new Error('the table is gone')),
  };
  const working = { ...hanging, name: 'working', read: async () => [] };
  const { parts } = await readOverview(stores(), [hanging, failing, working], EVERYTHING, 50);
  expect(parts).toEqual([
    { name: 'hanging', unread: 'no answer within 0.05 s', lines: [] },
    { name: 'failing', unread: 'the table is gone', lines: [] },
    { name: 'working', unread: null, lines: [] },
  ]);
});

test('metrics have the lines of the overview', async () => {
  const body = await wholly(scrape, (text) => !/part_read\{.*\} 0/.test(text));
  expect(body).toContain('sagasu_overview_part_read{part="queues"} 1');
  expect(body).toContain(
    'sagasu_overview_lines{part="queues",kind="queues.reports",state="waiting",board="",name=""} 3',
  );
  expect(body).toContain(
    'sagasu_overview_lines{part="stores",kind="stores.up",state="ok",board="",name="PostgreSQL"} 1',
  );
  const oldest = Date.parse('2026-01-01T00:00:00Z') / 1_000;
  expect(body).toMatch(
    new RegExp(`sagasu_overview_since_timestamp_seconds\\{.*kind="queues.reports".*\\} ${oldest}\n`),
  );
});

test('sagasu status prints the overview on one screen, and as JSON', async () => {
  const { stdout } = await wholly(
    async () => runCommand(world(), ['status']),
    (printed) => !printed.stdout.includes('UNREAD'),
  );
  expect(stdout).toMatch(
    /^Moderation\n {2}waiting 1 post hidden by reports waits for review, since 2026-01-03 00:00Z$/m,
  );
  expect(stdout).toContain('  waiting 3 open reports, since 2026-01-01 00:00Z');
  expect(stdout).toContain('  ok      PostgreSQL works');
  expect(stdout.split('\n').length).toBeLessThan(40);
  const json = await wholly(
    async () => JSON.parse((await runCommand(world(), ['status', '--json'])).stdout) as Overview,
    areRead,
  );
  expect(linesOf(json, 'queues')).toEqual(linesOf(await overview(), 'queues'));
});

test('sagasu status fails if something is broken, and shows the rest', async () => {
  const away = { ...world(), elasticsearchUrls: [`http://127.0.0.1:${await freePort()}`] };
  const { code, stdout } = await wholly(
    async () => runCommand(away, ['status']),
    (printed) => !printed.stdout.includes('UNREAD'),
  );
  expect(code).toBe(1);
  expect(stdout).toContain('  ERROR   Elasticsearch cannot be reached');
  expect(stdout).toContain('3 open reports');
});

test('sagasu status --watch shows the overview again until it is interrupted', async () => {
  const command = startCommand(world(), 'status', '--watch', '1', '--json');
  await seen(command.stdout, /^\{.*\}\n\{.*\}\n/);
  command.interrupt();
  const { stdout } = await command.ended;
  const [first, second] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Overview);
  expect(Date.parse(second?.at ?? '')).toBeGreaterThan(Date.parse(first?.at ?? ''));
});
