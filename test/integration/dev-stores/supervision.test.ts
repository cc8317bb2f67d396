/** Stores that are killed, or cannot start, under a `npm run stack` of their own. */
import { once } from 'node:events';
import { appendFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { isRunning } from '../../../dev-stores/process-identity.ts';
import { eventually } from '../../support/archive.ts';
import { descendants, OwnStack, sql, stop, untilGone } from '../../support/own-stack.ts';

const own = new OwnStack();

beforeAll(async () => own.choosePorts());
afterEach(async () => own.stopRunning());
afterAll(() => own.removeFolder());

const redisFiles = () => join(own.folder, 'redis/appendonlydir');

/** A Redis with a damaged file cannot start. */
function damageRedis(): void {
  const manifest = readdirSync(redisFiles()).find((name) => name.endsWith('.manifest')) ?? '';
  appendFileSync(join(redisFiles(), manifest), 'damaged\n');
}

const pidOf = (store: string) => own.records[store]?.pid ?? 0;

test('PostgreSQL is restarted when it is killed within a statement, and no session of the old server is left', async () => {
  const running = await own.run();
  const url = running.urls['DATABASE_URL'] ?? '';
  await sql(url, 'create table kept (word text)');
  await sql(url, `insert into kept values ('before')`);
  // It detects neither the loss of its server nor that of its client.
  const busy = new pg.Client({ connectionString: url });
  busy.on('error', () => undefined);
  await busy.connect();
  const statement = busy.query('select count(*) from generate_series(1, 1000000000000)').catch(() => undefined);
  await eventually('the statement runs', async () => {
    const rows = await sql(url, `select from pg_stat_activity where state = 'active' and query like '%1000000000000%'`);
    return rows.length === 2;
  });
  const server = pidOf('postgres');
  const sessions = descendants(server);
  expect(sessions.length).toBeGreaterThan(1);
  process.kill(server, 'SIGKILL');
  await eventually('it runs again', async () => /^PostgreSQL runs again after \d+ s$/m.test(running.progress));
  await statement;
  expect(sessions.filter(isRunning)).toEqual([]);
  expect(await sql(url, 'select word from kept')).toEqual([{ word: 'before' }]);
  expect(running.progress.match(/^PostgreSQL ended .*$/gm)).toEqual([
    `PostgreSQL ended (SIGKILL) and is restarted in 0.5 s; its log is ${join(own.folder, 'logs/postgres.log')}`,
  ]);
  expect(pidOf('postgres')).not.toBe(server);
  expect(await stop(running.child, 'SIGINT')).toBe(0);
});

test('Redis is restarted with its data, and is guarded again', async () => {
  const running = await own.run();
  const redis = new Redis(running.urls['REDIS_URL'] ?? '');
  redis.on('error', () => undefined);
  onTestFinished(() => redis.disconnect());
  await redis.set('kept', 'before');
  await redis.bgrewriteaof();
  process.kill(pidOf('redis'), 'SIGKILL');
  await eventually('it runs again', async () => running.progress.includes('Redis runs again'));
  expect(await redis.get('kept')).toBe('before');
  const started = Object.values(own.records);
  await stop(running.child, 'SIGKILL');
  await untilGone(started);
});

test('Ctrl-C between a failure and the restart stops everything with exit code 0', async () => {
  const running = await own.run();
  const all = descendants(running.child.pid ?? 0);
  // However late the signal comes, Redis does not run again before.
  damageRedis();
  process.kill(pidOf('redis'), 'SIGKILL');
  await eventually('the failure is noticed', async () => running.progress.includes('Redis ended (SIGKILL)'));
  expect(await stop(running.child, 'SIGINT')).toBe(0);
  rmSync(redisFiles(), { recursive: true });
  expect(running.progress).not.toContain('Redis runs again');
  await untilGone(all);
  expect(readdirSync(join(own.folder, 'run'))).toEqual([]);
});

test('a store that cannot start again ends the whole stack with an error after its fifth failure', async () => {
  const running = await own.run();
  const all = descendants(running.child.pid ?? 0);
  damageRedis();
  const began = performance.now();
  process.kill(pidOf('redis'), 'SIGKILL');
  const [code] = (await once(running.child, 'exit')) as [number];
  expect(code).toBe(1);
  expect(performance.now() - began).toBeGreaterThan(7_500);
  const lines = running.progress.split('\n').filter((line) => line.startsWith('Redis '));
  expect(lines.map((line) => line.replace(/ \(.*/, '').replace(/;.*/, ''))).toEqual([
    'Redis ended',
    ...Array.from({ length: 4 }, () => 'Redis failed to start'),
  ]);
  expect(lines.at(-1)).toMatch(
    /^Redis failed to start \(.*\)\. It has failed 5 times within 10 minutes and is not restarted, so everything stops; its log is \S+$/,
  );
  expect(lines.slice(0, 4).map((line) => /restarted in ([\d.]+) s/.exec(line)?.[1])).toEqual(['0.5', '1', '2', '4']);
  await untilGone(all);
  expect(readdirSync(join(own.folder, 'run'))).toEqual([]);
  expect(existsSync(join(own.folder, 'postgres/cluster/postmaster.pid'))).toBe(false);
});

test('a port that another program takes while its store is down is named', async () => {
  const again = new OwnStack();
  onTestFinished(() => again.removeFolder());
  await again.choosePorts();
  onTestFinished(async () => again.stopRunning());
  const running = await again.run();
  const port = Number(again.settings['SAGASU_REDIS_PORT']);
  process.kill(again.records['redis']?.pid ?? 0, 'SIGKILL');
  await eventually('the failure is noticed', async () => running.progress.includes('Redis ended'));
  const holder = createServer().listen(port, '127.0.0.1');
  await once(holder, 'listening');
  const sentence = `Redis failed to start (Redis stopped while starting. Port ${port}, on which Redis would listen, is in use by another program: stop that program, or set SAGASU_REDIS_PORT`;
  await eventually('the port is named', async () => running.progress.includes(sentence));
  holder.close();
  await eventually('it runs again', async () => running.progress.includes('Redis runs again'));
});
