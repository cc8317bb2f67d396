/** A stack of its own beside the shared one: started, stopped, killed and started again as an operator would. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { readConfig } from '../../../platform/config.ts';
import { isRunning, processStart } from '../../../stack/process-identity.ts';
import { StartCancelledError } from '../../../stack/problems.ts';
import { ELASTICSEARCH_SETTINGS, POSTGRES_SETTINGS, REDIS_SETTINGS } from '../../../stack/settings.ts';
import { startStack } from '../../../stack/start.ts';
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

/** `npm run stack` with PostgreSQL and Redis of its own; rejects with what it said when it does not come up. */
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

/** The processes that run in the folder now, by what the stack has written down. */
function recorded(): Identity[] {
  return readdirSync(join(folder, 'run')).map(
    (name) => JSON.parse(readFileSync(join(folder, 'run', name), 'utf8')) as Identity,
  );
}

/** '' for a process that has ended meanwhile: short ones come and go. */
function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Every descendant of the process. */
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

/** A guard goes with its store, and PostgreSQL's sessions with their clients. */
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
    await sql(database, 'create table kept (word text)');
    await sql(database, `insert into kept values ('before')`);

    const redis = new Redis(first.urls['REDIS_URL'] ?? '');
    for (const [name, value] of Object.entries(REDIS_SETTINGS)) {
      expect(await redis.config('GET', name)).toEqual([name, value]);
    }
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

describe('Elasticsearch', () => {
  // Fifteen seconds on an idle machine, minutes where everything else is tested at once.
  test('runs with the settings of stack/settings.ts and leaves neither server nor launcher behind', async () => {
    const port = await freePort();
    const elasticsearch = { SAGASU_ELASTICSEARCH_PORT: String(port), SAGASU_ELASTICSEARCH_HEAP_MB: '512' };
    const { child, urls } = await run({
      ...elasticsearch,
      DATABASE_URL: inject('databaseUrl'),
      REDIS_URL: inject('redisUrl'),
    });
    const url = urls['ELASTICSEARCH_URL'] ?? '';
    expect(url).toBe(`http://127.0.0.1:${port}`);
    const answer = await fetch(`${url}/_nodes/_local/settings,jvm?flat_settings=true`);
    const { nodes } = (await answer.json()) as {
      nodes: Record<string, { settings: Record<string, string>; jvm: { mem: { heap_max_in_bytes: number } } }>;
    };
    const [node] = Object.values(nodes);
    expect(node?.settings).toMatchObject({ ...ELASTICSEARCH_SETTINGS, 'network.host': '127.0.0.1' });
    expect(node?.jvm.mem.heap_max_in_bytes).toBe(512 * 1024 ** 2);
    const undeclared = await fetch(`${url}/nobody-declared-me/_doc/1`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(undeclared.status).toBe(404);
    const started = descendants(child.pid ?? 0);
    expect(started.length).toBeGreaterThanOrEqual(3);
    expect(await stop(child)).toBe(0);
    await untilGone(started);
  }, 300_000);
});
