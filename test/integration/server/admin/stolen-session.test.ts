/** An attacker with a janitor's session, and even SQL as the server, cannot read an address or hide a post. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../../support/builders.ts';
import { loginUrl } from '../../../support/logins.ts';
import { useWorld } from '../../../support/world.ts';
import { givenServer, type GivenServer } from '../given-archive.ts';
import { ask } from './given-admin.ts';
import { givenSenders, own, requestTo, routes, type Headers } from './given-senders.ts';

const ADDRESS = '198.51.100.77';
const JANITOR = 'janitor of all boards';
const world = useWorld();
let g: TestBoard;
let server: GivenServer;
let client: pg.Client;
let stolen: Headers;

beforeAll(async () => {
  const { pool } = world();
  g = await insertBoard(pool, 'g');
  await writePosts(pool, g, [
    aPost({ num: 1 }),
    aPost({ num: 2, thread: 1 }),
    aPost({ num: 3, thread: 1, hidden: true }),
  ]);
  server = await givenServer(world(), { clock: () => new Date() });
  const senders = await givenSenders(world(), server);
  stolen = senders.get(JANITOR) ?? {};
  // An address in every table that has one: of a ghost post, a report, a ban, and a moderator.
  await pool.query(
    `insert into poster_addresses (board_id, num, subnum, address, expires_at) values ($1, 2, 0, $2, now() + interval '1 day')`,
    [g.id, ADDRESS],
  );
  await ask(server, {
    method: 'POST',
    url: '/api/v1/reports',
    remoteAddress: ADDRESS,
    headers: own,
    payload: { board: 'g', num: 2, category: 'spam' },
  });
  const admin = senders.get('admin of all boards') ?? {};
  const ban = { network: ADDRESS, boards: ['g'], days: 1, reason: 'spam' };
  expect(
    (
      await ask(server, {
        method: 'POST',
        url: '/api/v1/admin/bans',
        remoteAddress: ADDRESS,
        headers: { ...own, ...admin },
        payload: ban,
      })
    ).status,
  ).toBe(201);
  client = new pg.Client({ connectionString: loginUrl(world().databaseUrl, 'server') });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await server.close();
});

async function columnsOfAddresses(): Promise<readonly { table: string; column: string }[]> {
  const { rows } = await world().pool.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and a.atttypid in ('inet'::regtype, 'cidr'::regtype)
        and a.attnum > 0 and not a.attisdropped order by 1, 2`,
  );
  return rows;
}

const state = async () => {
  const { rows } = await world().pool.query(
    'select num, hidden, time_purged is null as kept, rev from posts order by num',
  );
  return rows;
};

test('the requests of a stolen session change no post, and their answers have no address', async () => {
  const before = await state();
  const texts: string[] = [];
  for (const route of routes.filter(({ access, name }) => access !== 'reader' && !name.endsWith('/session'))) {
    const { body } = await ask(server, requestTo(route, 'g', stolen));
    texts.push(typeof body === 'string' ? body : JSON.stringify(body));
  }
  for (const action of ['hide', 'show', 'purge']) {
    for (const payload of [
      { action, board: 'g', num: 2 },
      { action, board: 'g', num: 1, thread: true },
    ]) {
      const headers = { ...own, ...stolen };
      const { status } = await ask(server, { method: 'POST', url: '/api/v1/admin/posts', headers, payload });
      expect(status).toBe(403);
    }
  }
  expect(texts.length).toBeGreaterThan(40);
  expect(texts.join('\n')).not.toContain(ADDRESS.split('.').slice(0, 3).join('.'));
  expect(await state()).toEqual(before);
});

test('with SQL, no row of an address is readable, and no function returns one', async () => {
  const columns = await columnsOfAddresses();
  const tables = columns.map(({ table }) => table);
  for (const known of [
    'poster_addresses',
    'report_networks',
    'ban_networks',
    'audit_addresses',
    'transaction_accounts',
  ]) {
    expect(tables).toContain(known);
  }
  const filled = await Promise.all(
    columns.map(async ({ table }) => (await world().pool.query(`select from ${table}`)).rowCount ?? 0),
  );
  expect(filled.filter((rows) => rows > 0).length).toBeGreaterThanOrEqual(4);
  const token = stolen['cookie']?.split('=')[1] ?? '';
  const asJanitor = async (statement: string) => {
    await client.query('begin');
    try {
      const { rows } = await client.query<{ known: boolean }>('select identify_account($1) as known', [token]);
      expect(rows[0]?.known).toBe(true);
      return await client.query(statement).then(
        ({ rowCount }) => rowCount,
        (error: Error) => error.message,
      );
    } finally {
      await client.query('rollback');
    }
  };
  for (const { table, column } of columns) {
    expect(await asJanitor(`select ${column} from ${table}`), table).toMatch(/permission denied/);
  }
  for (const call of [
    `select * from look_at_addresses(${g.id}, 2, 0, null, null)`,
    'select * from look_at_addresses(null, null, null, 1, null)',
    'select * from look_at_audit_addresses(array(select generate_series(1, 50)))',
  ]) {
    expect(await asJanitor(call), call).toMatch(/only (moderators|admins)/);
  }
  expect(await asJanitor('update posts set hidden = true, rev = rev')).toBe(0);
  expect(await asJanitor('select from posts where hidden')).toBe(0);
  expect(await asJanitor(`select append_audit('hide', ${g.id}, '{"posts": ["1"]}', null, null)`)).toMatch(
    /only moderators/,
  );
});
