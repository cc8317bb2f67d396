/** Follow keys: items, limits, export, deletion, expiry, and that nobody else can read them. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { givenAdmin } from '../../../../test/integration/server/admin/given-admin.ts';
import {
  givenArchive,
  givenConfig,
  givenServer,
  type GivenServer,
} from '../../../../test/integration/server/given-archive.ts';
import { loginUrl } from '../../../../test/support/logins.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { givenKey, sendFollow, type Sent } from '../support/requests.ts';

const world = useWorld();
let server: GivenServer;

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.board('ck');
  await archive.storeAndIndex('g', [{ num: 100, opener: true, subject: 'Herons', comment: 'a heron' }]);
  await world().pool.query(`select setval('post_rev', 50)`);
  server = await givenServer(world());
});
afterAll(async () => server.close());

const UNUSED = 'x'.repeat(43);
const codeOf = ({ body }: Sent) => (body as { code?: string }).code;

/** The tables with a row that contains the text, in any column. */
async function tablesWith(pool: pg.Pool, text: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await pool.query(`select from ${name} t where position($1 in t::text) > 0 limit 1`, [text]);
    if (rowCount === 1) found.push(name);
  }
  return found;
}

test('a key is one request, and its secret is in no table', async () => {
  const { secret, read } = await givenKey(server);
  expect(secret).toMatch(/^[\w-]{43}$/);
  const today = new Date().toISOString().slice(0, 10);
  const nextYear = `${Number(today.slice(0, 4)) + 1}${today.slice(4).replace('02-29', '02-28')}`;
  expect(await read()).toEqual({ made_on: today, expires_on: nextYear, items: [] });
  expect(await tablesWith(world().pool, secret)).toEqual([]);
  expect(await tablesWith(world().pool, createHash('sha256').update(secret).digest('hex'))).toEqual(['follow_keys']);
  const others = await Promise.all(Array.from({ length: 20 }, async () => givenKey(server)));
  expect(new Set(others.map((other) => other.secret)).size).toBe(20);
});

test('a key follows searches, threads, series and people; equal queries are one item', async () => {
  const { follow, read, send } = await givenKey(server);
  const kinds: string[] = [];
  for (const q of [
    'heron',
    'board:g thread:100',
    'thread:100',
    'series:g/dpt',
    'trip:!abc',
    'name:"grey heron"',
    'name:"grey heron" lens',
    'board:g,ck name:heron',
  ])
    kinds.push((await follow(q)).kind);
  expect(kinds).toEqual(['search', 'thread', 'search', 'series', 'person', 'person', 'search', 'person']);
  const named = await follow('board:g  lens sort:old', '  Lenses \uD800');
  expect(named).toMatchObject({ q: 'board:g lens', name: 'Lenses \uFFFD', kind: 'search' });
  expect(await follow('board:g lens', 'another name')).toEqual(named);
  const { items } = await read();
  expect(items).toHaveLength(9);
  expect(items.at(-1)).toEqual(named);
  expect(await send('PATCH', `/items/${named.id}`, { name: 'Glass' })).toEqual({
    status: 200,
    body: { ...named, name: 'Glass' },
  });
  expect(await send('DELETE', `/items/${named.id}`)).toEqual({ status: 204, body: null });
  expect((await read()).items).toHaveLength(8);
});

test('a mark of read posts goes forward only, and never beyond the newest rev', async () => {
  const { follow, read, send } = await givenKey(server);
  const { id, read_rev: first } = await follow('heron');
  expect(first).toBe(50);
  const { id: other } = await follow('lens');
  await world().pool.query(`select setval('post_rev', 90)`);
  const mark = async (...items: readonly { id: number; through: number }[]) => {
    expect(await send('POST', '/read', { items })).toEqual({ status: 204, body: null });
    return (await read()).items.map((item) => item.read_rev);
  };
  expect(await mark({ id, through: 70 })).toEqual([70, 50]);
  expect(await mark({ id, through: 60 }, { id: other, through: 60 })).toEqual([70, 60]);
  expect(await mark({ id: other, through: Number.MAX_SAFE_INTEGER })).toEqual([70, 90]);
});

test('a key cannot reach the items of another', async () => {
  const mine = await givenKey(server);
  const other = await givenKey(server);
  const { id, read_rev: readRev } = await mine.follow('heron', 'mine');
  expect(codeOf(await other.send('PATCH', `/items/${id}`, { name: 'taken' }))).toBe('follow_item_unknown');
  expect(codeOf(await other.send('DELETE', `/items/${id}`))).toBe('follow_item_unknown');
  expect((await other.send('POST', '/read', { items: [{ id, through: Number.MAX_SAFE_INTEGER }] })).status).toBe(204);
  expect((await mine.read()).items).toMatchObject([{ id, name: 'mine', read_rev: readRev }]);
});

test('unknown and malformed secrets, and invalid queries, are refused with a reason', async () => {
  const { send } = await givenKey(server);
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['DELETE', '', undefined],
    ['POST', '/items', { q: 'heron' }],
    ['PATCH', '/items/1', { name: '' }],
    ['DELETE', '/items/1', undefined],
    ['POST', '/read', { items: [{ id: 1, through: 1 }] }],
  ] as const) {
    const unknown = await sendFollow(server, UNUSED, method, path, body);
    expect([unknown.status, codeOf(unknown)], `${method} ${path}`).toEqual([404, 'follow_key_unknown']);
    expect((await sendFollow(server, null, method, path, body)).status).toBe(400);
    expect((await sendFollow(server, 'short', method, path, body)).status).toBe(400);
  }
  expect(codeOf(await send('POST', '/items', { q: '"heron' }))).toBe('quote_unclosed');
  expect(codeOf(await send('POST', '/items', { q: 'board:nowhere heron' }))).toBe('board_unknown');
  expect(codeOf(await send('POST', '/items', { q: 'sort:old' }))).toBe('follow_query_empty');
  expect((await send('POST', '/items', { q: 'a\0b' })).status).toBe(400);
  expect((await send('POST', '/items', { q: 'a'.repeat(513) })).status).toBe(400);
});

