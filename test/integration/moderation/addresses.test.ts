/**
 * Addresses of people who write a ghost post, report or are banned are stored in tables of their own only: they are not in answers to
 * readers or staff, the server's log, other tables, or Elasticsearch. Each view of an address is in the audit log.
 */
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drained, openIndexer } from '../../support/indexer.ts';
import { useWorld } from '../../support/world.ts';
import { ask, givenAdmin, type Admin } from '../server/admin/given-admin.ts';
import { givenArchive, givenServer, type GivenServer } from '../server/given-archive.ts';
import { addressesOfPost } from './archive-addresses.ts';

const WORD = 'quetzalcoatlus';
const [WRITER, REPORTER, BANNED] = ['198.51.100.201', '203.0.113.202', '192.0.2.203'];
/** Whole addresses, and the stored networks of reporters. */
const SOUGHT = /198\.51\.100\.|203\.0\.113\.|192\.0\.2\./;
const KEPT = ['ban_networks', 'poster_addresses', 'report_networks'];

const world = useWorld();
let server: GivenServer;
let admin: Admin;
let log = '';

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.store('g', [{ num: 10, thread: 10, opener: true, subject: 'A thread that stays' }]);
  await world().pool.query(
    `update boards set settings = '{"ghosts": {"allowed": true, "proof": false}, "publicLog": true}' where name = 'g'`,
  );
  const logger = pino(
    { level: 'trace' },
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        log += chunk.toString();
        done();
      },
    }),
  );
  server = await givenServer(world(), { clock: () => new Date(), logger });
  admin = await givenAdmin(world(), server);
  const send = async (url: string, payload: object, remoteAddress: string) =>
    ask(server, { method: 'POST', url, payload, remoteAddress });
  const ghost = { board: 'g', thread: 10, comment: WORD, password: 'hunter22' };
  expect((await send('/api/v1/ghosts', ghost, WRITER)).status).toBe(201);
  // Refused first by the cooldown, then for its form.
  expect((await send('/api/v1/ghosts', ghost, WRITER)).status).toBe(429);
  expect((await send('/api/v1/ghosts', {}, WRITER)).status).toBe(400);
  const report = { board: 'g', num: 10, subnum: 1, category: 'spam', note: WORD };
  expect((await send('/api/v1/reports', report, REPORTER)).status).toBe(201);
  const ban = { network: BANNED, boards: ['g'], days: 1, reason: WORD };
  expect((await admin.send('POST', '/bans', ban)).status).toBe(201);
  const refused = await send('/api/v1/reports', report, BANNED);
  const { pathname } = new URL((refused.body as { appeal: string }).appeal, 'http://archive.example');
  const appealed = await server.app.inject({
    method: 'POST',
    url: pathname,
    payload: new URLSearchParams({ appeal: WORD }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    remoteAddress: BANNED,
  });
  expect(appealed.statusCode).toBeLessThan(400);
  const indexer = await openIndexer(world());
  await drained(world());
  await indexer.close();
  await world().elasticsearch.indices.refresh({ index: `${world().indexPrefix}*` });
});

afterAll(async () => server.close());

test('answers to readers and staff have no poster address', async () => {
  const addresses = addressesOfPost({
    board: 'g',
    num: 10,
    thread: 10,
    word: WORD,
    counted: ['', 'is:ghost'],
    time: 1_700_000_000_123,
    sha256: '0'.repeat(64),
  });
  const urls = addresses.of(server.app);
  let shown = 0;
  for (const url of urls) {
    for (const cookie of ['', admin.cookie]) {
      const headers = { 'sec-fetch-site': 'same-origin', ...(cookie !== '' && { cookie }) };
      const { payload, headers: told } = await server.app.inject({ url, headers });
      if (payload.includes(WORD)) shown += 1;
      expect(SOUGHT.exec(payload + JSON.stringify(told))?.[0], url).toBeUndefined();
    }
  }
  // The post, its report and the ban themselves are shown.
  expect(shown).toBeGreaterThan(30);
});

test('other tables have no poster address', async () => {
  const { rows } = await world().pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await world().pool.query(`select 1 from ${name} t where t::text ~ $1 limit 1`, [
      SOUGHT.source,
    ]);
    if (rowCount !== 0) found.push(name);
  }
  expect(found).toEqual(KEPT);
});

test('Elasticsearch and the server’s log have no poster address', async () => {
  const { hits } = await world().elasticsearch.search({ index: `${world().indexPrefix}*`, size: 100 });
  expect(hits.hits.length).toBe(2);
  expect(JSON.stringify(hits)).not.toMatch(SOUGHT);
  expect(log.split('\n').length).toBeGreaterThan(100);
  expect(log).not.toMatch(SOUGHT);
});

test('a view of an address is in the audit log, without the address', async () => {
  const { rows } = await world().pool.query<{ id: string }>('select id from bans');
  const looked = await admin.send('POST', '/addresses', { ban: Number(rows[0]?.id) });
  expect(JSON.stringify(looked.body)).toContain(BANNED);
  const { payload } = await server.app.inject({ url: '/api/v1/admin/audit', headers: { cookie: admin.cookie } });
  expect(payload).toContain('addresses.look');
  expect(payload).not.toMatch(SOUGHT);
});
