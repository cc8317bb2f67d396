/** Every admin route of the OpenAPI document, requested by every sender that must be refused. */
import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import type { InjectOptions } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addKey } from '../../../../server/admin/api-keys.ts';
import { aPost, insertBoard, writePosts } from '../../../support/builders.ts';
import { MODULES } from '../../../support/modules.ts';
import { useWorld } from '../../../support/world.ts';
import { givenConfig, givenServer, type Answer, type GivenServer } from '../given-archive.ts';
import { addressOf, HASH } from './given-senders.ts';
import { adminWith, ask, cookieOf, givenAdmin, PASSWORD, signIn, type Admin } from './given-admin.ts';

const world = useWorld();
let server: GivenServer;
let admin: Admin;
let expired: string;

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
}

const openapi = JSON.parse(
  readFileSync(new URL('../../../../mappings/contract/openapi.json', import.meta.url), 'utf8'),
) as {
  readonly paths: Record<string, Record<string, Operation>>;
};

const ADDRESS = '203.0.113.77';

const STAFF_REQUESTS = MODULES.flatMap(({ staff }) => staff?.requests ?? []);
/** After `resumeTask` the test sets the task back, and `dismissNetworkReports` closes the reports before `decideReports`. */
const UNCHANGING = new Set([
  'resumeTask',
  'decideReports',
  ...STAFF_REQUESTS.filter(({ isRead }) => isRead === true).map(({ operation }) => operation),
]);
const ROWS_OF_MODULES = MODULES.flatMap(({ staff }) => staff?.tables ?? [])
  .map((table) => `(select string_agg(t::text, ',' order by t::text) from ${table} t) as ${table},`)
  .join(' ');

/** Valid parameters and bodies, so that only the guard can refuse a request. */
const BODIES: Readonly<Record<string, object>> = {
  signIn: { name: 'root', password: PASSWORD },
  startTasks: { kind: 'reindex', boards: ['g'] },
  moderate: { action: 'hide', board: 'g', num: 1 },
  moderateFile: { action: 'delete', board: 'g', num: 1 },
  moderatePosts: { action: 'show', posts: [{ board: 'g', num: 1 }] },
  changeReports: { action: 'note', posts: [{ board: 'g', num: 1 }], note: 'seen' },
  decideReports: { decision: 'dismiss', posts: [{ board: 'g', num: 1 }] },
  addBoard: { name: 'new', title: 'New', source: '4chan', url: 'https://a.example.org' },
  testBoardSource: { name: 'new', title: 'New', source: '4chan', url: 'https://a.example.org' },
  renameBoard: { title: 'Another title' },
  removeBoard: { confirm: '1' },
  dismissNetworkReports: { network: '192.0.2.0/24' },
  addBan: { network: '192.0.2.1', boards: ['g'], days: 1, reason: 'spam' },
  chooseBulkAction: { action: 'hide', network: '192.0.2.1' },
  runBulkAction: { posts: 1 },
  addFilter: { board: 'g', kind: 'phrase', pattern: 'of the guarded post', action: 'hide' },
  decideAppeal: { granted: false },
  lookAtAddresses: { post: { board: 'g', num: 1 } },
  lookAtAuditAddresses: { ids: [1] },
  setIdentity: { aliases: [{ kind: 'name', value: 'Somebody' }] },
  invite: { name: 'new', roles: [] },
  addKey: { name: 'new', roles: [] },
  changeAccount: { disabled: true },
  acceptInvitation: { token: 'a'.repeat(43), password: PASSWORD },
  beginTotp: { password: PASSWORD },
  removeTotp: { password: PASSWORD },
  confirmTotp: { code: '123456' },
  renewRecoveryCodes: { password: PASSWORD },
  beginPasskeySignIn: { name: 'root', password: PASSWORD },
  beginPasskey: { password: PASSWORD },
  addPasskey: { name: 'key', id: 'AAAA', response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } },
  removePasskey: { password: PASSWORD, id: 'AAAA' },
  changePassword: { password: PASSWORD, new_password: PASSWORD },
  changeBoardSettings: { settings: { archive: false } },
  changeBoardDefaults: { settings: { archive: false } },
  ...Object.fromEntries(STAFF_REQUESTS.map(({ operation, body }) => [operation, body])),
};

const routes = Object.entries(openapi.paths)
  .filter(([path]) => path.startsWith('/api/v1/admin/'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: operation.operationId,
      method: method.toUpperCase() as 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      url: addressOf(path),
      operation,
    })),
  );
