/**
 * Two machines that share PostgreSQL, Redis, Elasticsearch and a bucket, and no folder: on each a server, an indexer and a scraper with a
 * data folder of its own.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/archive.ts';
import { runCommandWith } from '../support/commands.ts';
import { freePort } from '../support/ports.ts';
import { processUrl, startProcess, stopProcess } from '../support/processes.ts';
import { S3_ACCESS, startS3Server, type S3Server } from '../support/s3-server.ts';
import { wardenOf } from '../support/sessions.ts';
import { runAsSuperuser, useWorld } from '../support/world.ts';
import { drawPicture, serveFile } from './scraper/media/harness.ts';
import { addBoard, Upstream } from './scraper/upstream.ts';

const [THREAD, POST, WORD] = [100, 104, 'xylophone'];
const world = useWorld();
const running: ChildProcess[] = [];
const folders: string[] = [];
let upstream: Upstream;
let s3: S3Server;

interface Machine {
  readonly origin: string;
  readonly settings: Readonly<Record<string, string>>;
}

beforeAll(async () => {
  s3 = await startS3Server();
  upstream = new Upstream();
  await addBoard(world(), await upstream.open());
  upstream.start(THREAD, 3);
  const picture = await drawPicture(1);
  upstream.reply(THREAD, POST, { ...(await serveFile(upstream, 1_700_000_000_001, picture)).fields, com: WORD });
});
afterAll(async () => {
  for (const child of running) await stopProcess(child);
  await upstream.close();
  s3.stop();
  await runAsSuperuser(`drop database if exists ${restoredName()} with (force)`);
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const nameOf = (url: string) => new URL(url).pathname.slice(1);
/** A copy of the database from before the purge, as a restored backup. */
const restoredName = () => `${nameOf(world().databaseUrl)}_restored`;

async function newMachine(): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), 'sagasu-machine-'));
  folders.push(folder);
  const port = await freePort();
  const settings = {
    SAGASU_DATA: folder,
    SAGASU_PORT: String(port),
    SAGASU_SHARED_FILES: `${s3.bucket}/archive`,
    SAGASU_S3_ACCESS_KEY_ID: S3_ACCESS.accessKeyId,
    SAGASU_S3_SECRET_ACCESS_KEY: S3_ACCESS.secretAccessKey,
    SAGASU_SCRAPER_OWN_ORIGIN: upstream.url,
    SAGASU_SCRAPER_INTERVAL_MS: '200',
    SAGASU_RATE_LIMIT: '0',
    SAGASU_SEARCH_TIMEOUT_MS: '30000',
  };
  return { origin: `http://127.0.0.1:${port}`, settings };
}

function start(name: string, { settings }: Machine, more: Readonly<Record<string, string>> = {}): ChildProcess {
  const child = startProcess(`${name}/main.ts`, world(), { ...settings, ...more });
  running.push(child);
  return child;
}

const statusOf = async ({ origin }: Machine, path: string) => (await fetch(`${origin}${path}`)).status;
const ready = async (machine: Machine) =>
  eventually(`${machine.origin} is ready`, async () => (await statusOf(machine, '/readyz')) === 200);
const hits = async ({ origin }: Machine) =>
  ((await (await fetch(`${origin}/api/v1/search?q=${WORD}`)).json()) as { total?: { value: number } }).total?.value;

async function fileUrl(): Promise<string> {
  const { rows } = await world().pool.query<{ key: string }>(
    `select '/media/' || left(h, 2) || '/' || substr(h, 3, 2) || '/' || h || '.png' as key
     from posts, encode(media_hash_src, 'hex') as h where num = $1 and media_hash_src is not null`,
    [POST],
  );
  return rows[0]?.key ?? '';
}

test('posts and files of one machine are on all, a purge on one holds on all, also after a restore', async () => {
  const [a, b] = [await newMachine(), await newMachine()];
  const scrapers = [start('scraper', a), start('scraper', b)];
  await eventually('the file is stored', async () => (await fileUrl()) !== '');
  for (const scraper of scrapers) await stopProcess(scraper);
  const name = nameOf(world().databaseUrl);
  await runAsSuperuser(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    `create database ${restoredName()} template ${name}`,
  );

  for (const machine of [a, b]) for (const process of ['server', 'indexer', 'scraper']) start(process, machine);
  await ready(a);
  await ready(b);
  const file = await fileUrl();
  for (const machine of [a, b]) {
    expect(await statusOf(machine, file)).toBe(200);
    await eventually('the post is found', async () => (await hits(machine)) === 1);
  }
  const purge = { action: 'purge', board: 'g', num: POST };
  const answer = await fetch(`${a.origin}/api/v1/admin/posts`, {
    method: 'POST',
    body: JSON.stringify(purge),
    headers: { 'content-type': 'application/json', cookie: `sagasu=${await wardenOf(world().pool)}` },
  });
  expect([answer.status, await answer.json()]).toEqual([200, { posts: 1 }]);
  for (const machine of [a, b]) {
    expect(await hits(machine)).toBe(0);
    expect(await statusOf(machine, file)).toBe(404);
  }
  // The machines keep nothing that another one needs.
  for (const folder of folders)
    expect((await readdir(folder)).filter((entry) => !['incoming', 'cable-identity.key'].includes(entry))).toEqual([]);

  for (const child of running.splice(0)) await stopProcess(child);
  const c = await newMachine();
  const afterRestore = { ...world(), databaseUrl: world().databaseUrl.replace(name, restoredName()) };
  const refused = start('server', c, { DATABASE_URL: processUrl('server/main.ts', afterRestore) });
  expect(await once(refused, 'exit')).toEqual([1, null]);
  const repeated = await runCommandWith(afterRestore, c.settings, ['restore', 'finish']);
  expect(repeated).toMatchObject({ code: 0, stdout: expect.stringContaining('1 posts') as unknown });
  start('server', c, { DATABASE_URL: processUrl('server/main.ts', afterRestore) });
  await ready(c);
  expect(await statusOf(c, `/api/v1/boards/g/posts/${POST}`)).toBe(404);
  expect(await statusOf(c, `/api/v1/boards/g/posts/${THREAD}`)).toBe(200);
});
