/** A stack of its own beside the shared one: started, stopped, killed and restarted as an operator would. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../platform/config.ts';
import { createElasticsearch } from '../../../platform/elasticsearch.ts';
import { migrate } from '../../../platform/migrate.ts';
import { loginUrl, setRolePasswords } from '../../../platform/roles.ts';
import { isRunning, processStart } from '../../../stack/process-identity.ts';
import { StartCancelledError } from '../../../stack/problems.ts';
import { ELASTICSEARCH_SETTINGS, POSTGRES_SETTINGS, REDIS_SETTINGS } from '../../../stack/settings.ts';
import { startStack } from '../../../stack/start.ts';
import { IS_FULL } from '../../support/full-counts.ts';
import { freePort } from '../../support/ports.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sagasu-stack-'));
let settings: Record<string, string> = {};
let running: ChildProcess | undefined;

beforeAll(async () => {
  settings = {
    SAGASU_DATA: folder,
    SAGASU_POSTGRES_PORT: String(await freePort()),
    SAGASU_REDIS_PORT: String(await freePort()),
  };
});

afterEach(async () => {
  if (running !== undefined) await stop(running);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface RunningStack {
  readonly child: ChildProcess;
  readonly urls: Readonly<Record<string, string>>;
  readonly progress: string;
}

/** Runs `npm run stack` with its own PostgreSQL and Redis; rejects with its output if it does not start. */
async function run(more: Record<string, string> = { ELASTICSEARCH_URL: 'http://127.0.0.1:1' }): Promise<RunningStack> {
  const child = spawn(process.execPath, ['stack/main.ts'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], JAVA_HOME: process.env['JAVA_HOME'], ...settings, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child;
  let [output, progress] = ['', ''];
  child.stderr.on('data', (chunk: Buffer) => (progress += chunk.toString()));
  const up = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (/^ELASTICSEARCH_URL=.*\n/m.test(output)) resolve();
    });
  });
  await Promise.race([up, once(child, 'exit')]);
  const urls = Object.fromEntries([...output.matchAll(/^(\w+)='(.*)'$/gm)].map(([, name, url]) => [name, url]));
  if (Object.keys(urls).length < 3) throw new Error(progress);
  return { child, urls, progress };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, 'exit');
  }
  return child.exitCode;
}

interface Identity {
  readonly pid: number;
  readonly started: string;
}

/** The running processes of the folder, according to the stack's records. */
function recorded(): Identity[] {
  return readdirSync(join(folder, 'run')).map(
    (name) => JSON.parse(readFileSync(join(folder, 'run', name), 'utf8')) as Identity,
  );
}

/** '' for a process that has ended meanwhile. */
function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** All descendants of the process. */
function descendants(pid: number): Identity[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(Number(name)) === pid)
    .map(Number);
  return children.flatMap((child) => [{ pid: child, started: processStart(child) ?? '' }, ...descendants(child)]);
}

function parentOf(pid: number): number | null {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}

