import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRedis } from '../../../../platform/redis.ts';
import { addUser, changePassword, removeUser } from '../../../../server/admin/users.ts';
import { Sessions } from '../../../../server/admin/sessions/sessions.ts';
import { SignInService } from '../../../../server/admin/sessions/sign-in.ts';
import { AttemptCounter } from '../../../../server/admin/sessions/attempt-counter.ts';
import type { RefusedError } from '../../../../server/http/errors.ts';
import { freePort } from '../../../support/ports.ts';
import { useWorld } from '../../../support/world.ts';
import { givenConfig, givenServer, NOW, type GivenServer } from '../given-archive.ts';
import { adminWith, ask, cookieOf, givenAdmin, PASSWORD, signIn } from './given-admin.ts';

const world = useWorld();
let server: GivenServer;
let now: Date;

const HOUR_MS = 3_600_000;
const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

beforeEach(async () => {
  now = NOW;
  await world().pool.query('delete from users');
  server = await givenServer(world(), { clock: () => now });
});

afterEach(async () => {
  await server.close();
});

describe('signing in', () => {
  test('with name and password starts a session of that user', async () => {
    await addUser(world().pool, 'ann', PASSWORD);
    const answer = await signIn(server, ' Ann', PASSWORD);
    expect(answer).toMatchObject({ status: 200, body: { user: { name: 'ann' } } });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
    const ann = adminWith(server, 'ann', cookieOf(answer));
    expect(await ann.get('/session')).toMatchObject({ status: 200, body: { user: { name: 'ann' } } });
  });

  test('explains how to add the first user while there is none', async () => {
    expect(await ask(server, { url: '/api/v1/admin/session' })).toMatchObject({
      status: 401,
      body: { code: 'users_none', detail: expect.stringContaining('sagasu user add') },
    });
    await addUser(world().pool, 'ann', PASSWORD);
    expect(await ask(server, { url: '/api/v1/admin/session' })).toMatchObject({
      status: 401,
      body: { code: 'session_required' },
    });
  });

  test.each([
    ['a wrong password', 'ann', `${PASSWORD}.`],
    ['an unknown name', 'bob', PASSWORD],
    ['a name that nobody may have', "x'; drop table users; --\0", PASSWORD],
  ])('%s is refused in the same words', async (_what, name, password) => {
    await addUser(world().pool, 'ann', PASSWORD);
    const { status, body, headers } = await signIn(server, name, password);
    expect({ status, body }).toMatchObject({
      status: 401,
      body: { code: 'sign_in_failed', detail: 'Name or password is wrong.' },
    });
    expect(headers).not.toHaveProperty('set-cookie');
  });

  test('creates a new token each time and ends the session that it replaces', async () => {
    const first = await givenAdmin(world(), server);
    const answer = await signIn(server, 'root', PASSWORD, {
      headers: { 'sec-fetch-site': 'same-origin', cookie: first.cookie },
    });
    expect(cookieOf(answer)).not.toBe(first.cookie);
    expect((await first.get('/session')).status).toBe(401);
    expect((await adminWith(server, 'root', cookieOf(answer)).get('/session')).status).toBe(200);
  });

  test('ignores a token that the client supplies', async () => {
    await addUser(world().pool, 'ann', PASSWORD);
    const chosen = `sagasu=${'a'.repeat(43)}`;
    await signIn(server, 'ann', PASSWORD, { headers: { 'sec-fetch-site': 'same-origin', cookie: chosen } });
    expect((await adminWith(server, 'ann', chosen).get('/session')).status).toBe(401);
  });
});

