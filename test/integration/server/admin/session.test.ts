import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRedis } from '../../../../platform/redis.ts';
import { createPatientRedis } from '../../../support/patient-redis.ts';
import { addAdmin, changePassword, removeAccount } from '../../../../server/admin/accounts/accounts.ts';
import { SignInService } from '../../../../server/admin/sessions/sign-in.ts';
import { SignInLimits } from '../../../../server/admin/sessions/sign-in-limits.ts';
import type { RefusedError } from '../../../../server/shared/errors.ts';
import { freePort } from '../../../support/ports.ts';
import { useWorld } from '../../../support/world.ts';
import { givenConfig, givenServer, NOW, type Answer, type GivenServer } from '../given-archive.ts';
import { adminWith, ask, cookieOf, givenAdmin, PASSWORD, signIn } from './given-admin.ts';
import { REDIS_AWAY } from '../../../support/redis-away.ts';

const world = useWorld();
let server: GivenServer;
let now = NOW;

const HOUR_MS = 3_600_000;
/** Longer than the server counts attempts. */
const BETWEEN_TESTS_MS = 48 * HOUR_MS;
const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

beforeAll(async () => {
  server = await givenServer(world(), { clock: () => now });
});

beforeEach(async () => {
  later(BETWEEN_TESTS_MS);
  await world().pool.query('truncate accounts cascade');
});

afterAll(async () => {
  await server.close();
});

const setCookies = ({ headers }: Pick<Answer, 'headers'>) => [headers['set-cookie']].flat().map(String);

describe('signing in', () => {
  test('with name and password starts a session of that account', async () => {
    await addAdmin(world().pool, 'ann', PASSWORD);
    const answer = await signIn(server, ' Ann', PASSWORD);
    expect(answer).toMatchObject({ status: 200, body: { account: { name: 'ann' } } });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
    const ann = adminWith(server, 'ann', cookieOf(answer));
    expect(await ann.get('/session')).toMatchObject({ status: 200, body: { account: { name: 'ann' } } });
  });

  test('explains how to add the first account while there is none', async () => {
    expect(await ask(server, { url: '/api/v1/admin/session' })).toMatchObject({
      status: 401,
      body: { code: 'accounts_none', detail: expect.stringContaining('sagasu account add') },
    });
    await addAdmin(world().pool, 'ann', PASSWORD);
    expect(await ask(server, { url: '/api/v1/admin/session' })).toMatchObject({
      status: 401,
      body: { code: 'session_required' },
    });
  });

  test.each([
    ['a wrong password', 'ann', `${PASSWORD}.`],
    ['an unknown name', 'bob', PASSWORD],
    ['a name that nobody may have', "x'; drop table accounts; --\0", PASSWORD],
  ])('with %s is refused with the same message', async (_what, name, password) => {
    await addAdmin(world().pool, 'ann', PASSWORD);
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
    await addAdmin(world().pool, 'ann', PASSWORD);
    const chosen = `sagasu=${'a'.repeat(43)}`;
    await signIn(server, 'ann', PASSWORD, { headers: { 'sec-fetch-site': 'same-origin', cookie: chosen } });
    expect((await adminWith(server, 'ann', chosen).get('/session')).status).toBe(401);
  });
});

