/** Two scrapers, an indexer and a server over a PgBouncer in transaction mode with three sessions for each role. */
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresPool, inTransaction, prepared } from '../../platform/postgres.ts';
import { eventually } from '../support/archive.ts';
import { runCommandWith } from '../support/commands.ts';
import { loginUrl } from '../support/logins.ts';
import { startPgBouncer, type PgBouncer } from '../support/pgbouncer.ts';
import { freePort } from '../support/ports.ts';
import { processUrl, startProcess, stopProcess } from '../support/processes.ts';
import { wardenOf } from '../support/sessions.ts';
import { useWorld } from '../support/world.ts';
import { faults } from './cli/doctor/examine.ts';
import { drawPicture, serveFile } from './scraper/media/harness.ts';
import { addBoard, Upstream } from './scraper/upstream.ts';

const [THREAD, FILES, WORD] = [100, 6, 'xylophone'];
const FIRST_TIME = 1_700_000_000_000;
const world = useWorld();
const upstream = new Upstream();
const running: ChildProcess[] = [];
let bouncer: PgBouncer;
/** The world behind PgBouncer. */
let pooled: ReturnType<typeof world>;
let settings: Readonly<Record<string, string>>;
let origin: string;
let folder: string;

beforeAll(async () => {
  await addBoard(world(), await upstream.open());
  bouncer = await startPgBouncer(world().databaseUrl);
  pooled = { ...world(), databaseUrl: bouncer.address(world().databaseUrl) };
  folder = await mkdtemp(join(tmpdir(), 'sagasu-pooled-'));
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  settings = {
    SAGASU_DATA: folder,
    SAGASU_PORT: String(port),
    SAGASU_SCRAPER_OWN_ORIGIN: upstream.url,
    SAGASU_SCRAPER_INTERVAL_MS: '200',
    SAGASU_RATE_LIMIT: '0',
    SAGASU_SEARCH_TIMEOUT_MS: '30000',
  };
});
afterAll(async () => {
  for (const child of running) await stopProcess(child);
  await bouncer.stop();
  await upstream.close();
  await rm(folder, { recursive: true, force: true });
});

function start(name: string): void {
  running.push(
    startProcess(`${name}/main.ts`, pooled, { ...settings, DATABASE_URL: processUrl(`${name}/main.ts`, pooled) }),
  );
}

const command = async (...args: readonly string[]) => runCommandWith(pooled, settings, args);
const statusOf = async (path: string) => (await fetch(`${origin}${path}`)).status;
const hits = async () =>
  ((await (await fetch(`${origin}/api/v1/search?q=${WORD}`)).json()) as { total?: { value: number } }).total?.value;

async function moderate(action: string, num: number): Promise<void> {
  const answer = await fetch(`${origin}/api/v1/admin/posts`, {
    method: 'POST',
    body: JSON.stringify({ action, board: 'g', num }),
    headers: { 'content-type': 'application/json', cookie: `sagasu=${await wardenOf(world().pool)}` },
  });
  expect([answer.status, await answer.json()]).toEqual([200, { posts: 1 }]);
}

async function addFiles(from: number, count: number): Promise<void> {
  for (let at = from; at < from + count; at++) {
    const { fields } = await serveFile(upstream, FIRST_TIME + at, await drawPicture(at));
    upstream.reply(THREAD, THREAD + at, { ...fields, com: WORD });
  }
}

const storedFiles = async () =>
  (await world().pool.query('select from posts where media_hash_src is not null')).rowCount ?? 0;

/** How often the source was asked for each file. */
function requestsOf(): readonly number[] {
  const paths = upstream.asked.map(({ path }) => path).filter((path) => path.endsWith('.png'));
  return [...new Set(paths)].map((path) => paths.filter((one) => one === path).length);
}

