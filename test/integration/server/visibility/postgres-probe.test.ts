/** The probe has a connection of its own, which it needs when all connections of the pool are in use. */
import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { SessionCookie } from '../../../../server/admin/sessions/cookie.ts';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { createPatientRedis } from '../../../support/patient-redis.ts';
import { FallbackSnapshot } from '../../../../server/visibility/fallback-snapshot.ts';
import { PostgresProbe } from '../../../../server/visibility/postgres-probe.ts';
import { insertBoard } from '../../../support/builders.ts';
import { loginUrl } from '../../../support/logins.ts';
import { atPort, startTcpProxy } from '../../../support/tcp-proxy.ts';
import { useWorld } from '../../../support/world.ts';
import { givenServer } from '../given-archive.ts';

const CONNECTIONS = 2;
/** Probes follow each other after a second; the rest is for a busy machine. */
const NOTICED_MS = 120_000;

const world = useWorld();
let redis: Redis;
let snapshot: FallbackSnapshot;

beforeAll(async () => {
  redis = createPatientRedis(world().redisUrl);
  await redis.ping();
  snapshot = new FallbackSnapshot({ redis, prefix: world().queuePrefix, clock: () => new Date() });
  await snapshot.write({ newest: 0, hidden: [], boards: [], views: [], identities: [] });
  await snapshot.writeBanned({ version: '0', hashes: [] });
});

afterAll(async () => {
  const keys = await redis.keys(`${world().queuePrefix}-*`);
  if (keys.length > 0) await redis.del(keys);
  redis.disconnect();
});

function givenProbe(options: { readonly databaseUrl?: string; readonly snapshot?: null } = {}) {
  const url = loginUrl(options.databaseUrl ?? world().databaseUrl, 'server');
  const pool = createPostgresPool({ url, maxConnections: CONNECTIONS });
  const probe = new PostgresProbe({ pool, snapshot, ...options });
  onTestFinished(async () => {
    await probe.close();
    await pool.end();
  });
  return { pool, probe };
}

/** Takes all connections of the pool until the test ends. */
async function occupy(pool: Pool): Promise<void> {
  const taken = await Promise.all(Array.from({ length: CONNECTIONS }, async () => pool.connect()));
  onTestFinished(() => {
    for (const client of taken) client.release();
  });
}

/** Process ids of PostgreSQL for the connections of the server's role to this database. */
async function backends(): Promise<readonly number[]> {
  const { rows } = await world().pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and usename = 'sagasu_server'`,
  );
  return rows.map(({ pid }) => pid);
}

const none = async () => vi.waitFor(async () => expect(await backends()).toEqual([]), NOTICED_MS);

test('while all connections of the pool are in use, PostgreSQL counts as available', async () => {
  const { pool, probe } = givenProbe();
  await occupy(pool);
  expect(await probe.probe()).toBe(true);
  expect(probe.isAway).toBe(false);
});

test('a read that gets no connection of the pool in time is answered by the snapshot, and PostgreSQL still counts as available', async () => {
  const { pool, probe } = givenProbe();
  await occupy(pool);
  const read = async () =>
    probe.readOrFallback(
      async () => pool.query('select 1').then(() => 'postgres'),
      async () => 'snapshot',
    );
  expect(await read()).toBe('snapshot');
  expect(probe.isAway).toBe(false);
});

test('the probe keeps one connection, replaces it when PostgreSQL ends it, and closes it', async () => {
  await none();
  const { pool, probe } = givenProbe();
  for (let count = 0; count < 3; count++) expect(await probe.probe()).toBe(true);
  const [pid, ...others] = await backends();
  expect(others).toEqual([]);
  await world().pool.query('select pg_terminate_backend($1)', [pid]);
  await vi.waitFor(async () => expect(await probe.probe()).toBe(true), NOTICED_MS);
  const after = await backends();
  expect(after).toHaveLength(1);
  expect(after).not.toContain(pid);
  expect(pool.totalCount).toBe(0);
});

test('a probe without a snapshot opens no connection, and its reads use the pool', async () => {
  await none();
  const { pool, probe } = givenProbe({ snapshot: null });
  await probe.run();
  const count = await probe.readOrFallback(
    async () => (await pool.query('select 1')).rows.length,
    async () => 0,
  );
  expect(count).toBe(1);
  expect(await backends()).toHaveLength(1);
});

test('an unavailable PostgreSQL is noticed, and its return too', async () => {
  const { hostname, port } = new URL(world().databaseUrl);
  const proxy = await startTcpProxy({ host: hostname, port: Number(port || 5432) });
  onTestFinished(async () => proxy.close());
  const { probe } = givenProbe({ databaseUrl: atPort(world().databaseUrl, proxy.port) });
  void probe.run();
  await vi.waitFor(() => expect(probe.probe()).resolves.toBe(true), NOTICED_MS);
  proxy.cut();
  await vi.waitFor(() => expect(probe.isAway).toBe(true), NOTICED_MS);
  proxy.restore();
  await vi.waitFor(() => expect(probe.isAway).toBe(false), NOTICED_MS);
});

test('callers with a key or a session are answered while PostgreSQL accepts statements and never answers', async () => {
  await insertBoard(world().pool, 'g');
  const address = new URL(world().databaseUrl);
  const proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port || 5432) });
  const server = await givenServer(world(), { redis, databaseUrl: atPort(address.href, proxy.port) });
  onTestFinished(async () => {
    proxy.restore();
    await server.close();
    await proxy.close();
  });
  const thread = async () => (await server.get('/api/v1/boards/g/threads/1')).status;
  // Opens all connections of the pool: a stalled one that is idle would accept statements, and never answer them.
  expect(new Set(await Promise.all(Array.from({ length: 16 }, thread)))).toEqual(new Set([404]));
  proxy.stall();
  await vi.waitFor(async () => expect(await thread()).toBe(503), NOTICED_MS);
  const bearer = { authorization: 'Bearer of-nobody' };
  const session = { cookie: `${new SessionCookie(null).name}=of-nobody` };
  for (const headers of [bearer, session]) expect((await server.get('/api/v1/boards', headers)).status).toBe(200);
});
