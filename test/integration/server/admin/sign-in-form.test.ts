/** The form that signs in without scripts. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAdmin } from '../../../../server/admin/accounts/accounts.ts';
import { codeAt } from '../../../support/authenticator.ts';
import { useWorld } from '../../../support/world.ts';
import { givenServer, NOW, type Answer, type GivenServer } from '../given-archive.ts';
import { adminWith, ask, cookieOf, givenAdmin, PASSWORD } from './given-admin.ts';

const world = useWorld();
const MINUTE_MS = 60_000;
const BETWEEN_TESTS_MS = 48 * 60 * MINUTE_MS;
const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
let server: GivenServer;
let now = NOW;

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

afterAll(async () => server.close());

async function send(url: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const payload = new URLSearchParams(fields).toString();
  return ask(server, { method: 'POST', url, headers: { ...FORM, ...headers }, payload });
}

const signInWith = async (fields: Record<string, string>, headers = {}) => send('/_/sign-in', fields, headers);

async function sessionOf(answer: Answer): Promise<Answer> {
  return adminWith(server, 'ann', cookieOf(answer)).get('/session');
}

test('the form starts a session, and another form ends it', async () => {
  await addAdmin(world().pool, 'ann', PASSWORD);
  const page = await server.get('/_/sign-in');
  expect(page).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
  expect(String(page.body)).toContain('name="password" type="password"');
  const answer = await signInWith({ username: ' Ann', password: PASSWORD, code: '' });
  expect(answer).toMatchObject({ status: 303, headers: { location: '/admin' } });
  expect(String([answer.headers['set-cookie']].flat()[0])).toMatch(/HttpOnly; SameSite=Strict/);
  expect(await sessionOf(answer)).toMatchObject({ status: 200, body: { account: { name: 'ann' } } });
  const left = await send('/_/sign-out', {}, { cookie: cookieOf(answer) });
  expect(left).toMatchObject({ status: 303, headers: { location: '/admin' } });
  expect(await sessionOf(answer)).toMatchObject({ status: 401 });
});

test('a new session replaces that of the browser', async () => {
  await addAdmin(world().pool, 'ann', PASSWORD);
  const first = await signInWith({ username: 'ann', password: PASSWORD });
  const second = await signInWith({ username: 'ann', password: PASSWORD }, { cookie: cookieOf(first) });
  expect(await sessionOf(first)).toMatchObject({ status: 401 });
  expect(await sessionOf(second)).toMatchObject({ status: 200 });
});

test('a wrong password is refused in the reader’s language, with the name and without the password', async () => {
  await addAdmin(world().pool, 'ann', PASSWORD);
  const answer = await signInWith({ username: '"ann"', password: '<secret>' }, { 'accept-language': 'de' });
  expect(answer).toMatchObject({ status: 401 });
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(String(answer.body)).toContain('<p role="alert">Name oder Passwort ist falsch.</p>');
  expect(String(answer.body)).toContain('value="&quot;ann&quot;"');
  expect(String(answer.body)).not.toContain('secret');
});

test('spaces around a password belong to it', async () => {
  await addAdmin(world().pool, 'ann', ` ${PASSWORD} `);
  expect(await signInWith({ username: 'ann', password: PASSWORD })).toMatchObject({ status: 401 });
  expect(await signInWith({ username: 'ann', password: ` ${PASSWORD} ` })).toMatchObject({ status: 303 });
});

test('an account with an authenticator app needs its code, which works once', async () => {
  const admin = await givenAdmin(world(), server, 'ann');
  const { body } = await admin.send('POST', '/account/totp', { password: PASSWORD });
  const { secret } = body as { secret: string };
  expect(await admin.send('POST', '/account/totp/confirm', { code: codeAt(secret, now) })).toMatchObject({
    status: 200,
  });
  later(MINUTE_MS);
  const typed = { username: 'ann', password: PASSWORD };
  const without = await signInWith(typed);
  expect(without).toMatchObject({ status: 401 });
  expect(String(without.body)).toContain('Enter a code of the authenticator app, or a recovery code.');
  const code = codeAt(secret, now);
  expect(await signInWith({ ...typed, code })).toMatchObject({ status: 303 });
  expect(await signInWith({ ...typed, code })).toMatchObject({ status: 401 });
});

test('guesses are limited together with those of the API', async () => {
  await addAdmin(world().pool, 'ann', PASSWORD);
  let last: Answer | undefined;
  for (let guess = 0; guess < 30 && last?.status !== 429; guess++)
    last = await signInWith({ username: 'ann', password: 'wrong wrong wrong' });
  expect(last?.status).toBe(429);
  const viaApi = await ask(server, {
    method: 'POST',
    url: '/api/v1/admin/session',
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: { name: 'ann', password: PASSWORD },
  });
  expect(viaApi.status).toBe(429);
});

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }, { username: 'ann', password: PASSWORD }, 403],
  ['an empty form', {}, {}, 400],
  ['a password that is too long', {}, { username: 'ann', password: 'x'.repeat(1_025) }, 400],
])('refuses %s', async (_name, headers, fields, status) => {
  await addAdmin(world().pool, 'ann', PASSWORD);
  const answer = await signInWith(fields, headers);
  expect(answer.status).toBe(status);
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test('other sites cannot sign anybody out', async () => {
  await addAdmin(world().pool, 'ann', PASSWORD);
  const answer = await signInWith({ username: 'ann', password: PASSWORD });
  const headers = { cookie: cookieOf(answer), 'sec-fetch-site': 'cross-site' };
  expect(await send('/_/sign-out', {}, headers)).toMatchObject({ status: 403 });
  expect(await sessionOf(answer)).toMatchObject({ status: 200 });
});
