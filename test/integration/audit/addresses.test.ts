/** Addresses of staff actions: stored besides the audit log, for admins, until they expire or a purge removes them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditAddresses, AuditEntry, AuditList } from '../../../mappings/contract/audit.ts';
import { createPostgresPool, inTransaction } from '../../../platform/postgres.ts';
import { addKey } from '../../../server/admin/api-keys.ts';
import { verifyAudit } from '../../../server/audit/verify.ts';
import { aPost, insertBoard, writePosts } from '../../support/builders.ts';
import { loginUrl } from '../../support/logins.ts';
import { useWorld } from '../../support/world.ts';
import { sagasu } from '../cli/harness.ts';
import { givenServer, type GivenServer } from '../server/given-archive.ts';
import { ask, givenAdmin, PASSWORD, type Admin } from '../server/admin/given-admin.ts';
import { own } from '../server/admin/given-senders.ts';

const world = useWorld();
const [ADA, MO, KEY] = ['198.51.100.7', '2001:db8::9', '203.0.113.5'];
let server: GivenServer;
let ada: Admin;
let mo: Admin;
let key: string;

async function asMember(name: string, role: string, board: string | null): Promise<Admin> {
  const member = await givenAdmin(world(), server, name);
  await world().pool.query(
    `update account_roles set role = $2, board_id = (select id from boards where name = $3)
      where account_id = (select id from accounts where name = $1)`,
    [name, role, board],
  );
  return member;
}

beforeAll(async () => {
  const board = await insertBoard(world().pool, 'g');
  await writePosts(
    world().pool,
    board,
    [10, 11, 12, 13].map((num) => aPost({ num, thread: 10 })),
  );
  server = await givenServer(world(), { clock: () => new Date() });
  ada = await givenAdmin(world(), server, 'ada');
  mo = await asMember('mo', 'moderator', null);
  const roles = [{ role: 'moderator', board: null }] as const;
  key = await addKey(world().pool, { name: 'bot', scopes: ['read'], perMinute: null, expiresAt: null, roles });
});
afterAll(async () => server.close());

const send = async (headers: object, remoteAddress: string, path: string, payload: object = {}) =>
  ask(server, {
    method: 'POST',
    url: `/api/v1/admin${path}`,
    headers: { ...own, ...headers },
    remoteAddress,
    payload,
  });
const act = async (headers: object, address: string, num: number, action = 'hide') =>
  send(headers, address, '/posts', { action, board: 'g', num });

async function entries(of: Admin, query = 'limit=500'): Promise<readonly AuditEntry[]> {
  const { status, body } = await of.get(`/audit?${query}`);
  expect(status).toBe(200);
  return (body as AuditList).entries;
}
const newest = async (action: string): Promise<AuditEntry> => {
  const [entry] = await entries(ada, `action=${action}&limit=1`);
  if (entry === undefined) throw new Error(`there is no ${action}`);
  return entry;
};
const addressOf = async (of: Admin, id: number) => of.send('POST', '/audit/addresses', { ids: [id] });
const verify = async () => inTransaction(world().pool, (client) => verifyAudit(client, null), 'repeatable read');

test.each([
  ['a session', () => ({ cookie: mo.cookie }), MO, 'mo', MO],
  ['a session, over IPv4 in IPv6 form', () => ({ cookie: mo.cookie }), `::ffff:${ADA}`, 'mo', ADA],
  ['a key', () => ({ authorization: `Bearer ${key}` }), KEY, 'key:bot', KEY],
])('an action of %s is stored with its address outside the log', async (_of, headers, from, actor, kept) => {
  await act(headers(), from, 11, 'show');
  expect((await act(headers(), from, 11)).status).toBe(200);
  const entry = await newest('posts.hide');
  expect(entry).toMatchObject({ actor, has_address: true });
  expect((await addressOf(ada, entry.id)).body as AuditAddresses).toEqual({
    addresses: [{ id: entry.id, address: kept }],
  });
  const { rows } = await world().pool.query<{ log: string }>(
    `select coalesce(string_agg(l::text || coalesce(d::text, ''), ''), '') as log
       from audit_log l left join audit_details d on d.audit_id = l.id`,
  );
  for (const address of [ADA, MO, KEY]) expect(rows[0]?.log).not.toContain(address);
  expect(await verify()).toMatchObject({ brokenAt: null, changedDetails: [] });
});

test('each view of an address is an entry of the log, with the viewer’s address', async () => {
  const { id } = await newest('posts.hide');
  await send({ cookie: ada.cookie }, ADA, '/audit/addresses', { ids: [id] });
  const look = await newest('addresses.look');
  expect(look).toMatchObject({ actor: 'ada', target: { audit_ids: [id] }, has_address: true });
  expect((await addressOf(ada, look.id)).body).toEqual({ addresses: [{ id: look.id, address: ADA }] });
});

describe('other roles cannot read an address', () => {
  test.each(['janitor', 'moderator', 'admin of /g/'])('%s', async (role) => {
    const name = role.slice(0, 3);
    const member = await asMember(name, role.split(' ')[0] ?? '', role.endsWith('/') ? 'g' : null);
    const { id } = await newest('posts.hide');
    expect(await addressOf(member, id)).toMatchObject({ status: 403, body: { code: 'role_required' } });
    if (role === 'janitor') return;
    expect((await entries(member)).some((entry) => 'has_address' in entry)).toBe(false);
  });

  test.each(['server', 'scraper', 'indexer'] as const)('with SQL as the %s', async (name) => {
    const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, name), maxConnections: 1 });
    await expect(pool.query('select address from audit_addresses')).rejects.toThrow('permission denied');
    await expect(pool.query(`select look_at_audit_addresses('{1}')`)).rejects.toThrow(/permission denied|only admins/);
    await pool.end();
  });
});

test('accepting an invitation is recorded with the account’s name and address, not the server’s', async () => {
  const { body } = await ada.send('POST', '/accounts', { name: 'newcomer', roles: [{ role: 'janitor', board: 'g' }] });
  const [, token = ''] = (body as { path: string }).path.split('#');
  expect((await send({}, KEY, '/invitation', { token, password: PASSWORD })).status).toBe(200);
  const accepted = await entries(ada, 'actor=newcomer');
  expect(accepted.map(({ action, target }) => [action, target])).toEqual([
    ['invitations.delete', { account_id: expect.any(Number) as number }],
    ['accounts.update', { id: expect.any(Number) as number, columns: ['password_hash'] }],
  ]);
  const id = accepted[0]?.id ?? 0;
  expect((await addressOf(ada, id)).body).toEqual({ addresses: [{ id, address: KEY }] });
  expect(await entries(ada, 'actor=sagasu_server')).toEqual([]);
  expect((await world().pool.query('select from transaction_accounts')).rowCount).toBe(0);
});

test('changing the own password is recorded with its address', async () => {
  const change = { password: PASSWORD, new_password: `${PASSWORD} 2` };
  expect((await send({ cookie: mo.cookie }, MO, '/account/password', change)).status).toBe(204);
  const entry = await newest('accounts.update');
  expect(entry).toMatchObject({ actor: 'mo', has_address: true });
  expect((await addressOf(ada, entry.id)).body).toEqual({ addresses: [{ id: entry.id, address: MO }] });
});

test('a purge removes the addresses of earlier actions on the post, and the chain still holds', async () => {
  await act({ cookie: mo.cookie }, MO, 12);
  const { id } = await newest('posts.hide');
  await act({ cookie: mo.cookie }, MO, 12, 'purge');
  expect(await addressOf(ada, id)).toMatchObject({ status: 200, body: { addresses: [] } });
  expect(await newest('posts.purge')).toMatchObject({ has_address: true });
  expect(await verify()).toMatchObject({ brokenAt: null, changedDetails: [] });
});

test('an address is invisible after 90 days and then deleted from the table, and the chain still holds', async () => {
  await act({ cookie: mo.cookie }, MO, 13);
  const { id } = await newest('posts.hide');
  const kept = await world().pool.query<{ days: string }>(
    `select round(extract(epoch from expires_at - now()) / 86400) as days from audit_addresses where audit_id = $1`,
    [id],
  );
  expect(Number(kept.rows[0]?.days)).toBe(90);
  await world().pool.query('update audit_addresses set expires_at = now() where audit_id = $1', [id]);
  expect((await addressOf(ada, id)).body).toEqual({ addresses: [] });
  const indexer = createPostgresPool({ url: loginUrl(world().databaseUrl, 'indexer'), maxConnections: 1 });
  expect((await indexer.query('select expire_audit_addresses() as gone')).rows).toEqual([{ gone: 1 }]);
  await indexer.end();
  expect((await world().pool.query('select from audit_addresses where audit_id = $1', [id])).rowCount).toBe(0);
  expect(await verify()).toMatchObject({ brokenAt: null, changedDetails: [] });
});

test('sagasu audit verify detects a changed address and a changed hash of an address', async () => {
  const { id } = await newest('addresses.look');
  expect((await sagasu(world(), 'audit', 'address', String(id))).stdout.trim()).not.toBe('');
  expect(await newest('addresses.look')).toMatchObject({ actor: 'cli', target: { audit_ids: [id] } });
  await world().pool.query(`update audit_addresses set address = '192.0.2.200' where audit_id = $1`, [id]);
  expect(await verify()).toMatchObject({ brokenAt: null, changedDetails: [id] });
  await world().pool.query('update audit_log set address_hash = null where id = $1', [id]);
  expect(await verify()).toMatchObject({ brokenAt: id });
});
