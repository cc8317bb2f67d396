/** The second factor of an account: set up, required at sign-in, replaced by recovery codes, and removed. */
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAdmin } from '../../../../server/admin/accounts/accounts.ts';
import { codeAt } from '../../../support/authenticator.ts';
import { useWorld } from '../../../support/world.ts';
import { givenServer, NOW, type Answer, type GivenServer } from '../given-archive.ts';
import { adminWith, cookieOf, givenAdmin, PASSWORD, signIn, type Admin } from './given-admin.ts';

const world = useWorld();
const MINUTE_MS = 60_000;
/** Longer than the server counts attempts. */
const BETWEEN_TESTS_MS = 48 * 60 * MINUTE_MS;
let server: GivenServer;
let now = NOW;
let logged: string[] = [];

const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

beforeAll(async () => {
  const log = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(chunk.toString());
      done();
    },
  });
  server = await givenServer(world(), { clock: () => now, logger: pino({ level: 'trace' }, log) });
});

beforeEach(async () => {
  later(BETWEEN_TESTS_MS);
  logged = [];
  await world().pool.query('truncate accounts cascade');
});

afterAll(async () => {
  await server.close();
});

interface Protected {
  readonly admin: Admin;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** An admin with an authenticator app. The clock is a minute after its first code. */
async function givenTotp(name = 'ann'): Promise<Protected> {
  const admin = await givenAdmin(world(), server, name);
  const begun = await admin.send('POST', '/account/totp', { password: PASSWORD });
  const { secret } = begun.body as { secret: string };
  const confirmed = await admin.send('POST', '/account/totp/confirm', { code: codeAt(secret, now) });
  expect(confirmed.status).toBe(200);
  const { recovery_codes: recoveryCodes } = confirmed.body as { recovery_codes: readonly string[] };
  later(MINUTE_MS);
  return { admin, secret, recoveryCodes };
}

const enter = async (code?: string, remoteAddress = '192.0.2.1', password = PASSWORD) =>
  signIn(server, 'ann', password, {
    remoteAddress,
    payload: { name: 'ann', password, ...(code !== undefined && { code }) },
  });
const outcome = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
/** A code that matches no step nearby. */
const wrongCode = (secret: string) =>
  ['000000', '000001', '000002', '000003'].find((code) =>
    [-30, 0, 30].every((offset) => codeAt(secret, new Date(now.getTime() + offset * 1000)) !== code),
  ) ?? '';

describe('setting it up', () => {
  test('requires the password, a secret and its first code; until then sign-ins need no code', async () => {
    const admin = await givenAdmin(world(), server, 'ann');
    expect(outcome(await admin.send('POST', '/account/totp', { password: 'not the password' }))).toEqual([
      403,
      'password_wrong',
    ]);
    expect(outcome(await admin.send('POST', '/account/totp/confirm', { code: '123456' }))).toEqual([
      409,
      'totp_not_begun',
    ]);
    const { body } = await admin.send('POST', '/account/totp', { password: PASSWORD });
    const { secret, uri } = body as { secret: string; uri: string };
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(`secret=${secret}`);
    expect((await enter()).status).toBe(200);
    expect(outcome(await admin.send('POST', '/account/totp/confirm', { code: wrongCode(secret) }))).toEqual([
      403,
      'code_wrong',
    ]);
    expect((await enter()).status).toBe(200);

    const confirmed = await admin.send('POST', '/account/totp/confirm', { code: codeAt(secret, now) });
    const { recovery_codes: codes } = confirmed.body as { recovery_codes: string[] };
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
    expect((await admin.get('/account')).body).toMatchObject({
      name: 'ann',
      totp: { enabled: true, required: false, recovery_codes: 10 },
    });
    expect(outcome(await admin.send('POST', '/account/totp', { password: PASSWORD }))).toEqual([403, 'code_required']);
  });

  test('is limited to five codes per session while a secret waits for its first code', async () => {
    const admin = await givenAdmin(world(), server, 'ann');
    const { body } = await admin.send('POST', '/account/totp', { password: PASSWORD });
    const { secret } = body as { secret: string };
    const confirm = async (code: string) => outcome(await admin.send('POST', '/account/totp/confirm', { code }));
    for (let count = 0; count < 5; count++) expect(await confirm(wrongCode(secret))).toEqual([403, 'code_wrong']);
    expect(await confirm(wrongCode(secret))).toEqual([429, 'sign_in_limited']);
    expect(await confirm(codeAt(secret, now))).toEqual([429, 'sign_in_limited']);
    later(15 * MINUTE_MS);
    expect((await confirm(codeAt(secret, now)))[0]).toBe(200);
  });

  test('ends the other sessions, which were opened without a code', async () => {
    const other = await givenAdmin(world(), server, 'ann');
    const { admin } = await givenTotp();
    expect((await other.get('/session')).status).toBe(401);
    expect((await admin.get('/session')).status).toBe(200);
  });

  test('shows the secret and the codes once: later answers, log lines and text columns do not have them', async () => {
    const { admin, secret, recoveryCodes } = await givenTotp();
    const answers = [
      await admin.get('/account'),
      await admin.get('/session'),
      await enter(),
      await enter(codeAt(secret, now)),
      await enter(recoveryCodes[0]),
      await admin.send('POST', '/account/totp', { password: PASSWORD, code: recoveryCodes[1] }),
    ];
    const { rows } = await world().pool.query<{ text: string }>(
      `select string_agg(r.text, ' ') as text from (select c::text as text from recovery_codes c
         union all select s::text from sessions s) r`,
    );
    expect(logged.length).toBeGreaterThan(answers.length);
    const texts = [...logged, ...answers.map(({ body }) => JSON.stringify(body)), rows[0]?.text ?? ''];
    for (const hidden of [secret, ...recoveryCodes, PASSWORD]) {
      for (const text of texts) expect(text).not.toContain(hidden);
    }
  });
});

describe('signing in', () => {
  test('requires a code only after the right password', async () => {
    const { secret } = await givenTotp();
    expect(await enter()).toMatchObject({ status: 401, body: { code: 'code_required' } });
    expect((await enter()).headers).not.toHaveProperty('set-cookie');
    const code = codeAt(secret, now);
    expect(outcome(await enter(code, '192.0.2.1', 'not the password'))).toEqual([401, 'sign_in_failed']);
    expect(outcome(await enter(undefined, '192.0.2.1', 'not the password'))).toEqual([401, 'sign_in_failed']);
    const answer = await enter(` ${code.slice(0, 3)} ${code.slice(3)}`);
    expect(answer.status).toBe(200);
    expect((await adminWith(server, 'ann', cookieOf(answer)).get('/boards')).status).toBe(200);
  });

  test('with an unknown name has the same answer as a wrong password, regardless of the code', async () => {
    await givenTotp();
    const asked = { name: 'nobody', password: PASSWORD, code: '123456' };
    const unknown = await signIn(server, 'nobody', PASSWORD, { payload: asked });
    const wrong = await enter('123456', '192.0.2.1', 'not the password');
    const { request_id: one, ...unknownBody } = unknown.body as Record<string, unknown>;
    const { request_id: other, ...wrongBody } = wrong.body as Record<string, unknown>;
    expect([unknown.status, unknownBody]).toEqual([wrong.status, wrongBody]);
    expect(one).not.toBe(other);
  });

  test('accepts a code once, even in concurrent requests, and rejects older codes', async () => {
    const { secret } = await givenTotp();
    const [older, code] = [codeAt(secret, new Date(now.getTime() - 30_000)), codeAt(secret, now)];
    const answers = await Promise.all(['192.0.2.1', '192.0.2.2', '192.0.2.3'].map(async (from) => enter(code, from)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401, 401]);
    expect(outcome(await enter(code))).toEqual([401, 'code_wrong']);
    expect(outcome(await enter(older))).toEqual([401, 'code_wrong']);
    later(30_000);
    expect((await enter(codeAt(secret, now))).status).toBe(200);
  });

  test('accepts a recovery code once, in any spelling', async () => {
    const { admin, recoveryCodes } = await givenTotp();
    const [first = '', second = ''] = recoveryCodes;
    const answers = await Promise.all(['192.0.2.1', '192.0.2.2'].map(async (from) => enter(first, from)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401]);
    expect((await enter(second.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await admin.get('/account')).body).toMatchObject({ totp: { recovery_codes: 8 } });
  });

  test('rejects the recovery code of another account', async () => {
    const other = await givenTotp('bob');
    await givenTotp();
    expect(outcome(await enter(other.recoveryCodes[0]))).toEqual([401, 'code_wrong']);
  });

  test('counts wrong codes like wrong passwords, and the right password alone does not reset the count', async () => {
    const { secret } = await givenTotp();
    for (let count = 0; count < 5; count++) {
      expect(outcome(await enter())).toEqual([401, 'code_required']);
      expect(outcome(await enter(wrongCode(secret)))).toEqual([401, 'code_wrong']);
    }
    expect((await enter(codeAt(secret, now))).status).toBe(429);
  });

  test('allows 20 guesses of a code per hour over all networks', async () => {
    const { secret } = await givenTotp();
    const wrong = wrongCode(secret);
    const statuses = [];
    for (let network = 1; network <= 25; network++) statuses.push((await enter(wrong, `198.51.100.${network}`)).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.slice(20)).toEqual([429, 429, 429, 429, 429]);
  });
});

describe('a change of the own account', () => {
  test('requires the password and a code, and guesses of either are limited', async () => {
    const { admin, secret } = await givenTotp();
    for (const [body, code] of [
      [{ password: PASSWORD }, 'code_required'],
      [{ password: 'not the password', code: codeAt(secret, now) }, 'password_wrong'],
      [{ password: PASSWORD, code: wrongCode(secret) }, 'code_wrong'],
    ] as const) {
      expect(outcome(await admin.send('POST', '/account/totp/remove', body))).toEqual([403, code]);
    }
    for (let count = 0; count < 5; count++) {
      await admin.send('POST', '/account/totp/remove', { password: 'not the password' });
    }
    const limited = await admin.send('POST', '/account/totp/remove', { password: PASSWORD, code: codeAt(secret, now) });
    expect(limited.status).toBe(429);
    expect((await admin.get('/session')).status).toBe(200);
  });

  test('removes the authenticator app with its recovery codes', async () => {
    const { admin, secret, recoveryCodes } = await givenTotp();
    const removed = await admin.send('POST', '/account/totp/remove', { password: PASSWORD, code: codeAt(secret, now) });
    expect(removed.status).toBe(204);
    expect((await enter()).status).toBe(200);
    const { rows } = await world().pool.query(
      `select totp_secret, totp_step, (select count(*)::int from recovery_codes) as codes from accounts`,
    );
    expect(rows).toEqual([{ totp_secret: null, totp_step: null, codes: 0 }]);
    expect(recoveryCodes).toHaveLength(10);
    for (const path of ['/account/totp/remove', '/account/recovery-codes']) {
      expect(outcome(await admin.send('POST', path, { password: PASSWORD }))).toEqual([409, 'totp_off']);
    }
  });

  test('replaces the recovery codes and voids the old ones', async () => {
    const { admin, secret, recoveryCodes } = await givenTotp();
    const body = { password: PASSWORD, code: codeAt(secret, now) };
    const { body: answer } = await admin.send('POST', '/account/recovery-codes', body);
    const { recovery_codes: renewed } = answer as { recovery_codes: string[] };
    expect(renewed).toHaveLength(10);
    expect(outcome(await enter(recoveryCodes[0]))).toEqual([401, 'code_wrong']);
    expect((await enter(renewed[0])).status).toBe(200);
  });

  test('of the password ends the other sessions and keeps the current one', async () => {
    const [ann, other] = [await givenAdmin(world(), server, 'ann'), await givenAdmin(world(), server, 'ann')];
    const short = { password: PASSWORD, new_password: 'too short' };
    expect((await ann.send('POST', '/account/password', short)).status).toBe(400);
    const change = { password: PASSWORD, new_password: 'another long password' };
    expect((await ann.send('POST', '/account/password', change)).status).toBe(204);
    expect((await ann.get('/session')).status).toBe(200);
    expect((await other.get('/session')).status).toBe(401);
    expect((await enter()).status).toBe(401);
    expect((await enter(undefined, '192.0.2.1', 'another long password')).status).toBe(200);
  });
});

test('an account that must have a second factor can do nothing else before setting it up', async () => {
  await addAdmin(world().pool, 'ann', PASSWORD);
  await world().pool.query('update accounts set totp_required = true');
  const ann = await givenAdmin(world(), server, 'ann');
  expect((await ann.get('/session')).body).toEqual({
    account: { name: 'ann', must_set_up_totp: true, roles: [{ role: 'admin', board: null }] },
  });
  for (const path of ['/boards', '/tasks', '/identities', '/quarantine']) {
    expect(outcome(await ann.get(path))).toEqual([403, 'totp_required']);
  }
  const { body } = await ann.send('POST', '/account/totp', { password: PASSWORD });
  const code = codeAt((body as { secret: string }).secret, now);
  expect((await ann.send('POST', '/account/totp/confirm', { code })).status).toBe(200);
  expect((await ann.get('/boards')).status).toBe(200);
});