/** Guards end with their stores, and PostgreSQL's sessions with their clients. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function untilGone(processes: readonly Identity[]): Promise<void> {
  while (processes.some(isRunning)) await sleep(50);
}

async function sql(url: string, text: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(text)).rows;
  } finally {
    await client.end();
  }
}

describe('PostgreSQL and Redis', () => {
  test('run with the settings of stack/settings.ts and keep their data over a restart', async () => {
    const first = await run();
    const database = first.urls['DATABASE_URL'] ?? '';
    const rows = await sql(database, 'select name, current_setting(name) as value from pg_settings');
    const inForce = new Map(rows.map(({ name, value }) => [name?.toLowerCase(), value]));
    for (const [name, value] of Object.entries(POSTGRES_SETTINGS)) expect(inForce.get(name), name).toBe(value);
    expect(inForce.get('server_encoding')).toBe('UTF8');
    expect(inForce.get('listen_addresses')).toBe('127.0.0.1');
    expect(await sql(database, `select 'É' < 'a' as code_points_order, lower('É') as lower`)).toEqual([
      { code_points_order: false, lower: 'é' },
    ]);
    // Through a socket.
    expect(await sql(database, 'select inet_server_addr() as address')).toEqual([{ address: null }]);
    await sql(database, 'create table kept (word text)');
    await sql(database, `insert into kept values ('before')`);

    const redis = new Redis(first.urls['REDIS_URL'] ?? '');
    for (const [name, value] of Object.entries(REDIS_SETTINGS)) {
      expect(await redis.config('GET', name)).toEqual([name, value]);
    }
    expect(await redis.client('INFO')).toContain('redis.sock');
    await redis.set('kept', 'before');
    redis.disconnect();

    const started = descendants(first.child.pid ?? 0);
    expect(started.length).toBeGreaterThanOrEqual(2);
    expect(await stop(first.child, 'SIGINT')).toBe(0);
    expect(started.filter(isRunning)).toEqual([]);
    expect(readdirSync(join(folder, 'run'))).toEqual([]);

    const second = await run();
    expect(second.urls).toEqual(first.urls);
    expect(second.progress).not.toMatch(/once|new database/);
    expect(await sql(database, 'select word from kept')).toEqual([{ word: 'before' }]);
    const again = new Redis(second.urls['REDIS_URL'] ?? '');
    expect(await again.get('kept')).toBe('before');
    again.disconnect();
  });

  test('end by themselves when their owner is killed', async () => {
    const { child } = await run();
    const started = recorded();
    expect(started).toHaveLength(3);
    await stop(child, 'SIGKILL');
    await untilGone(started);
  });

  test('are stopped by the next start when a kill also reached the guards', async () => {
    const { child } = await run();
    const started = recorded();
    const guards = descendants(child.pid ?? 0).filter(({ pid }) => commandLine(pid).includes('sagasu-guard'));
    expect(guards).toHaveLength(2);
    for (const { pid } of guards) process.kill(pid, 'SIGKILL');
    await stop(child, 'SIGKILL');
    const left = started.filter(isRunning);
    expect(left).toHaveLength(2);

    const second = await run();
    expect(second.progress).toMatch(/stopped the postgres that a killed run had left \(process \d+\)/);
    expect(second.progress).toMatch(/stopped the redis that a killed run had left \(process \d+\)/);
    expect(left.filter(isRunning)).toEqual([]);
  });

  test('keep acknowledged data when all processes are killed at once', async () => {
    const { child, urls } = await run();
    const database = urls['DATABASE_URL'] ?? '';
    await sql(database, 'create table survives (n int)');
    await sql(database, 'insert into survives select generate_series(1, 1000)');
    const all = descendants(child.pid ?? 0);
    for (const { pid } of [...all, { pid: child.pid ?? 0 }]) killIfThere(pid);
    await untilGone(all);
    await run();
    expect(await sql(database, 'select count(*) from survives')).toEqual([{ count: '1000' }]);
  });

  test('are not started twice in one folder', async () => {
    const { child } = await run();
    await expect(run()).rejects.toThrow(
      `Process ${child.pid} already uses ${folder}: stop it first (Ctrl-C, or \`kill ${child.pid}\`), or set SAGASU_DATA and the ports to other values.`,
    );
    await stop(child);
  });

  test('are not started when a port is in use, and the error names the setting to change', async () => {
    const holder = createServer().listen(Number(settings['SAGASU_REDIS_PORT']), '127.0.0.1');
    await once(holder, 'listening');
    await expect(run()).rejects.toThrow(
      `Port ${settings['SAGASU_REDIS_PORT']}, on which Redis would listen, is in use by another program: set SAGASU_REDIS_PORT`,
    );
    holder.close();
    expect(readdirSync(join(folder, 'run'))).toEqual([]);
  });

  test('start with empty folders when `fresh` is set', async () => {
    const config = readConfig({ ...settings, ELASTICSEARCH_URL: 'http://127.0.0.1:1' });
    const stack = await startStack(config, { onProgress: () => undefined, fresh: true });
    const tables = await sql(stack.databaseUrl, `select count(*) from pg_tables where schemaname = 'public'`);
    expect(tables).toEqual([{ count: '0' }]);
    const shared = await startStack(config, { onProgress: () => undefined });
    expect(shared.redisUrl).toBe(stack.redisUrl);
    await shared.stop();
    expect(recorded().filter(isRunning)).toHaveLength(3);
    const started = recorded().filter(({ pid }) => pid !== process.pid);
    await stack.stop();
    expect(started.filter(isRunning)).toEqual([]);
  });

  test('are stopped when the start is cancelled', async () => {
    const cancel = new AbortController();
    const config = readConfig({ ...settings, ELASTICSEARCH_URL: 'http://127.0.0.1:1' });
    const onProgress = (line: string) => {
      if (line.includes('starting on port')) setTimeout(() => cancel.abort(), 20);
    };
    const start = startStack(config, { onProgress, signal: cancel.signal });
    await expect(start).rejects.toThrow(StartCancelledError);
    expect(readdirSync(join(folder, 'run'))).toEqual([]);
    expect(existsSync(join(folder, 'postgres/cluster/postmaster.pid'))).toBe(false);
  });
});

/** The addresses of new databases, each of a new owner, by name. */
async function databasesOf(url: string, owners: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  for (const [name, rights] of Object.entries(owners)) {
    await sql(url, `create role ${name} login password 'pw' ${rights}`);
    await sql(url, `create database ${name} owner ${name}`);
  }
  const address = (name: string) =>
    Object.assign(new URL(url), { username: name, password: 'pw', pathname: name }).href;
  return Object.fromEntries(Object.keys(owners).map((name) => [name, address(name)]));
}