/** Sent in this order, before a filter is removed. */
const LIFE = [
  'dismissNetworkReports',
  'chooseBulkAction',
  'runBulkAction',
  'undoBulkAction',
  'addFilter',
  'tryFilter',
  'enableFilter',
  'applyFilter',
  'disableFilter',
  'undoFilter',
];
/** Sent in this order after all others, which name the posts and the board. */
const LAST = [...STAFF_REQUESTS.map(({ operation }) => operation), 'removeBoard'];
/** These require a second factor too: totp.test.ts and passkeys.test.ts. */
const WITH_FACTOR = [
  'confirmTotp',
  'removeTotp',
  'renewRecoveryCodes',
  'beginPasskeyProof',
  'beginPasskey',
  'addPasskey',
  'removePasskey',
];
const OPEN = ['signIn', 'beginPasskeySignIn', 'acceptInvitation'];
const guarded = routes.filter(({ name }) => !OPEN.includes(name));
const changing = routes.filter(({ method }) => method !== 'GET');

type Route = (typeof routes)[number];

beforeAll(async () => {
  const board = await insertBoard(world().pool, 'g');
  await writePosts(world().pool, board, [
    aPost({ num: 1, comment: 'text of the guarded post', mediaHash: Buffer.alloc(16, 1) }),
    aPost({ num: 1, subnum: 1, opener: false, comment: 'ghost' }),
  ]);
  await world().pool.query(
    `insert into poster_addresses (board_id, num, subnum, address, expires_at) values ($1, 1, 1, '192.0.2.1', now() + interval '1 day')`,
    [board.id],
  );
  await world().pool.query(
    `with task as (insert into tasks (kind, board_id, requested_by) values ('verify', $1, 'cli') returning id),
     live as (insert into indices (name, board_id, slice, build, mapping_version, state) values ('x', $1, 0, 1, 1, 'live'))
     insert into quarantine (board_id, thread, num, subnum, index_name, rev, reason)
     select $1, 1, 1, 0, 'x', 1, 'refused' from task`,
    [board.id],
  );
  for (const { staff } of MODULES) await staff?.given(world().pool, board);
  await world().pool.query(`insert into banned_media (hash, banned_by) values (decode($1, 'hex'), 'cli')`, [HASH]);
  await world().pool.query(`insert into identities (name) values ('1')`);
  await world().pool.query('insert into reported_posts (board_id, num, subnum, reports) values ($1, 1, 0, 1)', [
    board.id,
  ]);
  await world().pool.query(
    `with report as (insert into reports (board_id, num, subnum, category, origin) values ($1, 1, 0, 'spam', 'pages') returning id)
     insert into report_networks (report_id, board_id, num, subnum, network) select id, $1, 1, 0, '192.0.2.0/24' from report`,
    [board.id],
  );
  const one = await insertBoard(world().pool, '1');
  await world().pool.query(
    `insert into missing_posts (board_id, thread, num, first_missed_at, state, due_at) values ($1, 1, 2, now(), 'held', now())`,
    [one.id],
  );
  // The account in the addresses of other accounts.
  await world().pool.query(`insert into accounts (name) values ('1')`);
  await addKey(world().pool, { name: '1', scopes: ['read'], perMinute: null, expiresAt: null });
  server = await givenServer(world(), { clock: () => new Date() });
  admin = await givenAdmin(world(), server);
  expired = (await givenAdmin(world(), server)).cookie;
  // PostgreSQL judges sessions by its own clock.
  await world().pool.query(
    `update sessions set last_seen = now() - interval '13 hours' where created_at = (select max(created_at) from sessions)`,
  );
});

afterAll(async () => {
  await server.close();
});

function requestTo({ name, method, url }: Route, headers: Record<string, string>): InjectOptions {
  return { method, url, headers, ...(method !== 'GET' && { payload: BODIES[name] ?? {} }) };
}

function expectRefusal(answer: Answer, status: number, code: string): void {
  expect(answer).toMatchObject({ status, body: { status, code } });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
  });
  for (const name of Object.keys(answer.headers)) expect(name).not.toMatch(/^access-control-/);
}

/** Content of the tables that an accepted request could have changed. */
function placeOf({ name }: Route): number {
  const index = LAST.indexOf(name);
  if (index >= 0) return LIFE.length + 1 + index;
  return LIFE.includes(name) ? LIFE.indexOf(name) : LIFE.length;
}