describe('the cookie', () => {
  test('is inaccessible to scripts and other sites', async () => {
    await addAdmin(world().pool, 'ann', PASSWORD);
    const { headers } = await signIn(server, 'ann', PASSWORD);
    const [session, device] = setCookies({ headers });
    expect(device).toMatch(/^sagasu-device=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(session).toMatch(/^sagasu=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  test('under https is bound to the host and to https', async () => {
    await addAdmin(world().pool, 'ann', PASSWORD);
    const config = { ...givenConfig(world()), publicUrl: 'https://archive.example.org' };
    const secure = await givenServer(world(), { config, clock: () => now });
    const answer = await signIn(secure, 'ann', PASSWORD);
    const [session, device] = setCookies(answer);
    expect(device).toMatch(
      /^__Host-sagasu-device=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(session).toMatch(/^__Host-sagasu=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    expect((await adminWith(secure, 'ann', cookieOf(answer)).get('/session')).status).toBe(200);
    const plain = cookieOf(answer).replace('__Host-', '');
    expect((await adminWith(secure, 'ann', plain).get('/session')).status).toBe(401);
    await secure.close();
  });
});

/** Simulates that much time, because PostgreSQL checks sessions by its own clock. */
const passed = async (hours: number) =>
  world().pool.query(
    'update sessions set created_at = created_at - make_interval(hours => $1), last_seen = last_seen - make_interval(hours => $1)',
    [hours],
  );

describe('a session', () => {
  test('ends 12 hours after its last request and lasts while it is used', async () => {
    const admin = await givenAdmin(world(), server);
    for (let hour = 0; hour < 33; hour += 11) {
      await passed(11);
      expect((await admin.get('/session')).status).toBe(200);
    }
    await passed(12);
    expect((await admin.get('/session')).status).toBe(401);
  });

  test('ends seven days after signing in even if it is used', async () => {
    const admin = await givenAdmin(world(), server);
    for (let hours = 6; hours < 7 * 24; hours += 6) {
      await passed(6);
      expect((await admin.get('/session')).status).toBe(200);
    }
    await passed(6);
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

  test('from before the archive had an https address ends at sign-out too, with its cookie', async () => {
    const old = await givenAdmin(world(), server, 'ann');
    const config = { ...givenConfig(world()), publicUrl: 'https://archive.example.org' };
    const secure = await givenServer(world(), { config, clock: () => now });
    const { cookie } = await givenAdmin(world(), secure, 'ann');
    const answer = await adminWith(secure, 'ann', `${cookie}; ${old.cookie}`).send('DELETE', '/session');
    const cleared = setCookies(answer);
    expect(new Set(cleared.map((each) => each.split('=')[0]))).toEqual(new Set(['__Host-sagasu', 'sagasu']));
    for (const each of cleared) expect(each).toContain('Expires=Thu, 01 Jan 1970');
    await secure.close();
    expect((await old.get('/session')).status).toBe(401);
  });

  test("ends when the account's password changes; sessions of other accounts continue", async () => {
    const ann = [await givenAdmin(world(), server, 'ann'), await givenAdmin(world(), server, 'ann')];
    const bob = await givenAdmin(world(), server, 'bob');
    expect(await changePassword(world().pool, 'ann', 'another long password')).toBe(2);
    for (const session of ann) expect((await session.get('/session')).status).toBe(401);
    expect((await bob.get('/session')).status).toBe(200);
    expect((await signIn(server, 'ann', PASSWORD)).status).toBe(401);
    expect((await signIn(server, 'ann', 'another long password')).status).toBe(200);
  });

  test('ends when the account is removed', async () => {
    const ann = await givenAdmin(world(), server, 'ann');
    await addAdmin(world().pool, 'bob', PASSWORD);
    await removeAccount(world().pool, 'ann');
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

function serviceThatWaits(wait: (ms: number) => Promise<unknown>): SignInService {
  return new SignInService({
    pool: world().pool,
    limits: new SignInLimits({ redis: REDIS_AWAY, prefix: '', clock: () => now }),
    wait,
    clock: () => now,
    party: null,
  });
}

const guess = (name: string, remoteAddress: string) => signIn(server, name, 'a wrong guess', { remoteAddress });

describe('guessing', () => {
  test('is limited to five attempts for one name from one address, even with the right password', async () => {
    await addAdmin(world().pool, 'ann', PASSWORD);
    for (let count = 0; count < 5; count++) expect((await guess('ann', '192.0.2.1')).status).toBe(401);
    const right = await signIn(server, 'ann', PASSWORD, { remoteAddress: '192.0.2.1' });
    expect(right).toMatchObject({ status: 429, body: { code: 'sign_in_limited' } });
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
    // The owner signs in with the password from another address: other people's attempts must not lock her out.
    expect((await signIn(server, 'ann', PASSWORD, { remoteAddress: '192.0.2.2' })).status).toBe(200);
  });

  test('attempts for an unknown name are limited in the same way', async () => {
    for (let count = 0; count < 5; count++) expect((await guess('nobody', '192.0.2.3')).status).toBe(401);
    expect((await guess('nobody', '192.0.2.3')).status).toBe(429);
  });

  test('concurrent attempts are counted before any of them has failed', async () => {
    await addAdmin(world().pool, 'ann', PASSWORD);
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
    await addAdmin(world().pool, 'ann', PASSWORD);
    for (let round = 0; round < 3; round++) {
      for (let count = 0; count < 4; count++) expect((await guess('ann', '192.0.2.5')).status).toBe(401);
      expect((await signIn(server, 'ann', PASSWORD, { remoteAddress: '192.0.2.5' })).status).toBe(200);
    }
  });

  test('from many addresses delays every further attempt and limits concurrent ones', async () => {
    const waits: number[] = [];
    const signIns = serviceThatWaits(async (ms) => waits.push(ms));
    const tryFrom = async (address: string, name = 'ann') =>
      signIns
        .signIn({ name, password: 'a wrong guess', address, code: null, passkey: null, device: null })
        .catch((error: RefusedError) => error.code);
    for (let count = 0; count < 14; count++) expect(await tryFrom(`198.51.100.${count}`)).toBe('sign_in_failed');
    expect(waits).toEqual([100, 200, 300]);
    const crowd = await Promise.all(
      Array.from({ length: 40 }, (_, count) => tryFrom(`203.0.113.${count}`, `somebody${count}`)),
    );
    expect(crowd.filter((code) => code === 'sign_in_failed')).toHaveLength(20);
    expect(crowd.filter((code) => code === 'sign_in_limited')).toHaveLength(20);
    later(900_001);
    waits.length = 0;
    await tryFrom('198.51.100.1');
    expect(waits).toEqual([]);
  });

  test('10,000 times in an hour from as many networks gets 20 guesses checked, and the owner can still sign in', async () => {
    await addAdmin(world().pool, 'ann', PASSWORD);
    const tries = 10_000;
    const signIns = serviceThatWaits(async () => undefined);
    const signInAs = async (password: string, address: string, device: string | null) =>
      signIns.signIn({ name: 'ann', password, address, code: null, passkey: null, device }).then(
        () => 'signed in',
        (error: RefusedError) => error.code,
      );
    const outcomes = new Map<string, number>();
    const owner: string[] = [];
    for (let count = 0; count < tries; count++) {
      const address = `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`;
      const outcome = await signInAs(`guess ${count}`, address, null);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (count % 1_000 === 999) owner.push(await signInAs(PASSWORD, '203.0.113.1', 'the browser of ann'));
      later(HOUR_MS / (tries + 1));
    }
    expect([...outcomes]).toEqual([
      ['sign_in_failed', 20],
      ['sign_in_limited', tries - 20],
    ]);
    expect(new Set(owner)).toEqual(new Set(['signed in']));
    expect(owner).toHaveLength(10);
  });

  test('with delays does not keep others from signing in, and an attempt that finds no slot is not counted', async () => {
    await addAdmin(world().pool, 'ann', PASSWORD);
    const gate = Promise.withResolvers<void>();
    let waiting = 0;
    const signIns = serviceThatWaits(async () => {
      waiting += 1;
      await gate.promise;
    });
    const wrong = async (count: number) =>
      signIns
        .signIn({
          name: `nobody${count}`,
          password: 'a wrong guess',
          address: `198.51.100.${count}`,
          code: null,
          passkey: null,
          device: null,
        })
        .catch((error: RefusedError) => error.code);
    for (let count = 0; count < 11; count++) expect(await wrong(count)).toBe('sign_in_failed');
    const delayed = Array.from({ length: 30 }, (_, count) => wrong(100 + count));
    await expect.poll(() => waiting).toBe(30);
    const ann = await signIns.signIn({
      name: 'ann',
      password: PASSWORD,
      address: '192.0.2.9',
      code: null,
      passkey: null,
      device: 'a browser',
    });
    expect(ann.name).toBe('ann');
    gate.resolve();
    const codes = await Promise.all(delayed);
    expect(codes.filter((code) => code === 'sign_in_failed')).toHaveLength(20);
    const refused = 100 + codes.indexOf('sign_in_limited');
    for (let count = 0; count < 5; count++) expect(await wrong(refused)).toBe('sign_in_failed');
    expect(await wrong(refused)).toBe('sign_in_limited');
  });

  test('for one name from many networks ends after 20 failures an hour, without locking out a browser that has signed in before', async () => {
    await addAdmin(world().pool, 'ann', PASSWORD);
    await addAdmin(world().pool, 'bob', PASSWORD);
    const cookieOfDevice = async (name: string) =>
      setCookies(await signIn(server, name, PASSWORD))[1]?.split(';')[0] ?? '';
    const [ofAnn, ofBob] = [await cookieOfDevice('ann'), await cookieOfDevice('bob')];
    for (let count = 0; count < 20; count++) expect((await guess('ann', `198.51.100.${count}`)).status).toBe(401);
    const ann = async (cookie: string, password = PASSWORD) => {
      const headers = { 'sec-fetch-site': 'same-origin', cookie };
      return (await signIn(server, 'ann', password, { headers, remoteAddress: '203.0.113.1' })).status;
    };
    expect((await guess('ann', '198.51.100.99')).status).toBe(429);
    expect(await ann('')).toBe(429);
    expect(await ann(ofBob)).toBe(429);
    expect(await ann(`${ofAnn.slice(0, -1)}${ofAnn.endsWith('A') ? 'B' : 'A'}`)).toBe(429);
    expect(await ann(ofAnn)).toBe(200);
    expect((await signIn(server, 'bob', PASSWORD, { remoteAddress: '203.0.113.1' })).status).toBe(200);
    // The browser has attempts of its own, which run out too.
    for (let count = 0; count < 10; count++) expect(await ann(ofAnn, 'a wrong guess')).toBe(401);
    expect(await ann(ofAnn)).toBe(429);
    later(HOUR_MS);
    expect((await guess('ann', '198.51.100.1')).status).toBe(401);
    expect(await ann(ofAnn)).toBe(200);
    later(180 * 24 * HOUR_MS);
    for (let count = 0; count < 20; count++) await guess('ann', `198.51.100.${count}`);
    expect(await ann(ofAnn)).toBe(429);
  });

  test('for many names from one network ends after 20 failures an hour, for that network only', async () => {
    await addAdmin(world().pool, 'ann', PASSWORD);
    for (let count = 0; count < 20; count++) expect((await guess(`name${count}`, '192.0.2.8')).status).toBe(401);
    expect((await guess('another', '192.0.2.8')).status).toBe(429);
    expect((await signIn(server, 'ann', PASSWORD, { remoteAddress: '192.0.2.8' })).status).toBe(429);
    expect((await signIn(server, 'ann', PASSWORD, { remoteAddress: '192.0.2.9' })).status).toBe(200);
  });

  test('is counted across all servers', async () => {
    const redis = createPatientRedis(world().redisUrl);
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
