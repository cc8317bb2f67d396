/** The server's role without an identity gets nothing of a hidden post, whichever way it reads. */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { loginUrl } from '../../support/logins.ts';
import { useWorld } from '../../support/world.ts';
import { connectServer, countOf, givenRows, HIDDEN, OPENER, SHA256, WORD } from './given-rows.ts';

const world = useWorld();
let g: number;
let client: pg.Client;
let told: string[];

beforeAll(async () => {
  const [board] = await givenRows(world());
  g = board.id;
  ({ client, told } = await connectServer(world()));
});
afterAll(async () => {
  await client.end();
});
afterEach(async () => {
  await client.query('rollback');
});

test.each([
  ['by its key', 'posts where num = 101'],
  ['by its board and key', 'posts where board_id = 1 and num = 101 and subnum = 0'],
  ['by its thread', 'posts where thread = 100 and num > 100'],
  ['by its file', `posts where media_hash_src = '\\x${SHA256.toString('hex')}'`],
  ['by being hidden', 'posts where hidden'],
  ['in a sample', 'posts tablesample system (100) where num = 101'],
  ['through a view of its own', 'mine where num = 101'],
])('the hidden post is not found %s', async (_how, place) => {
  await client.query('begin');
  await client.query('create temp view mine as select * from posts');
  expect(await countOf(client, place)).toBe(0);
});

test('no readable column of any table has content of the hidden post', async () => {
  const { rows: columns } = await client.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
        and has_column_privilege(c.oid, a.attnum, 'select')`,
  );
  expect(columns.length).toBeGreaterThan(200);
  for (const { table, column } of columns) {
    const found = await countOf(client, `${table} where ${column}::text like '%${WORD}%'`);
    expect({ table, column, found }).toEqual({ table, column, found: 0 });
  }
});

test('processes can neither read nor write partitions', async () => {
  await expect(client.query('select * from posts_b1_s0')).rejects.toThrow('permission denied for table posts_b1_s0');
  await expect(client.query('update posts_b1_s0 set rev = 1')).rejects.toThrow('permission denied');
});

describe('regressions of known leaks of row security', () => {
  test('a cheap function in a condition is not called with hidden rows', async () => {
    await client.query('begin');
    await client.query(
      `create function pg_temp.tell(text) returns boolean language plpgsql cost 0.0000001
       as $$ begin raise notice 'told %', $1; return true; end $$`,
    );
    await client.query('select * from posts where pg_temp.tell(comment)');
    await client.query('select * from posts p join boards b on b.id = p.board_id and pg_temp.tell(p.comment)');
    expect(told.filter((line) => line.startsWith('told'))).toContain('told seen');
    expect(told.join()).not.toContain(WORD);
  });

  test('an error in a condition does not reveal hidden rows', async () => {
    const { rows } = await client.query('select 1 / (case when comment like $1 then 0 else 1 end) as one from posts', [
      `%${WORD}%`,
    ]);
    expect(rows).toHaveLength(2);
    await expect(client.query('select comment::int from posts where num = 101')).resolves.toMatchObject({ rows: [] });
  });

  test('keys of hidden posts cannot be probed: the server’s statements neither insert posts nor change keys', async () => {
    const insert = `insert into posts (board_id, num, thread, opener, time_posted, time_modified, rev)
      values ($1, $2, 100, false, now(), now(), 1)`;
    for (const num of [HIDDEN, 999]) await expect(client.query(insert, [g, num])).rejects.toThrow('permission denied');
    const update = 'update posts set num = $2 where board_id = $1 and num = $3';
    await expect(client.query(update, [g, HIDDEN, OPENER])).rejects.toThrow('permission denied');
  });

  test('planner statistics are not readable', async () => {
    const place = `pg_stats where tablename like 'posts%' or tablename in ('quarantine', 'refusals', 'messages')`;
    expect(await countOf(client, place)).toBe(0);
    await expect(client.query('select * from pg_statistic')).rejects.toThrow('permission denied');
  });

  test('row security cannot be turned off, and another role cannot be set', async () => {
    await client.query('begin');
    await client.query('set local row_security = off');
    await expect(client.query('select count(*) from posts')).rejects.toThrow('affected by row-level security');
    await client.query('rollback');
    for (const role of ['sagasu', 'sagasu_scraper', 'sagasu_backup']) {
      await expect(client.query(`set role ${role}`)).rejects.toThrow('permission denied');
    }
  });
});

test.each([
  ['posts', 'update posts set hidden = false, rev = rev'],
  ['posts of readers', `update posts set comment = 'mine' where num = 100`],
  ['tombstones', `insert into tombstones (board_id, num, subnum, purged_by) values (1, 5, 0, 'me')`],
  ['the log', `select append_audit('hide', 1, '{}', null, null)`],
  [
    'the log itself',
    `insert into audit_log (id, at, actor, action, target, chain) values (1, now(), 'me', 'a.b', '{}', sha256(''))`,
  ],
  ['reasons in the log', `select empty_audit_details(1, '{101}')`],
  ['moderated threads', 'delete from moderated_threads'],
  ['pending hides', 'delete from pending_hides'],
  ['the quarantine', 'delete from quarantine'],
  ['removals', `insert into media_removals (sha256) values ('\\x00')`],
  ['messages', 'update messages set subject = null'],
  ['wanted files', 'delete from wanted_media'],
  ['addresses', 'delete from poster_addresses'],
])('a reader cannot change anything: %s', async (_what, statement) => {
  const done = await client.query(statement).catch((error: Error) => error);
  if (done instanceof Error)
    expect(done.message).toMatch(/violates row-level security policy|permission denied|only moderators/);
  else expect(done.rowCount).toBe(0);
});

test('a reader cannot lock rows', async () => {
  expect((await client.query('select 1 from posts where num = 100 for update')).rowCount).toBe(0);
});

test.each(['scraper', 'indexer'] as const)('the %s sees and keeps hidden posts', async (name) => {
  const process = new pg.Client({ connectionString: loginUrl(world().databaseUrl, name) });
  await process.connect();
  try {
    expect(await countOf(process, 'posts where num = 101')).toBe(2);
    expect((await process.query('update posts set rev = rev where num = 101')).rowCount).toBe(2);
    await expect(process.query('select identify_account($1)', ['x'])).rejects.toThrow('permission denied');
  } finally {
    await process.end();
  }
});
