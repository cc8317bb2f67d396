/** A stack of its own beside the shared one: started, stopped, killed and restarted as by an operator. */
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../platform/config.ts';
import { migrate } from '../../../platform/migrate.ts';
import { loginUrl, setRolePasswords } from '../../../platform/roles.ts';
import { isRunning } from '../../../dev-stores/process-identity.ts';
import { StartCancelledError } from '../../../dev-stores/problems.ts';
import { POSTGRES_SETTINGS, REDIS_SETTINGS } from '../../../dev-stores/settings.ts';
import { startStack } from '../../../dev-stores/start.ts';
import {
  answerOf,
  commandLine,
  descendants,
  killIfThere,
  OwnStack,
  sql,
  stop,
  untilGone,
} from '../../support/own-stack.ts';

const own = new OwnStack();
const { folder } = own;
let settings: Readonly<Record<string, string>> = {};
const run = async (more?: Record<string, string>) => own.run(more);
/** The running processes of the folder, according to the stack's records. */
const recorded = () => Object.values(own.records);

beforeAll(async () => {
  await own.choosePorts();
  ({ settings } = own);
});

afterEach(async () => own.stopRunning());

afterAll(() => own.removeFolder());

describe('PostgreSQL and Redis', () => {
  test('run with the settings of dev-stores/settings.ts and keep their data over a restart', async () => {
    const first = await run();
    const database = first.urls['DATABASE_URL'] ?? '';
    const rows = await sql(database, 'select name, current_setting(name) as value from pg_settings');
    const inForce = new Map(rows.map(({ name, value }) => [name?.toLowerCase(), value]));
    for (const [name, value] of Object.entries(POSTGRES_SETTINGS)) expect(inForce.get(name), name).toBe(value);
    const { postgresSharedBuffersMb, postgresConnections } = readConfig({});
    expect(inForce.get('max_connections')).toBe(String(postgresConnections));
    const [buffers] = await sql(
      database,
      `select setting::int * 8 / 1024 as megabytes from pg_settings where name = 'shared_buffers'`,
    );
    expect(buffers).toEqual({ megabytes: postgresSharedBuffersMb });
    expect(inForce.get('server_encoding')).toBe('UTF8');
    expect(inForce.get('listen_addresses')).toBe('127.0.0.1');
    expect(await sql(database, `select 'É' < 'a' as code_points_order, lower('É') as lower`)).toEqual([
      { code_points_order: false, lower: 'é' },
    ]);
    // Connects through a socket.
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

  test('keep acknowledged data when all processes are killed at the same time', async () => {
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
      `Port ${settings['SAGASU_REDIS_PORT']}, on which Redis would listen, is in use by another program: stop that program, or set SAGASU_REDIS_PORT to a free port`,
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

test('database owners without superuser rights create the roles, share them, or are shown what a superuser must create', async () => {
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
    expect(await migrate(owner)).toContain('0158_baseline');
    await setRolePasswords(owner, { server: 'the password of both' });
  }
  expect(await sql(loginUrl(second, 'server', 'the password of both'), 'select count(*) from boards')).toEqual([
    { count: '0' },
  ]);
  await expect(setRolePasswords(second, { server: 'another password' })).rejects.toThrow(
    /sagasu_server belongs to another archive .* SAGASU_SERVER_DATABASE_PASSWORD is not it/,
  );
  expect(await migrate(plain)).toContain('0158_baseline');
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
  // Every user of the machine can read the arguments of a process.
  const password = new URL(urls['REDIS_URL'] ?? '').password;
  for (const { pid } of descendants(child.pid ?? 0)) expect(commandLine(pid)).not.toContain(password);
  await stop(child);
});
