/** API keys, from the command line to the rate limits that they get. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addKey } from '../../../server/admin/api-keys.ts';
import { runCommand } from '../../support/commands.ts';
import { useWorld } from '../../support/world.ts';
import { givenArchive, givenConfig, givenServer, type GivenServer } from '../server/given-archive.ts';

const world = useWorld();
let server: GivenServer;
// PostgreSQL checks keys by its own clock.
let now = new Date();

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex(
    'g',
    [1, 2, 3].map((num) => ({ num, opener: true, comment: 'word' })),
  );
  const config = { ...givenConfig(world()), rateLimit: 3, rateLimitKey: 50, exportRows: 1, exportRowsAdmin: 50 };
  server = await givenServer(world(), { config, clock: () => now });
});

afterAll(async () => {
  await server.close();
});

const sagasu = async (...words: readonly string[]) => runCommand(world(), words);

const withKey = async (key: string, url = '/api/v1/boards') =>
  server.get(url, { authorization: `Bearer ${key}`, 'x-forwarded-for': '192.0.2.77' });

const limitOf = async (key: string) => (await withKey(key)).headers['ratelimit-limit'];

test('a key is printed once, raises the rate limit, and is refused after it is revoked', async () => {
  const added = await sagasu('key', 'add', 'mirror', '--per-minute', '40');
  const key = added.stdout.trim();
  expect(added.code).toBe(0);
  expect(key).toMatch(/^sagasu_[A-Za-z0-9_-]{43}$/);
  expect(await limitOf(key)).toBe('40');

  const { stdout } = await sagasu('key', 'list');
  expect(stdout).toMatch(/\nmirror +read +none +40 +\d{4}-\d\d-\d\d \d\d:\d\dZ +never +20/);
  const { rows } = await world().pool.query('select * from api_keys');
  expect(JSON.stringify([rows, stdout])).not.toContain(key.slice(7));

  expect((await sagasu('key', 'revoke', 'mirror')).code).toBe(0);
  now = new Date(now.getTime() + 5_000);
  const refused = await withKey(key);
  expect(refused).toMatchObject({ status: 401, body: { code: 'key_unknown' } });
  // The rate limit of the client's address applies.
  expect(refused.headers['ratelimit-limit']).toBe('3');
  expect((await sagasu('key', 'list')).stdout).toBe('No API keys yet. Add one: sagasu key add <name>\n');
});

test('a key gets the roles it is given, for all boards or for one', async () => {
  expect((await sagasu('key', 'add', 'sweeper', '--role', 'janitor', '--role', 'moderator:g')).code).toBe(0);
  expect((await sagasu('key', 'list')).stdout).toMatch(/\nsweeper +read +janitor, moderator:g +default/);
  expect((await sagasu('key', 'revoke', 'sweeper')).code).toBe(0);
});

test('a key without a rate limit of its own has the default for keys, in every API', async () => {
  const key = await addKey(world().pool, { name: 'plain', scopes: ['read'], perMinute: null, expiresAt: null });
  for (const url of ['/api/v1/boards', '/boards.json', '/_/api/chan/boards/']) {
    expect((await withKey(key, url)).headers['ratelimit-limit']).toBe('50');
  }
});

test('a key works until it expires', async () => {
  const expiresAt = new Date(Date.now() + 600_000);
  const key = await addKey(world().pool, { name: 'brief', scopes: ['read'], perMinute: 7, expiresAt });
  now = new Date(expiresAt.getTime() - 1);
  expect(await limitOf(key)).toBe('7');
  now = expiresAt;
  expect((await withKey(key)).status).toBe(401);
});

async function exported(key: string): Promise<number> {
  const { body } = await withKey(key, '/api/v1/search/export?q=word');
  return String(body).trim().split('\n').length - 1;
}

test('the export scope raises the limit of exported rows to that of admins', async () => {
  const common = { perMinute: 500, expiresAt: null };
  const reader = await addKey(world().pool, { name: 'reader', scopes: ['read'], ...common });
  const exporter = await addKey(world().pool, { name: 'exporter', scopes: ['read', 'export'], ...common });
  expect([await exported(reader), await exported(exporter)]).toEqual([1, 3]);
});

test('an unknown key is refused, and each attempt costs as much as any request', async () => {
  const statuses: number[] = [];
  for (let guess = 0; guess < 5; guess++) {
    const headers = { authorization: `Bearer sagasu_${String(guess).repeat(43)}`, 'x-forwarded-for': '192.0.2.78' };
    statuses.push((await server.get('/api/v1/boards', headers)).status);
  }
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
});

test('a command with a usage error creates no key', async () => {
  for (const words of [
    ['x', '--role', 'owner'],
    ['x', '--role', 'admin:nowhere'],
    ['Loud'],
    ['x', '--scope', 'admin'],
    ['x', '--per-minute', '0'],
    ['x', '--days', 'soon'],
  ]) {
    expect((await sagasu('key', 'add', ...words)).code).toBeGreaterThan(0);
  }
  expect((await sagasu('key', 'add', 'plain')).stderr).toContain('A key named plain already exists');
  expect((await sagasu('key', 'revoke', 'nobody')).stderr).toContain('There is no key named nobody');
  const { rows } = await world().pool.query(`select 1 from api_keys where name in ('x', 'Loud')`);
  expect(rows).toEqual([]);
});