async function state(): Promise<unknown> {
  const { rows } = await world().pool.query(
    `select (select string_agg(concat_ws(' ', id, status, requested_action), ',' order by id) from tasks) as tasks,
            (select count(*) from sessions) as sessions, (select max(id) from audit_log) as audited,
            (select max(gen) from dirty) as marked, (select string_agg(name, ',') from identities) as identities,
            (select string_agg(value, ',') from identity_aliases) as aliases,
            (select string_agg(settings::text, ',' order by id) from boards) as settings,
            (select settings::text from board_defaults) as defaults,
            (select string_agg(state, ',') from missing_posts) as missing,
            (select string_agg(f::text, ',' order by id) from post_filters f) as filters,
            (select string_agg(b::text, ',' order by id) from bulk_actions b) as bulk_actions,
            (select string_agg(m::text, ',') from banned_media m) as banned_files,
            ${ROWS_OF_MODULES}
            (select string_agg(c::text, ',') from passkey_challenges c) as challenges,
            (select string_agg(a::text, ',' order by id) from accounts a) as accounts`,
  );
  return rows;
}

const own = { 'sec-fetch-site': 'same-origin' };

describe.each(guarded)('$method $url', (route) => {
  test.each([
    ['without a session', () => ({})],
    ['with a token that nobody was given', () => ({ cookie: `sagasu=${'x'.repeat(43)}` })],
    ['with a session that has ended by itself', () => ({ cookie: expired })],
    ['with what is no token at all', () => ({ cookie: "sagasu=' or 1=1 --" })],
  ])('%s is refused, and nothing happens', async (_who, cookie) => {
    const before = await state();
    expectRefusal(await ask(server, requestTo(route, { ...own, ...cookie() })), 401, 'session_required');
    expect(await state()).toEqual(before);
  });

  test('requires a session according to the OpenAPI document', () => {
    expect(route.operation).toMatchObject({ tags: ['admin'] });
    expect(route.operation.security).toContainEqual({ session: [] });
  });
});

describe.each(routes)('$method $url from another site', (route) => {
  test.each([
    ["another site's page", { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example.org' }],
    ['another host of this site', { 'sec-fetch-site': 'same-site', origin: 'http://other.localhost' }],
    ['a page of an old browser elsewhere', { origin: 'https://evil.example.org' }],
    ['a page without an origin', { origin: 'null' }],
    ['an address bar with a foreign origin', { 'sec-fetch-site': 'none', origin: 'https://evil.example.org' }],
  ])('%s is refused, although the session is good', async (_who, headers) => {
    const before = await state();
    const answer = await ask(server, requestTo(route, { ...headers, cookie: admin.cookie }));
    expectRefusal(answer, 403, 'origin_foreign');
    expect(await state()).toEqual(before);
  });

  test('the answer allows no other origin', async () => {
    const headers = {
      origin: 'https://evil.example.org',
      'access-control-request-method': route.method,
      'access-control-request-headers': 'content-type',
    };
    const answer = await ask(server, { method: 'OPTIONS', url: route.url, headers });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    for (const name of Object.keys(answer.headers)) expect(name).not.toMatch(/^access-control-/);
  });
});

describe.each(changing)('$method $url with a form’s type', (route) => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
  ])('is refused as %s, which a form can send', async (type) => {
    const before = await state();
    const request = { ...requestTo(route, { ...own, cookie: admin.cookie, 'content-type': type }), payload: '{}' };
    expectRefusal(await ask(server, request), 403, 'form_refused');
    expect(await state()).toEqual(before);
  });

  test('accepts a request without an optional body, as JSON or with the header', async () => {
    for (const proof of [{ 'content-type': 'application/json' }, { 'x-sagasu-admin': '1' }]) {
      // The session routes are excluded: this test is about the guard, and must not end a session.
      const headers = { ...own, ...proof, cookie: `sagasu=${'x'.repeat(43)}` };
      const answer = await ask(server, { method: route.method, url: route.url, headers });
      expect(answer.status).toBe(OPEN.includes(route.name) ? 400 : 401);
    }
  });
});

/** Ban 1 with appeal 1, and entry 1 of the log with an address and changed settings, which the requests name. */
async function fillFirstEntry(): Promise<void> {
  const { pool } = world();
  await pool.query(
    `with ban as (
       insert into bans (board_id, reason, reason_shown, banned_by, expires_at)
       select id, 'spam', true, 'root', now() + interval '1 day' from boards where name = 'g' returning id)
     insert into ban_appeals (ban_id, text) select id, 'sorry' from ban`,
  );
  await pool.query(
    `update audit_log set action = 'boards.update', board_id = (select id from boards where name = 'g'),
       target = '{"columns": ["settings"]}' where id = 1`,
  );
  await pool.query(
    `insert into audit_details (audit_id, salt, before) values (1, uuid_send(gen_random_uuid()), '{"settings": {"publicLog": true}}')
     on conflict (audit_id) do update set before = excluded.before`,
  );
  await pool.query(
    `insert into audit_addresses (audit_id, salt, address, expires_at)
     values (1, uuid_send(gen_random_uuid()), '192.0.2.1', now() + interval '1 day')`,
  );
}

