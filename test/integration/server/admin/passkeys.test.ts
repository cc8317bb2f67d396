/** Passkeys as a second factor: added, required at sign-in, replaced by recovery codes, and removed; and what their answers may not do. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SoftPasskey } from '../../../support/passkey.ts';
import { useWorld } from '../../../support/world.ts';
import { sagasu } from '../../cli/harness.ts';
import { givenConfig, givenServer, NOW, type Answer, type GivenServer } from '../given-archive.ts';
import { ask, cookieOf, givenAdmin, PASSWORD, signIn, type Admin } from './given-admin.ts';

const ORIGIN = 'https://archive.example';
const OWN = { 'sec-fetch-site': 'same-origin' };

const world = useWorld();
let server: GivenServer;
let now = NOW;

beforeAll(async () => {
  server = await givenServer(world(), { clock: () => now, config: { ...givenConfig(world()), publicUrl: ORIGIN } });
});

beforeEach(async () => {
  // Longer than the server counts attempts.
  now = new Date(now.getTime() + 48 * 3_600_000);
  await world().pool.query('truncate accounts cascade');
});

afterAll(async () => server.close());

const outcome = ({ status, body }: Answer) => [status, (body as { code?: string } | null)?.code];
const challengeIn = ({ body }: Answer) => (body as { options: { challenge: string } }).options.challenge;

interface Added {
  readonly admin: Admin;
  readonly passkey: SoftPasskey;
  readonly recoveryCodes: readonly string[];
}

async function addPasskey(admin: Admin, passkey: SoftPasskey, more: object = {}): Promise<Answer> {
  const begun = await admin.send('POST', '/account/passkeys/begin', { password: PASSWORD, ...more });
  if (begun.status !== 200) return begun;
  const signed = { challenge: challengeIn(begun), origin: ORIGIN };
  return admin.send('POST', '/account/passkeys', passkey.create('Phone', signed));
}

async function givenPasskey(): Promise<Added> {
  const admin = await givenAdmin(world(), server, 'ann');
  const passkey = new SoftPasskey();
  const added = await addPasskey(admin, passkey);
  expect(added.status, JSON.stringify(added.body)).toBe(200);
  return { admin, passkey, recoveryCodes: (added.body as { recovery_codes: string[] }).recovery_codes };
}

/** Asks for a challenge as a browser that signs in. */
async function begin(password = PASSWORD): Promise<{ answer: Answer; challenge: string; cookie: string }> {
  const payload = { name: 'ann', password };
  const answer = await ask(server, { method: 'POST', url: '/api/v1/admin/session/passkey', headers: OWN, payload });
  return { answer, challenge: answer.status === 200 ? challengeIn(answer) : '', cookie: cookieOf(answer) };
}

const enter = async (more: object, cookie = '') =>
  signIn(server, 'ann', PASSWORD, {
    headers: { ...OWN, cookie },
    payload: { name: 'ann', password: PASSWORD, ...more },
  });