test('pages of other sites may not send requests', async () => {
  const { app } = server;
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/follow/keys',
    headers: { 'sec-fetch-site': 'cross-site', origin: 'https://other.example' },
  });
  expect(answer.json()).toMatchObject({ status: 403, code: 'origin_foreign' });
});

test('a key follows a hundred items at most', async () => {
  const { follow, send, read } = await givenKey(server);
  for (let place = 0; place < 99; place++) await follow(`word${place}`);
  const both = await Promise.all(['one', 'two'].map(async (q) => send('POST', '/items', { q })));
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect(both.map(codeOf)).toContain('follow_items_full');
  expect((await read()).items).toHaveLength(100);
  // An item that is followed already is no new one.
  expect((await follow('word1')).q).toBe('word1');
});

test('the archive takes 50,000 keys', async () => {
  const client = await world().pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into follow_keys (secret_hash) select sha256(n::text::bytea) from generate_series(1, 50000) n`,
    );
    expect((await client.query(`select make_follow_key(sha256('more'))`)).rows).toEqual([{ make_follow_key: false }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('a caller makes two keys in a row, and reads on meanwhile', async () => {
  const limited = await givenServer(world(), {
    config: { ...givenConfig(world()), rateLimit: 600 },
    metrics: new Registry(),
  });
  try {
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++) statuses.push((await sendFollow(limited, null, 'POST', '/keys')).status);
    expect(statuses).toEqual([201, 201, 429]);
    expect((await limited.get('/api/v1/boards')).status).toBe(200);
  } finally {
    await limited.close();
  }
});

test('a deleted key leaves nothing behind in any table', async () => {
  const { secret, follow, send } = await givenKey(server);
  await follow('quetzalcoatlus', 'the name of ptero');
  expect(await tablesWith(world().pool, 'quetzalcoatlus')).toEqual(['follow_items']);
  expect(await send('DELETE', '')).toEqual({ status: 204, body: null });
  const hash = createHash('sha256').update(secret).digest('hex');
  for (const text of ['quetzalcoatlus', 'the name of ptero', secret, hash])
    expect(await tablesWith(world().pool, text), text).toEqual([]);
  expect(codeOf(await send('GET', ''))).toBe('follow_key_unknown');
});

test('keys expire after a year without use, and after a week if they follow nothing', async () => {
  const used = await givenKey(server);
  const unused = await givenKey(server);
  const empty = await givenKey(server);
  for (const key of [used, unused]) await key.follow('heron');
  const hashes = [used, unused, empty].map(({ secret }) => createHash('sha256').update(secret).digest());
  await world().pool.query(
    `update follow_keys set used_on = current_date - (array[365, 367, 8])[array_position($1::bytea[], secret_hash)]
      where secret_hash = any ($1)`,
    [hashes],
  );
  const indexer = createPostgresPool({ url: loginUrl(world().databaseUrl, 'indexer') });
  try {
    const { rows } = await indexer.query('select expire_follow_keys() as expired');
    expect(rows).toEqual([{ expired: 2 }]);
  } finally {
    await indexer.end();
  }
  expect((await used.read()).items).toHaveLength(1);
  expect(codeOf(await unused.send('GET', ''))).toBe('follow_key_unknown');
  expect(codeOf(await empty.send('GET', ''))).toBe('follow_key_unknown');
  // Reading it was a use.
  const { rows } = await world().pool.query(
    'select used_on = current_date as today from follow_keys where secret_hash = $1',
    [hashes[0]],
  );
  expect(rows).toEqual([{ today: true }]);
});

test('no process reads the tables, and staff find nothing by the API', async () => {
  const { secret, follow } = await givenKey(server);
  await follow('argentavis', 'magnificens');
  for (const role of ['server', 'indexer', 'scraper', 'importer'] as const) {
    const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, role) });
    try {
      for (const table of ['follow_keys', 'follow_items'])
        await expect(pool.query(`select from ${table}`), `${role} ${table}`).rejects.toThrow(/permission denied/);
      await expect(pool.query('select use_follow_key($1)', [Buffer.alloc(32)])).rejects.toThrow(/permission denied/);
    } finally {
      await pool.end();
    }
  }
  const admin = await givenAdmin(world(), server);
  const paths = Object.entries((server.app.swagger() as { paths: Record<string, { get?: object }> }).paths)
    .filter(([path, { get }]) => path.startsWith('/api/v1/admin') && get !== undefined && !path.includes('{'))
    .map(([path]) => path.slice('/api/v1/admin'.length));
  expect(paths.length).toBeGreaterThan(10);
  for (const path of paths) {
    const { body } = await admin.get(path);
    const text = JSON.stringify(body);
    for (const word of ['argentavis', 'magnificens', secret]) expect(text.includes(word), path).toBe(false);
  }
  const { body } = await server.get('/metrics');
  expect(body).toMatch(/^sagasu_follows\{kind="keys"\} [1-9]/m);
  expect(body).toMatch(/^sagasu_follows\{kind="items"\} [1-9]/m);
});