test('owners of databases who are no superusers create the roles, share them, or are told what a superuser must create', async () => {
  const { child, urls } = await run();
  const boss = urls['DATABASE_URL'] ?? '';
  const {
    first = '',
    second = '',
    plain = '',
  } = await databasesOf(boss, { first: 'createrole', second: 'createrole', plain: '' });
  await expect(migrate(plain)).rejects.toThrow(
    /no roles sagasu_scraper, sagasu_indexer, sagasu_server, sagasu_importer, and plain may not .*: create role sagasu_scraper login/,
  );
  for (const owner of [first, second]) {
    expect(await migrate(owner)).toContain('0001_spine');
    await setRolePasswords(owner, { server: 'the password of both' });
  }
  expect(await sql(loginUrl(second, 'server', 'the password of both'), 'select count(*) from boards')).toEqual([
    { count: '0' },
  ]);
  await expect(setRolePasswords(second, { server: 'another password' })).rejects.toThrow(
    /sagasu_server belongs to another archive .* SAGASU_SERVER_DATABASE_PASSWORD is not it/,
  );
  expect(await migrate(plain)).toContain('0001_spine');
  await stop(child);
});

/** Permissions of a path in the data folder, in octal digits. */
const modes = (path: string) => (statSync(join(folder, path)).mode & 0o777).toString(8);

test('the data folder and the secrets in it are closed to other users of the machine', async () => {
  const { child, urls } = await run();
  const isRoot = process.getuid?.() === 0;
  expect(modes('')).toBe(isRoot ? '710' : '700');
  for (const name of ['postgres', 'redis']) expect(modes(name)).toBe('700');
  for (const name of ['postgres/password', 'redis/password', 'redis/redis.conf']) expect(modes(name)).toBe('600');
  const anonymous = await answerOf(Number(settings['SAGASU_REDIS_PORT']), 'GET kept\r\n');
  expect(anonymous.toString()).toMatch(/^-NOAUTH/);
  // The arguments of a process can be read by every user of the machine.
  const password = new URL(urls['REDIS_URL'] ?? '').password;
  for (const { pid } of descendants(child.pid ?? 0)) expect(commandLine(pid)).not.toContain(password);
  await stop(child);
});

/** The first bytes that a port answers to a message. @throws Error when it closes the connection without an answer. */
async function answerOf(port: number, message: string): Promise<Buffer> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(Buffer.from(message, 'latin1'));
  const [answer] = (await Promise.race([
    once(socket, 'data'),
    once(socket, 'close').then(() => Promise.reject(new Error('closed without an answer'))),
  ])) as [Buffer];
  socket.destroy();
  return answer;
}

// A second Elasticsearch takes fifteen seconds on an idle machine, and minutes when other tests run.
describe.runIf(IS_FULL)('Elasticsearch', () => {
  test('runs with the settings of stack/settings.ts and leaves neither server nor launcher behind', async () => {
    const port = await freePort();
    const elasticsearch = { SAGASU_ELASTICSEARCH_PORT: String(port), SAGASU_ELASTICSEARCH_HEAP_MB: '512' };
    const { child, urls } = await run({
      ...elasticsearch,
      DATABASE_URL: inject('databaseUrl'),
      REDIS_URL: inject('redisUrl'),
    });
    const url = urls['ELASTICSEARCH_URL'] ?? '';
    expect(url).toMatch(new RegExp(`^http://sagasu:[0-9a-f]{48}@127\\.0\\.0\\.1:${port}$`));
    const client = createElasticsearch([url]);
    onTestFinished(async () => client.close());
    const { nodes } = await client.nodes.info({
      node_id: '_local',
      metric: ['settings', 'jvm'],
      flat_settings: true,
    });
    const [node] = Object.values(nodes);
    expect(node?.settings).toMatchObject({ ...ELASTICSEARCH_SETTINGS, 'network.host': '127.0.0.1' });
    expect(node?.jvm?.mem.heap_max_in_bytes).toBe(512 * 1024 ** 2);
    await client.indices.create({ index: 'mine' });
    // What a page in the operator's browser, or another user of the machine, could send.
    for (const headers of [{}, { authorization: `Basic ${Buffer.from('elastic:changeme').toString('base64')}` }]) {
      for (const path of ['/', '/mine/_search', '/_cat/indices']) {
        expect((await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status, path).toBe(401);
      }
      const closed = await fetch(`http://127.0.0.1:${port}/mine/_close`, { method: 'POST', headers });
      expect(closed.status).toBe(401);
    }
    expect(await client.cat.indices({ index: 'mine', format: 'json' })).toMatchObject([{ status: 'open' }]);
    await expect(client.security.putUser({ username: 'another', password: 'password', roles: [] })).rejects.toThrow(
      /unauthorized/,
    );
    // Nodes speak TLS to each other: a client without the cluster's certificate is not heard.
    await expect(answerOf(port + 100, 'ES\0\0\0\x1b')).rejects.toThrow('closed without an answer');
    await expect(client.index({ index: 'undeclared', document: {} })).rejects.toThrow(/index_not_found/);
    const started = descendants(child.pid ?? 0);
    expect(started.length).toBeGreaterThanOrEqual(3);
    expect(await stop(child)).toBe(0);
    await untilGone(started);
  }, 300_000);
});