test('a passkey is added with the password, signs in after it, and is listed by its name', async () => {
  const other = await givenAdmin(world(), server, 'ann');
  const { admin, passkey, recoveryCodes } = await givenPasskey();
  expect(recoveryCodes).toHaveLength(10);
  // It was opened without a second factor.
  expect((await other.get('/session')).status).toBe(401);
  expect((await admin.get('/account')).body).toMatchObject({
    totp: { enabled: false, recovery_codes: 10 },
    passkeys: [{ name: 'Phone', last_used_at: null }],
    passkeys_possible: true,
  });

  expect(outcome(await enter({}))).toEqual([401, 'passkey_required']);
  expect(outcome((await begin('not the password')).answer)).toEqual([401, 'sign_in_failed']);
  const { answer, challenge, cookie } = await begin();
  expect(answer.body).toMatchObject({
    options: {
      rpId: 'archive.example',
      userVerification: 'preferred',
      allowCredentials: [{ id: passkey.id.toString('base64url') }],
    },
  });
  expect(answer.headers['set-cookie']).toMatch(
    /^__Host-sagasu-challenge=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  const entered = await enter({ passkey: passkey.sign({ challenge, origin: ORIGIN }) }, cookie);
  expect(entered.status, JSON.stringify(entered.body)).toBe(200);
  const { rows } = await world().pool.query(`select counter::int, last_used_at is not null as used from passkeys`);
  expect(rows).toEqual([{ counter: 1, used: true }]);
  const log = await world().pool.query(`select actor, action, target from audit_log where action like 'passkeys.%'`);
  expect(log.rows).toEqual([
    { actor: 'ann', action: 'passkeys.insert', target: { name: 'Phone', account_id: expect.any(Number) } },
  ]);
});

test('each challenge is accepted once, and only in the browser that got it', async () => {
  const { passkey } = await givenPasskey();
  const { challenge, cookie } = await begin();
  const proof = { passkey: passkey.sign({ challenge, origin: ORIGIN }) };
  expect(outcome(await enter(proof))).toEqual([401, 'passkey_wrong']);
  const elsewhere = await begin();
  expect(outcome(await enter(proof, elsewhere.cookie))).toEqual([401, 'passkey_wrong']);
  expect((await enter(proof, cookie)).status).toBe(200);
  expect(outcome(await enter(proof, cookie))).toEqual([401, 'passkey_wrong']);
});

test('a challenge ends after five minutes', async () => {
  const { passkey } = await givenPasskey();
  const { challenge, cookie } = await begin();
  const { rows } = await world().pool.query(
    `update passkey_challenges set expires_at = expires_at - interval '5 minutes' returning expires_at <= now() as ended`,
  );
  expect(rows).toEqual([{ ended: true }]);
  const proof = { passkey: passkey.sign({ challenge, origin: ORIGIN }) };
  expect(outcome(await enter(proof, cookie))).toEqual([401, 'passkey_wrong']);
});

test.each([
  ['another origin', { origin: 'https://archive.example.evil.test', host: 'archive.example' }],
  ['another host', { host: 'evil.test' }],
  ['another challenge', { challenge: 'A'.repeat(43) }],
  ['a count of signatures that did not rise', { counter: 1 }],
])('a signature for %s is refused', async (_what, lie) => {
  const { passkey } = await givenPasskey();
  const first = await begin();
  const right = passkey.sign({ challenge: first.challenge, origin: ORIGIN });
  expect((await enter({ passkey: right }, first.cookie)).status).toBe(200);
  const { challenge, cookie } = await begin();
  const proof = passkey.sign({ challenge, origin: ORIGIN, ...lie });
  expect(outcome(await enter({ passkey: proof }, cookie))).toEqual([401, 'passkey_wrong']);
});

test('the passkey of another account, and another key under the same id, are refused', async () => {
  const { passkey } = await givenPasskey();
  const bob = await givenAdmin(world(), server, 'bob');
  const ofBob = new SoftPasskey();
  expect((await addPasskey(bob, ofBob)).status).toBe(200);
  const thief = Object.assign(new SoftPasskey(), { id: passkey.id });
  for (const wrong of [ofBob, thief]) {
    const { challenge, cookie } = await begin();
    const proof = wrong.sign({ challenge, origin: ORIGIN });
    expect(outcome(await enter({ passkey: proof }, cookie))).toEqual([401, 'passkey_wrong']);
  }
});

test('wrong signatures count as guesses, and challenges do not reset the count', async () => {
  const { passkey } = await givenPasskey();
  for (let count = 0; count < 5; count++) {
    const { challenge, cookie } = await begin();
    const proof = passkey.sign({ challenge, origin: 'https://evil.test' });
    expect(outcome(await enter({ passkey: proof }, cookie))).toEqual([401, 'passkey_wrong']);
  }
  expect(outcome((await begin()).answer)).toEqual([429, 'sign_in_limited']);
});

test('a new passkey needs an answer to its own challenge, in the session that asked', async () => {
  const admin = await givenAdmin(world(), server, 'ann');
  const passkey = new SoftPasskey();
  const add = async (as: Admin, signed: { challenge: string; origin: string }) =>
    outcome(await as.send('POST', '/account/passkeys', passkey.create('Phone', signed)));
  expect(await add(admin, { challenge: 'A'.repeat(43), origin: ORIGIN })).toEqual([409, 'passkey_not_begun']);
  const begun = async () => challengeIn(await admin.send('POST', '/account/passkeys/begin', { password: PASSWORD }));
  const challenge = await begun();
  const other = await givenAdmin(world(), server, 'ann');
  expect(await add(other, { challenge, origin: ORIGIN })).toEqual([409, 'passkey_not_begun']);
  expect(await add(admin, { challenge, origin: 'https://evil.test' })).toEqual([403, 'passkey_refused']);
  // The refused answer has used it up.
  expect(await add(admin, { challenge, origin: ORIGIN })).toEqual([409, 'passkey_not_begun']);
  expect(await add(admin, { challenge: await begun(), origin: ORIGIN })).toEqual([200, undefined]);
  expect(outcome(await addPasskey(admin, new SoftPasskey()))).toEqual([403, 'passkey_required']);
});

test('a passkey confirms changes of the account; recovery codes replace it and go with the last one', async () => {
  const { admin, passkey, recoveryCodes } = await givenPasskey();
  const proof = async () => {
    const asked = await admin.send('POST', '/account/passkeys/challenge');
    return { passkey: passkey.sign({ challenge: challengeIn(asked), origin: ORIGIN }) };
  };
  const second = new SoftPasskey();
  expect(await addPasskey(admin, second, await proof())).toMatchObject({ status: 200, body: { recovery_codes: null } });
  expect(outcome(await addPasskey(admin, second, await proof()))).toEqual([409, 'passkey_known']);
  expect((await enter({ code: recoveryCodes[0] })).status).toBe(200);
  expect(outcome(await enter({ code: recoveryCodes[0] }))).toEqual([401, 'code_wrong']);
  // Without an app no code of six digits is right.
  expect(outcome(await enter({ code: '123456' }))).toEqual([401, 'code_wrong']);

  const remove = async (id: string, more: object) =>
    outcome(await admin.send('POST', '/account/passkeys/remove', { password: PASSWORD, id, ...more }));
  const [one, other] = [passkey, second].map(({ id }) => id.toString('base64url'));
  expect(await remove(other ?? '', {})).toEqual([403, 'passkey_required']);
  expect(await remove('AAAA', await proof())).toEqual([404, 'passkey_unknown']);
  expect(await remove(other ?? '', await proof())).toEqual([204, undefined]);
  expect(await remove(one ?? '', { code: recoveryCodes[1] })).toEqual([204, undefined]);
  expect((await world().pool.query('select from recovery_codes')).rowCount).toBe(0);
  expect((await enter({})).status).toBe(200);
});

test('a required second factor can be a passkey', async () => {
  const admin = await givenAdmin(world(), server, 'ann');
  await world().pool.query('update accounts set totp_required = true');
  expect(outcome(await admin.get('/boards'))).toEqual([403, 'totp_required']);
  expect((await addPasskey(admin, new SoftPasskey())).status).toBe(200);
  expect((await admin.get('/boards')).status).toBe(200);
  expect((await admin.get('/accounts')).body).toMatchObject({ accounts: [{ name: 'ann', totp: true }] });
});

test('the command for a lost second factor removes passkeys too', async () => {
  await givenPasskey();
  await sagasu(world(), 'account', 'totp', 'ann', '--remove');
  expect((await world().pool.query('select from passkeys')).rowCount).toBe(0);
  expect((await enter({})).status).toBe(200);
});

test('without a public address under https the archive offers no passkeys', async () => {
  const plain = await givenServer(world(), { clock: () => now });
  try {
    const admin = await givenAdmin(world(), plain, 'ann');
    expect((await admin.get('/account')).body).toMatchObject({ passkeys_possible: false });
    expect(outcome(await admin.send('POST', '/account/passkeys/begin', { password: PASSWORD }))).toEqual([
      409,
      'passkeys_off',
    ]);
  } finally {
    await plain.close();
  }
});