test('a session of PgBouncer gets the time limits and no named statement', async () => {
  expect(await command('migrate')).toMatchObject({ code: 0 });
  const pool = createPostgresPool({ url: loginUrl(pooled.databaseUrl, 'server'), statementTimeoutMs: 4_000 });
  try {
    const read = `select current_setting('statement_timeout') as limit, current_setting('timezone') as zone,
      current_setting('jit') as jit, (select count(*)::int from pg_prepared_statements) as prepared`;
    const alone = (await pool.query(prepared(read, []))).rows;
    const inside = await inTransaction(pool, async (client) => (await client.query(prepared(read, []))).rows);
    const session = { zone: 'UTC', jit: 'off', prepared: 0 };
    expect([alone, inside]).toEqual([[{ ...session, limit: '30s' }], [{ ...session, limit: '4s' }]]);
  } finally {
    await pool.end();
  }
});

test('the doctor finds a pooler without an address of PostgreSQL itself', async () => {
  const undirected = new URL(pooled.databaseUrl);
  undirected.searchParams.delete('direct');
  const through = async (url: string) => faults({ ...world(), databaseUrl: url }, 'pooler.direct');
  expect(await through(world().databaseUrl)).toEqual([]);
  expect(await through(pooled.databaseUrl)).toEqual([]);
  expect(await through(undirected.href)).toEqual([expect.stringContaining('does not name PostgreSQL with direct=')]);
  undirected.searchParams.set('direct', undirected.host);
  expect(await through(undirected.href)).toEqual([expect.stringContaining('leads to a pooler of connections, not')]);
  expect(await faults(pooled, 'pooler.session')).toEqual([]);
  undirected.searchParams.delete('direct');
  const refused = await runCommandWith({ ...world(), databaseUrl: undirected.href }, settings, ['board', 'list']);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('add ?direct=HOST:PORT') as unknown });
});

test('posts and files are scraped, indexed, hidden, exported and purged, also after a restart of PgBouncer', async () => {
  upstream.start(THREAD, 0);
  await addFiles(1, 1);
  for (const name of ['server', 'indexer', 'scraper']) start(name);
  // The first file creates the datastore, which a scraper that starts at the same time may not know yet.
  await eventually('the first file is stored', async () => (await storedFiles()) === 1);
  start('scraper');
  await addFiles(2, FILES - 1);
  await eventually('the server is ready', async () => (await statusOf('/readyz')) === 200);
  await eventually('the posts are found', async () => (await hits()) === FILES);
  await eventually('the files are stored', async () => (await storedFiles()) === FILES);
  expect(requestsOf()).toEqual(Array.from({ length: FILES }, () => 1));

  await moderate('hide', THREAD + 1);
  expect([await hits(), await statusOf(`/api/v1/boards/g/posts/${THREAD + 1}`)]).toEqual([FILES - 1, 404]);

  await bouncer.restart();
  await addFiles(FILES + 1, 1);
  await eventually('the post of the time after the restart is found', async () => (await hits()) === FILES);
  await eventually('its file is stored', async () => (await storedFiles()) === FILES + 1);

  expect(await command('reindex', 'g')).toMatchObject({ code: 0 });
  expect(await command('verify', 'g')).toMatchObject({ code: 0 });
  expect(await hits()).toBe(FILES);

  const exported = join(folder, 'exported');
  expect(await command('export', 'archive', exported)).toMatchObject({ code: 0 });
  expect(await readdir(exported)).not.toEqual([]);

  await moderate('purge', THREAD + 2);
  expect([await hits(), await statusOf(`/api/v1/boards/g/posts/${THREAD + 2}`)]).toEqual([FILES - 1, 404]);

  const names = await world().pool.query<{ name: string; sessions: number }>(
    `select application_name as name, count(*)::int as sessions from pg_stat_activity
      where datname = current_database() and usename in ('sagasu_scraper', 'sagasu_indexer', 'sagasu_server') group by 1 order by 1`,
  );
  const sessions = new Map(names.rows.map(({ name, sessions: count }) => [name, count]));
  // The indexer alone has a session of its own, to which it listens. PgBouncer names a session when it first gives it to a client.
  const direct = [...sessions.keys()].filter((name) => name !== '' && !name.startsWith('pooled '));
  expect(direct).toEqual(['sagasu_indexer_listen']);
  for (const [name, count] of sessions) expect([name, count <= 3]).toEqual([name, true]);
});
