/** Bans: whom they exclude, who may add and lift them, what the banned person sees, and who sees addresses. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { verifyAudit } from '../../../server/audit/verify.ts';
import { inTransaction } from '../../../platform/postgres.ts';
import { loginUrl } from '../../support/logins.ts';
import { useWorld } from '../../support/world.ts';
import { ask, givenAdmin, type Admin } from './admin/given-admin.ts';
import { givenArchive, givenServer, type GivenServer } from './given-archive.ts';

const world = useWorld();
let server: GivenServer;
let admin: Admin;
let moderator: Admin;
const ids = { g: 0, x: 0 };

beforeAll(async () => {
  // PostgreSQL judges sessions by its own clock.
  server = await givenServer(world(), { clock: () => new Date() });
  const archive = givenArchive(world());
  ids.g = await archive.board('g');
  ids.x = await archive.board('x');
  const numbers = Array.from({ length: 60 }, (_, index) => ({ num: 11 + index, thread: 10, comment: 'plover' }));
  for (const board of ['g', 'x']) {
    await archive.store(board, [
      { num: 10, thread: 10, opener: true },
      ...numbers,
      { num: 70, subnum: 1, thread: 10, comment: 'a ghost' },
    ]);
  }
  admin = await givenAdmin(world(), server);
  moderator = await givenAdmin(world(), server, 'mona');
  await world().pool.query(
    `update account_roles set role = 'moderator', board_id = $1
      where account_id = (select id from accounts where name = 'mona')`,
    [ids.g],
  );
});

afterAll(async () => server.close());

let reported = 10;
const report = async (board: string, remoteAddress: string, headers: Record<string, string> = {}) => {
  reported += 1;
  const payload = { board, num: reported, category: 'spam' };
  const { status, body } = await ask(server, {
    method: 'POST',
    url: '/api/v1/reports',
    payload,
    remoteAddress,
    headers,
  });
  return { status, body: body as { code?: string; detail?: string; appeal?: string } };
};
const ban = async (body: object, who = admin) => {
  const answer = await who.send('POST', '/bans', { boards: [], days: 1, reason: 'spam', ...body });
  return { status: answer.status, body: answer.body as { ids: number[]; code?: string } };
};
const banned = async (body: object, who = admin) => (await ban(body, who)).body.ids[0] ?? 0;
const lift = async (id: number, who = admin) => (await who.send('POST', `/bans/${id}/lift`)).status;
const look = async (body: object, who = admin) => who.send('POST', '/addresses', body);
const looks = async () => {
  const { rows } = await world().pool.query<{ entry: string }>(
    `select actor || ' ' || target as entry from audit_log where action = 'addresses.look' order by id`,
  );
  return rows.map(({ entry }) => entry);
};
const form = async (url: string, fields: Record<string, string>) =>
  ask(server, {
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

test('a ban applies to every address of its network until it ends, on its board or on all', async () => {
  const ofBoard = await banned({ network: '198.51.100.7', boards: ['g'] });
  expect(await report('g', '198.51.100.7')).toMatchObject({ status: 403, body: { code: 'banned' } });
  expect(await report('g', '::ffff:198.51.100.7')).toMatchObject({ status: 403, body: { code: 'banned' } });
  expect((await report('g', '198.51.100.8')).status).toBe(201);
  expect((await report('x', '198.51.100.7')).status).toBe(201);

  const widths: [network: string, inside: string, outside: string][] = [
    ['192.0.2.0/24', '192.0.2.255', '192.0.3.0'],
    ['2001:db8:1:1::5', '2001:db8:1:1:ffff::', '2001:db8:1:2::'],
    ['2001:db8:2:100::/56', '2001:db8:2:1ff::9', '2001:db8:2:200::9'],
    ['2001:db8:3::/48', '2001:db8:3:ffff::', '2001:db8:4::'],
  ];
  for (const [network, inside, outside] of widths) {
    const id = await banned({ network });
    expect((await report('x', inside)).body.code, network).toBe('banned');
    expect((await report('x', outside)).status, network).toBe(201);
    expect(await lift(id)).toBe(204);
    expect((await report('x', inside)).status, network).toBe(201);
  }
  for (const table of ['bans set expires_at = now() where id', 'ban_networks set expires_at = now() where ban_id'])
    await world().pool.query(`update ${table} = $1`, [ofBoard]);
  expect((await report('g', '198.51.100.7')).status).toBe(201);
});

test('staff of a board can report from a banned network, and readers cannot', async () => {
  const id = await banned({ network: '203.0.113.40' });
  expect((await report('g', '203.0.113.40')).status).toBe(403);
  expect((await report('g', '203.0.113.40', { cookie: moderator.cookie })).status).toBe(201);
  expect((await report('x', '203.0.113.40', { cookie: moderator.cookie })).status).toBe(403);
  await lift(id);
});

test.each([
  ['192.0.2.0/15'],
  ['0.0.0.0/0'],
  ['2001:db8::/47'],
  ['2001:db8::1/128'],
  ['192.0.2'],
  ['example.org'],
  ['192.0.2.1/33'],
  [''],
])('%s is refused as a network to ban', async (network) => {
  expect(await ban({ network })).toMatchObject({ status: 400, body: { code: 'network_invalid' } });
});

test('a ban needs a reason, an end within ten years, and either a network or a post', async () => {
  const network = '192.0.2.9';
  for (const wrong of [
    { network, reason: ' ' },
    { network, days: 0 },
    { network, days: 4_000 },
    {},
    { network, post: { board: 'g', num: 70, subnum: 1 } },
  ])
    expect((await ban(wrong)).status, JSON.stringify(wrong)).toBe(400);
  expect((await ban({ network, boards: ['nowhere'] })).body.code).toBe('board_unknown');
});

test('a moderator of one board cannot ban on others, even if the server permits it', async () => {
  const network = '192.0.2.50';
  expect((await ban({ network, boards: ['x'] }, moderator)).body.code).toBe('role_required');
  expect((await ban({ network }, moderator)).body.code).toBe('role_required');
  const id = await banned({ network, boards: ['g'] }, moderator);
  const ofAll = await banned({ network: '192.0.2.51' });
  const ofX = await banned({ network: '192.0.2.52', boards: ['x'] });
  const { bans } = (await moderator.get('/bans')).body as { bans: { id: number; board: string | null }[] };
  expect(bans.map((each) => [each.id, each.board])).toEqual([
    [ofAll, null],
    [id, 'g'],
  ]);
  expect([await lift(ofAll, moderator), await lift(ofX, moderator), await lift(id, moderator)]).toEqual([
    404, 404, 204,
  ]);
  expect(await lift(id, moderator)).toBe(404);

  const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server'), maxConnections: 1 });
  for (const statement of [
    `select add_ban('192.0.2.1/32', null, 'x', true, now() + interval '1 day', null, null, null)`,
    `select add_ban('192.0.2.1/32', ${ids.g}, 'x', true, now() + interval '1 day', null, null, null)`,
    `select add_ban_of_poster(${ids.g}, 70, 1, 32, 64, ${ids.g}, 'x', true, now() + interval '1 day')`,
    `select look_at_addresses(${ids.g}, 70, 1, null, null)`,
    `select look_at_addresses(null, null, null, ${ofAll}, null)`,
  ])
    await expect(pool.query(statement), statement).rejects.toThrow('only moderators');
  for (const statement of [
    'select network from ban_networks',
    'select token from bans',
    'select address from poster_addresses',
  ])
    await expect(pool.query(statement), statement).rejects.toThrow('permission denied');
  expect((await pool.query('select id from bans')).rows).toEqual([]);
  await pool.end();
});

test('the writer of a ghost post is banned without revealing the address', async () => {
  const post = { board: 'g', num: 70, subnum: 1 };
  expect((await ban({ post, boards: ['g'] }, moderator)).body.code).toBe('address_unknown');
  await world().pool.query(
    `insert into poster_addresses values ($1, 70, 1, '2001:db8:77:1234::9', now() + interval '30 days')`,
    [ids.g],
  );
  const before = await looks();
  const id = await banned({ post, boards: ['g'], width: 'provider', reason_shown: false }, moderator);
  expect(await report('g', '2001:db8:77:ffff::')).toMatchObject({ status: 403, body: { code: 'banned' } });
  expect((await report('g', '2001:db8:78::')).status).toBe(201);
  const { body } = await moderator.get('/bans');
  expect(JSON.stringify(body)).not.toContain('2001:db8');
  expect((body as { bans: { id: number; post: object }[] }).bans.find((each) => each.id === id)?.post).toEqual(post);
  expect(await looks()).toEqual(before);
  expect((await ban({ post: { ...post, board: 'x' }, boards: ['g'] }, moderator)).body.code).toBe('role_required');
  await lift(id);
});

test('a moderator views the addresses of a post or ban, and each view is in the audit log, without the address', async () => {
  const id = await banned({ network: '203.0.113.99', boards: ['g'] });
  const before = (await looks()).length;
  expect((await look({ post: { board: 'g', num: 70, subnum: 1 }, reason: 'flood' }, moderator)).body).toMatchObject({
    addresses: [{ kind: 'poster', network: '2001:db8:77:1234::9/128' }],
  });
  expect((await look({ ban: id }, moderator)).body).toMatchObject({
    addresses: [{ kind: 'ban', network: '203.0.113.99/32' }],
  });
  expect((await report('g', '203.0.113.5')).status).toBe(201);
  expect((await look({ post: { board: 'g', num: reported } })).body).toMatchObject({
    addresses: [{ kind: 'reporter', network: '203.0.113.0/24' }],
  });
  expect((await looks()).slice(before)).toEqual([
    'mona {"posts": ["70_1"]}',
    `mona {"ban": ${id}}`,
    `${admin.name} {"posts": ["${reported}"]}`,
  ]);
  for (const refused of [
    { post: { board: 'x', num: 70 } },
    { ban: 999 },
    {},
    { ban: id, post: { board: 'g', num: 70 } },
  ])
    expect((await look(refused, moderator)).status, JSON.stringify(refused)).toBeGreaterThanOrEqual(400);
  expect((await looks()).length).toBe(before + 3);
  const { rows } = await world().pool.query<{ entry: string }>(
    `select l::text || coalesce(d::text, '') as entry from audit_log l left join audit_details d on d.audit_id = l.id`,
  );
  expect(rows.filter(({ entry }) => /203\.0\.113|2001:db8|192\.0\.2/.test(entry))).toEqual([]);
  const { body } = await moderator.get('/audit?action=addresses');
  expect((body as { entries: object[] }).entries.length).toBeGreaterThan(1);
  expect(await inTransaction(world().pool, (client) => verifyAudit(client, null), 'repeatable read')).toMatchObject({
    brokenAt: null,
    changedDetails: [],
  });
  await lift(id);
});

test('the refusal states the reason if it is public, and links to the page of the ban and its appeal', async () => {
  const id = await banned({ network: '203.0.113.60', reason: '<b>rude</b> & loud', boards: ['g'] });
  const { body } = await report('g', '203.0.113.60');
  expect(body.detail).toMatch(/^Your network is banned from \/g\/ until .* UTC\. Reason: <b>rude<\/b> & loud$/);
  const link = body.appeal ?? '';
  expect(link).toMatch(/^\/_\/ban\/[0-9a-f-]{36}$/);
  const page = await server.get(link);
  expect(page).toMatchObject({ status: 200, headers: { 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' } });
  expect(page.body).toContain('Reason: &lt;b&gt;rude&lt;/b&gt; &amp; loud');
  expect(page.body).toContain('<form');
  expect((await form(link, { appeal: ' ' })).status).toBe(400);
  expect((await form(link, { appeal: 'x'.repeat(501) })).status).toBe(400);
  expect((await form(link, { appeal: 'I was cold.' })).status).toBe(303);
  expect((await form(link, { appeal: 'Again.' })).status).toBe(409);
  expect((await server.get(link)).body).toContain('waiting for the staff');
  expect((await server.get('/_/ban/00000000-0000-4000-8000-000000000000')).status).toBe(404);
  expect((await server.get('/_/ban/x')).status).toBe(404);

  const { bans } = (await moderator.get('/bans?state=appealed')).body as {
    bans: { id: number; appeals: { id: number; text: string }[] }[];
  };
  expect(bans).toMatchObject([{ id, appeals: [{ text: 'I was cold.', decided_at: null }] }]);
  const appeal = bans[0]?.appeals[0]?.id ?? 0;
  const decide = async (decision: object, which = appeal) =>
    (await moderator.send('POST', `/appeals/${which}`, decision)).status;
  expect(await decide({ granted: false, answer: 'No <i>way</i>.' })).toBe(204);
  expect(await decide({ granted: true })).toBe(404);
  expect((await server.get(link)).body).toContain('was refused. The staff say: No &lt;i&gt;way&lt;/i&gt;.');
  expect((await report('g', '203.0.113.60')).status).toBe(403);

  expect((await form(link, { appeal: 'Please.' })).status).toBe(303);
  expect(await decide({ granted: true }, appeal + 1)).toBe(204);
  expect((await report('g', '203.0.113.60')).status).toBe(201);
  expect((await server.get(link)).body).toContain('The ban was lifted');
  expect((await form(link, { appeal: 'Thanks.' })).status).toBe(409);
  const { rows } = await world().pool.query('select from ban_networks where ban_id = $1', [id]);
  expect(rows).toEqual([]);
});

test('a hidden reason is shown to staff only', async () => {
  const id = await banned({ network: '203.0.113.61', reason: 'known sock', reason_shown: false });
  const { body } = await report('x', '203.0.113.61');
  expect(body.detail).toMatch(/^Your network is banned from this archive until [^R]*$/);
  expect((await server.get(body.appeal ?? '')).body).not.toContain('known sock');
  await lift(id);
});

test('if two moderators lift a ban and decide its appeal at the same time, one of them succeeds, and the log has one entry', async () => {
  const id = await banned({ network: '203.0.113.62', boards: ['g'] });
  const { body } = await report('g', '203.0.113.62');
  await form(body.appeal ?? '', { appeal: 'Sorry.' });
  const { rows } = await world().pool.query<{ id: string }>('select id from ban_appeals where ban_id = $1', [id]);
  const decisions = await Promise.all(
    [admin, moderator].map(
      async (who) => (await who.send('POST', `/appeals/${rows[0]?.id}`, { granted: true })).status,
    ),
  );
  expect(decisions.toSorted((a, b) => a - b)).toEqual([204, 404]);
  const { rows: entries } = await world().pool.query(
    `select from audit_log where action = 'bans.update' and target ->> 'id' = $1`,
    [String(id)],
  );
  expect(entries).toHaveLength(1);
});

test('addresses of posters and bans are deleted in time, and bans half a year after their end', async () => {
  const { pool } = world();
  const id = await banned({ network: '203.0.113.63' });
  await pool.query(`update poster_addresses set expires_at = now()`);
  await pool.query(`update ban_networks set expires_at = now() where ban_id = $1`, [id]);
  await pool.query('select expire_addresses()');
  const count = async (from: string) =>
    (await pool.query<{ count: number }>(`select count(*)::int as count from ${from}`)).rows[0]?.count;
  expect([await count('poster_addresses'), await count(`ban_networks where ban_id = ${id}`)]).toEqual([0, 0]);
  expect(await count(`bans where id = ${id}`)).toBe(1);
  await pool.query(`update bans set expires_at = now() - interval '181 days' where id = $1`, [id]);
  await pool.query('select expire_addresses()');
  expect(await count(`bans where id = ${id}`)).toBe(0);
});