test('a request that is refused without a session takes effect with one', async () => {
  await fillFirstEntry();
  // A scraper would have to answer the test of a source.
  const asked = changing.filter(({ name }) => ![...OPEN, 'signOut', 'testBoardSource', ...WITH_FACTOR].includes(name));
  for (const route of asked.toSorted((one, other) => placeOf(one) - placeOf(other))) {
    const before = await state();
    const answer = await ask(server, requestTo(route, { ...own, cookie: admin.cookie }));
    expect(answer.status, `${route.name}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    if (!UNCHANGING.has(route.name)) expect(await state(), route.name).not.toEqual(before);
    await world().pool.query(
      `update tasks set status = 'enqueued', requested_action = 'run', finished_at = null where id = 1`,
    );
  }
});

test("requests of the archive's own pages are accepted, also from browsers that send only an Origin", async () => {
  const { cookie } = admin;
  for (const headers of [own, { origin: 'http://localhost' }, { 'sec-fetch-site': 'none' }, {}]) {
    const answer = await ask(server, {
      url: '/api/v1/admin/session',
      headers: { ...headers, cookie, host: 'localhost' },
    });
    expect(answer).toMatchObject({ status: 200, body: { account: { name: 'root' } } });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
    for (const name of Object.keys(answer.headers)) expect(name).not.toMatch(/^access-control-/);
  }
});

test('an unknown admin address requires a session too', async () => {
  const url = '/api/v1/admin/nope';
  expectRefusal(await ask(server, { url }), 401, 'session_required');
  expectRefusal(await ask(server, { url, headers: { cookie: admin.cookie } }), 404, 'route_unknown');
});

test("only the public URL's origin and the server's own host are trusted", async () => {
  const config = { ...givenConfig(world()), publicUrl: 'https://a.example.org' };
  const behindProxy = await givenServer(world(), { config });
  const from = async (origin: string) => ask(behindProxy, { url: '/api/v1/admin/session', headers: { origin } });
  expect((await from('https://a.example.org')).status).toBe(401);
  expect((await from('http://a.example.org')).status).toBe(403);
  expect((await from('https://a.example.org.evil.org')).status).toBe(403);
  await behindProxy.close();
});

test('answers and log lines have no password, hash or token, and log lines no client address', async () => {
  const lines: string[] = [];
  const log = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const talkative = await givenServer(world(), { logger: pino({ level: 'trace' }, log), clock: () => new Date() });
  const answer = await signIn(talkative, 'root', PASSWORD, { remoteAddress: ADDRESS });
  const cookie = cookieOf(answer);
  const one = adminWith(talkative, 'root', cookie);
  const answers = [answer, await signIn(talkative, 'root', 'guessed: hunter2 hunter2')];
  for (const route of guarded.filter(({ name }) => name !== 'signOut')) {
    answers.push(await ask(talkative, { ...requestTo(route, { ...own, cookie }), remoteAddress: ADDRESS }));
  }
  for (const url of ['/api/v1/search?q=guarded', '/g/', '/api/v1/boards/g/threads/1', '/media/aa/bb/cc.png', '/%'])
    answers.push(await ask(talkative, { url, remoteAddress: ADDRESS }));
  for (let count = 0; count < 30; count++)
    answers.push(await signIn(talkative, 'root', `wrong ${count}`, { remoteAddress: ADDRESS }));
  answers.push(await one.send('DELETE', '/session'));
  await talkative.close();

  const { rows } = await world().pool.query<{ password_hash: string }>(
    'select password_hash from accounts where password_hash is not null',
  );
  const secrets = [PASSWORD, 'hunter2', cookie.split('=')[1] ?? '', ...rows.map((row) => row.password_hash), '$argon2'];
  expect(lines.length).toBeGreaterThan(answers.length - 1);
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  for (const line of lines) expect(line).not.toContain(ADDRESS);
  for (const text of [...lines, ...answers.map(({ body }) => JSON.stringify(body))]) {
    for (const secret of secrets) expect(text).not.toContain(secret);
  }
});
