/** Invitations, and admins' changes of other accounts. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { insertBoard } from '../../../support/builders.ts';
import { useWorld } from '../../../support/world.ts';
import { givenServer, type Answer, type GivenServer } from '../given-archive.ts';
import { adminWith, ask, cookieOf, givenAdmin, PASSWORD, signIn, type Admin } from './given-admin.ts';

const world = useWorld();
let server: GivenServer;
let root: Admin;
let now: Date;
let board: string;

beforeEach(async () => {
  // PostgreSQL checks sessions by its own clock.
  now = new Date();
  await world().pool.query('truncate accounts cascade');
  board = `b${Math.random().toString(36).slice(2, 10)}`;
  await insertBoard(world().pool, board);
  server = await givenServer(world(), { clock: () => now });
  root = await givenAdmin(world(), server);
});

afterEach(async () => {
  await server.close();
});

const outcome = ({ status, body }: Answer) => [status, (body as { code?: string } | null)?.code];

async function invited(name = 'ann', more: object = {}): Promise<string> {
  const roles = [{ role: 'moderator', board }];
  const answer = await root.send('POST', '/accounts', { name, roles, ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { path } = answer.body as { path: string };
  expect(path).toMatch(/^\/admin\/invitation#[\w-]{43}$/);
  return path.split('#')[1] ?? '';
}

const accept = async (token: string, password = PASSWORD) =>
  ask(server, {
    method: 'POST',
    url: '/api/v1/admin/invitation',
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: { token, password },
  });

const change = async (name: string, to: object) => root.send('PATCH', `/accounts/${name}`, to);

async function accountNamed(name: string): Promise<unknown> {
  const { accounts } = (await root.get('/accounts')).body as { accounts: { name: string }[] };
  return accounts.find((account) => account.name === name);
}

describe('an invitation', () => {
  test('lets the invited person choose the password, once', async () => {
    const token = await invited();
    expect(await accountNamed('ann')).toMatchObject({ state: 'invited', roles: [{ role: 'moderator', board }] });
    expect(outcome(await signIn(server, 'ann', ''))).toEqual([400, 'request_invalid']);
    expect(outcome(await signIn(server, 'ann', PASSWORD))).toEqual([401, 'sign_in_failed']);
    expect(outcome(await accept(token, 'too short'))).toEqual([400, 'request_invalid']);
    const answers = await Promise.all([accept(token), accept(token), accept(token)]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404, 404]);
    expect(answers.find(({ status }) => status === 200)?.body).toEqual({ name: 'ann' });
    const ann = adminWith(server, 'ann', cookieOf(await signIn(server, 'ann', PASSWORD)));
    expect((await ann.get('/boards')).status).toBe(200);
    expect(outcome(await ann.get('/accounts'))).toEqual([403, 'role_required']);
    expect(await accountNamed('ann')).toMatchObject({ state: 'enabled' });
  });

  test('expires after three days', async () => {
    const token = await invited();
    // PostgreSQL judges invitations by its own clock.
    await world().pool.query(`update invitations set expires_at = expires_at - interval '3 days'`);
    expect(outcome(await accept(token))).toEqual([404, 'invitation_unknown']);
  });

  test('is void after a new invitation of the account, or once it is disabled or removed', async () => {
    const first = await invited();
    const second = await invited();
    expect(outcome(await accept(first))).toEqual([404, 'invitation_unknown']);
    expect((await change('ann', { disabled: true })).status).toBe(204);
    expect(outcome(await accept(second))).toEqual([404, 'invitation_unknown']);
    const third = await invited('bob');
    expect((await root.send('DELETE', '/accounts/bob')).status).toBe(204);
    expect(outcome(await accept(third))).toEqual([404, 'invitation_unknown']);
    for (const token of ['', 'x', 'a'.repeat(43), "' or 1=1 --"]) {
      expect(outcome(await accept(token))).toEqual([404, 'invitation_unknown']);
    }
  });

  test('is stored as a hash, and the problem states what is wrong', async () => {
    const token = await invited();
    const { rows } = await world().pool.query<{ text: string }>('select i::text as text from invitations i');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    const roles = [{ role: 'janitor', board: null }];
    const invite = async (body: object) => outcome(await root.send('POST', '/accounts', { name: 'x', roles, ...body }));
    expect(await invite({ name: 'root' })).toEqual([409, 'account_exists']);
    expect(await invite({ name: 'A B' })).toEqual([400, 'name_invalid']);
    expect(await invite({ roles: [{ role: 'janitor', board: 'nowhere' }] })).toEqual([404, 'board_unknown']);
    expect(await invite({ roles: [{ role: 'king', board: null }] })).toEqual([400, 'request_invalid']);
    expect(await accountNamed('x')).toBeUndefined();
  });

  test('may require a second factor, without which other actions are refused', async () => {
    await accept(await invited('ann', { totp_required: true }));
    const ann = adminWith(server, 'ann', cookieOf(await signIn(server, 'ann', PASSWORD)));
    expect(outcome(await ann.get('/boards'))).toEqual([403, 'totp_required']);
    expect((await ann.get('/account')).status).toBe(200);
    expect((await change('ann', { totp_required: false })).status).toBe(204);
    expect((await ann.get('/boards')).status).toBe(200);
  });
});

test('an admin’s changes of accounts are in the audit log under the admin’s name', async () => {
  await invited('seen');
  await change('seen', { disabled: true });
  await root.send('DELETE', '/accounts/seen');
  const { rows } = await world().pool.query<{ actor: string; action: string }>(
    `select distinct actor, action from audit_log where session is not null and at >= $1 order by action`,
    [now],
  );
  expect(rows).toEqual(
    [
      'account_roles.delete',
      'account_roles.insert',
      'accounts.delete',
      'accounts.insert',
      'accounts.update',
      'invitations.delete',
      'invitations.insert',
    ].map((action) => ({ actor: root.name, action })),
  );
});

describe('an account', () => {
  test('has no session and cannot sign in while disabled', async () => {
    const ann = await givenAdmin(world(), server, 'ann');
    expect((await change('ann', { disabled: true })).status).toBe(204);
    expect((await ann.get('/session')).status).toBe(401);
    expect(outcome(await signIn(server, 'ann', PASSWORD))).toEqual([401, 'sign_in_failed']);
    expect(await accountNamed('ann')).toMatchObject({ state: 'disabled' });
    expect((await change('ann', { disabled: false })).status).toBe(204);
    expect((await ann.get('/session')).status).toBe(401);
    expect((await signIn(server, 'ann', PASSWORD)).status).toBe(200);
  });

  test('gets other roles immediately', async () => {
    const ann = await givenAdmin(world(), server, 'ann');
    expect((await ann.get('/tasks')).status).toBe(200);
    const roles = [{ role: 'janitor', board: null }];
    expect((await change('ann', { roles })).status).toBe(204);
    expect((await ann.get('/session')).body).toMatchObject({ account: { roles } });
    expect(outcome(await ann.get('/tasks'))).toEqual([403, 'role_required']);
    expect((await change('ann', { roles: [] })).status).toBe(204);
    expect(outcome(await ann.get('/boards'))).toEqual([403, 'role_required']);
  });

  test('cannot be disabled, demoted or removed as the last enabled admin of all boards', async () => {
    await invited('ann', { roles: [{ role: 'admin', board: null }] });
    for (const to of [{ disabled: true }, { roles: [] }, { roles: [{ role: 'admin', board }] }]) {
      expect(outcome(await change('root', to))).toEqual([409, 'admin_last']);
    }
    expect(outcome(await root.send('DELETE', '/accounts/root'))).toEqual([409, 'admin_last']);
    expect((await root.get('/tasks')).status).toBe(200);
    await givenAdmin(world(), server, 'bob');
    expect((await root.send('DELETE', '/accounts/root')).status).toBe(204);
    expect((await root.get('/session')).status).toBe(401);
  });

  test('is changed as a whole or not at all', async () => {
    await givenAdmin(world(), server, 'ann');
    const roles = [{ role: 'janitor', board: 'nowhere' }];
    expect(outcome(await change('ann', { disabled: true, roles }))).toEqual([404, 'board_unknown']);
    expect(await accountNamed('ann')).toMatchObject({ state: 'enabled', roles: [{ role: 'admin', board: null }] });
    expect(outcome(await change('nobody', { disabled: true }))).toEqual([404, 'account_unknown']);
    expect(outcome(await root.send('DELETE', '/accounts/nobody'))).toEqual([404, 'account_unknown']);
  });
});

test('a program’s key has the rights of its roles, is named in the audit log, and becomes void immediately', async () => {
  const roles = [{ role: 'admin', board: null }];
  const added = await root.send('POST', '/keys', { name: 'sweeper', roles, days: 1 });
  expect(added.status).toBe(201);
  const { key } = added.body as { key: string };
  expect(outcome(await root.send('POST', '/keys', { name: 'sweeper', roles: [] }))).toEqual([409, 'key_exists']);
  const nowhere = { name: 'other', roles: [{ role: 'admin', board: 'nowhere' }] };
  expect(outcome(await root.send('POST', '/keys', nowhere))).toEqual([404, 'board_unknown']);
  expect((await root.get('/keys')).body).toMatchObject({ keys: [{ name: 'sweeper', scopes: ['read'], roles }] });

  const headers = { authorization: `Bearer ${key}` };
  const payload = { name: 'by-key', roles: [] };
  const inviting = async () => ask(server, { method: 'POST', url: '/api/v1/admin/accounts', headers, payload });
  expect((await inviting()).status).toBe(201);
  const { rows } = await world().pool.query(
    `select actor, session from audit_log where action = 'accounts.insert' order by id desc limit 1`,
  );
  expect(rows).toEqual([{ actor: 'key:sweeper', session: null }]);
  expect(outcome(await ask(server, { url: '/api/v1/admin/account', headers }))).toEqual([401, 'session_required']);

  // The server caches keys for two seconds, PostgreSQL does not.
  await world().pool.query(`update api_keys set expires_at = now() - interval '1 minute'`);
  expect(outcome(await inviting())).toEqual([401, 'session_required']);
  expect((await root.send('DELETE', '/keys/sweeper')).status).toBe(204);
  expect(outcome(await root.send('DELETE', '/keys/sweeper'))).toEqual([404, 'key_unknown']);
});