describe('the cookie', () => {
  test('is inaccessible to scripts and other sites', async () => {
    await addUser(world().pool, 'ann', PASSWORD);
    const { headers } = await signIn(server, 'ann', PASSWORD);
    expect(String(headers['set-cookie'])).toMatch(
      /^sagasu=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
    );
  });

  test('under https is bound to the host and to https', async () => {
    await addUser(world().pool, 'ann', PASSWORD);
    const config = { ...givenConfig(world()), publicUrl: 'https://archive.example.org' };
    const secure = await givenServer(world(), { config, clock: () => now });
    const answer = await signIn(secure, 'ann', PASSWORD);
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-sagasu=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect((await adminWith(secure, 'ann', cookieOf(answer)).get('/session')).status).toBe(200);
    const plain = cookieOf(answer).replace('__Host-', '');
    expect((await adminWith(secure, 'ann', plain).get('/session')).status).toBe(401);
    await secure.close();
  });
});

describe('a session', () => {
  test('ends 12 hours after its last request and lasts while it is used', async () => {
    const admin = await givenAdmin(world(), server);
    for (let hour = 0; hour < 33; hour += 11) {
      later(11 * HOUR_MS);
      expect((await admin.get('/session')).status).toBe(200);
    }
    later(12 * HOUR_MS);
    expect((await admin.get('/session')).status).toBe(401);
  });

  test('ends seven days after signing in even if it is used', async () => {
    const admin = await givenAdmin(world(), server);
    for (let hours = 6; hours < 7 * 24; hours += 6) {
      later(6 * HOUR_MS);
      expect((await admin.get('/session')).status).toBe(200);
    }
    later(6 * HOUR_MS);
    expect((await admin.get('/session')).status).toBe(401);
  });

  test('ends at sign-out, which deletes its cookie', async () => {
    const admin = await givenAdmin(world(), server);
    const other = await givenAdmin(world(), server);
    const answer = await admin.send('DELETE', '/session');
    expect(answer.status).toBe(204);
    expect(String(answer.headers['set-cookie'])).toMatch(/^sagasu=; .*Expires=Thu, 01 Jan 1970/);
    expect((await admin.get('/session')).status).toBe(401);
    expect((await other.get('/session')).status).toBe(200);
  });

  test("ends when its user's password changes; sessions of other users continue", async () => {
    const ann = [await givenAdmin(world(), server, 'ann'), await givenAdmin(world(), server, 'ann')];
    const bob = await givenAdmin(world(), server, 'bob');
    expect(await changePassword(world().pool, 'ann', 'another long password')).toBe(2);
    for (const session of ann) expect((await session.get('/session')).status).toBe(401);
    expect((await bob.get('/session')).status).toBe(200);
    expect((await signIn(server, 'ann', PASSWORD)).status).toBe(401);
    expect((await signIn(server, 'ann', 'another long password')).status).toBe(200);
  });

  test('ends when its user is removed', async () => {
    const ann = await givenAdmin(world(), server, 'ann');
    await removeUser(world().pool, 'ann');
    expect((await ann.get('/session')).status).toBe(401);
  });

  test("is stored as a hash, so that the table's content cannot be used to sign in", async () => {
    const ann = await givenAdmin(world(), server, 'ann');
    const { rows } = await world().pool.query<{ text: string }>('select s::text as text from sessions s');
    expect(rows).toHaveLength(1);
    const token = ann.cookie.split('=')[1] ?? '';
    expect(rows[0]?.text).not.toContain(token);
    expect(rows[0]?.text).not.toContain(Buffer.from(token).toString('hex'));
    expect(rows[0]?.text).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });
});

const guess = (name: string, remoteAddress: string) => signIn(server, name, 'a wrong guess', { remoteAddress });

describe('guessing', () => {
  test('a sixth attempt for one name from one address is refused, even with the right password', async () => {
    await addUser(world().pool, 'ann', PASSWORD);
    for (let count = 0; count < 5; count++) expect((await guess('ann', '192.0.2.1')).status).toBe(401);
    const right = await signIn(server, 'ann', PASSWORD, { remoteAddress: '192.0.2.1' });
    expect(right).toMatchObject({ status: 429, body: { code: 'sign_in_limited' } });
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
    // The one who has the password comes from elsewhere: others' guesses do not lock her out.
    expect((await signIn(server, 'ann', PASSWORD, { remoteAddress: '192.0.2.2' })).status).toBe(200);
  });

  test('attempts for an unknown name are limited in the same way', async () => {
    for (let count = 0; count < 5; count++) expect((await guess('nobody', '192.0.2.3')).status).toBe(401);
    expect((await guess('nobody', '192.0.2.3')).status).toBe(429);
  });

  test('concurrent attempts are counted before any of them has failed', async () => {
    await addUser(world().pool, 'ann', PASSWORD);
    const answers = await Promise.all(Array.from({ length: 15 }, () => guess('ann', '192.0.2.4')));
    expect(answers.map(({ status }) => status).filter((status) => status === 401)).toHaveLength(5);
  });

  test('an IPv6 /64 counts as one address', async () => {
    for (let count = 0; count < 5; count++) {
      expect((await guess('ann', `2001:db8:7:1::${count}`)).status).toBe(401);
    }
    expect((await guess('ann', '2001:db8:7:1:ffff::9')).status).toBe(429);
    expect((await guess('ann', '2001:db8:7:2::1')).status).toBe(401);
  });

  test('the right password resets the count of failed attempts', async () => {
    await addUser(world().pool, 'ann', PASSWORD);
    for (let round = 0; round < 3; round++) {
      for (let count = 0; count < 4; count++) expect((await guess('ann', '192.0.2.5')).status).toBe(401);
      expect((await signIn(server, 'ann', PASSWORD, { remoteAddress: '192.0.2.5' })).status).toBe(200);
    }
  });

  test('from many addresses delays every further attempt and limits concurrent ones', async () => {
    const waits: number[] = [];
    const signIns = new SignInService({
      pool: world().pool,
      sessions: new Sessions(world().pool, () => now),
      attempts: new AttemptCounter({ redis: null, prefix: '', windowMs: 900_000, clock: () => now }),
      wait: async (ms) => waits.push(ms),
    });
    const tryFrom = async (address: string) =>
      signIns.signIn({ name: 'ann', password: 'a wrong guess', address }).catch((error: RefusedError) => error.code);
    for (let count = 0; count < 14; count++) expect(await tryFrom(`198.51.100.${count}`)).toBe('sign_in_failed');
    expect(waits).toEqual([100, 200, 300]);
    const crowd = await Promise.all(Array.from({ length: 40 }, (_, count) => tryFrom(`203.0.113.${count}`)));
    expect(crowd.filter((code) => code === 'sign_in_failed')).toHaveLength(20);
    expect(crowd.filter((code) => code === 'sign_in_limited')).toHaveLength(20);
    later(900_001);
    waits.length = 0;
    await tryFrom('198.51.100.1');
    expect(waits).toEqual([]);
  });

  test('is counted across all servers', async () => {
    const redis = createRedis(world().redisUrl);
    await redis.ping();
    const servers = await Promise.all([0, 1].map(() => givenServer(world(), { redis, clock: () => now })));
    try {
      const statuses: number[] = [];
      for (let count = 0; count < 6; count++) {
        const at = servers[count % 2] ?? server;
        statuses.push((await signIn(at, 'ann', 'a wrong guess', { remoteAddress: '192.0.2.6' })).status);
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    } finally {
      await Promise.all(servers.map((each) => each.close()));
      redis.disconnect();
    }
  });

  test('is counted while Redis is unavailable, too', async () => {
    const redis = createRedis(`redis://127.0.0.1:${await freePort()}`);
    const alone = await givenServer(world(), { redis, clock: () => now });
    try {
      const statuses: number[] = [];
      for (let count = 0; count < 6; count++) statuses.push((await signIn(alone, 'ann', 'a wrong guess')).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
      later(900_001);
      expect((await signIn(alone, 'ann', 'a wrong guess')).status).toBe(401);
    } finally {
      await alone.close();
      redis.disconnect();
    }
  });
});
