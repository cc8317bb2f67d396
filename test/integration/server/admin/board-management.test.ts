/** Boards are added, renamed and removed by admins and by the command line; a plan lists everything that a removal deletes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPost, insertBoard, writePosts } from '../../../support/builders.ts';
import { drained, openIndexer, type TestIndexer } from '../../../support/indexer.ts';
import { eventually } from '../../../support/archive.ts';
import { useWorld } from '../../../support/world.ts';
import { sagasu } from '../../cli/harness.ts';
import { givenServer, type GivenServer } from '../given-archive.ts';
import { ask, givenAdmin, type Admin } from './given-admin.ts';

const world = useWorld();
let server: GivenServer;
let indexer: TestIndexer;
let admin: Admin;
let ofG: Admin;
const ids = { g: 0, x: 0 };
const SHARED = Buffer.alloc(32, 1);
const OWN = Buffer.alloc(32, 2);

beforeAll(async () => {
  const { pool } = world();
  for (const name of ['g', 'x'] as const) {
    const board = await insertBoard(pool, name);
    ids[name] = board.id;
    await writePosts(pool, board, [
      aPost({ num: 1, thread: 1, comment: `capybara on ${name}` }),
      aPost({ num: 2, thread: 1, comment: 'yes' }),
      aPost({ num: 3, thread: 3, comment: 'another' }),
    ]);
    await pool.query(`update posts set media_hash_src = $2 where board_id = $1 and num = 1`, [board.id, SHARED]);
  }
  await pool.query(`update posts set media_hash_src = $2 where board_id = $1 and num = 2`, [ids.x, OWN]);
  server = await givenServer(world(), { clock: () => new Date() });
  admin = await givenAdmin(world(), server);
  ofG = await givenAdmin(world(), server, 'gail');
  await pool.query(
    `update account_roles set board_id = $1 where account_id = (select id from accounts where name = 'gail')`,
    [ids.g],
  );
  indexer = await openIndexer(world());
  await drained(world());
});

afterAll(async () => {
  await server.close();
  await indexer?.close();
});

const rows = async (what: string, values: unknown[] = []) =>
  (await world().pool.query<Record<string, unknown>>(what, values)).rows;
const total = async (q: string) => ((await server.search({ q })).body as { total: { value: number } }).total.value;
const NEW = { name: 'v', title: 'Video games', source: '4chan', url: 'https://a.example.org/' };

test('an admin of all boards adds a board, which readers see immediately and the log records', async () => {
  expect(await admin.send('POST', '/boards', { ...NEW, worksafe: false })).toMatchObject({
    status: 201,
    body: { name: 'v', title: 'Video games', worksafe: false, unlisted: false },
  });
  expect(await rows(`select url, media_url, source_name from boards where name = 'v'`)).toEqual([
    { url: 'https://a.example.org', media_url: 'https://a.example.org', source_name: null },
  ]);
  expect((await server.get('/api/v1/boards?board=v')).body).toMatchObject({
    boards: expect.arrayContaining([expect.objectContaining({ name: 'v' })]) as unknown,
  });
  expect(await rows(`select actor from audit_log where action = 'boards.insert' order by id desc limit 1`)).toEqual([
    { actor: 'root' },
  ]);
});

test.each([
  ['a name twice', NEW, 409, 'board_known'],
  ['a wrong name', { ...NEW, name: 'V/' }, 400, 'board_invalid'],
  ['an address with a password', { ...NEW, name: 'w', url: 'https://a:b@a.example.org' }, 400, 'board_invalid'],
  ['a cabal', { ...NEW, name: 'w', source: 'cable' }, 400, 'request_invalid'],
] as const)('%s is refused', async (_what, body, status, code) => {
  expect(await admin.send('POST', '/boards', body)).toMatchObject({ status, body: { code } });
});

test('an admin of one board renames that board only, and cannot add or remove boards or plan removals', async () => {
  expect(await ofG.send('PATCH', '/boards/g', { title: ' Technology ' })).toMatchObject({
    status: 200,
    body: { name: 'g', title: 'Technology', worksafe: true },
  });
  expect(
    await rows(
      `select target -> 'columns' as columns from audit_log where action = 'boards.update' order by id desc limit 1`,
    ),
  ).toEqual([{ columns: ['title'] }]);
  expect((await ofG.send('PATCH', '/boards/x', { title: 'Mine' })).status).toBe(403);
  expect((await ofG.send('POST', '/boards', { ...NEW, name: 'w' })).status).toBe(403);
  expect((await ofG.get('/boards/g/removal')).status).toBe(403);
  expect((await ofG.send('POST', '/boards/g/remove', { confirm: 'g' })).status).toBe(403);
  expect(
    (await ask(server, { method: 'POST', url: '/api/v1/admin/boards/g/remove', payload: { confirm: 'g' } })).status,
  ).toBe(401);
});

test('the plan counts what a removal would delete, and a removal without the name is refused', async () => {
  await world().pool.query(
    `insert into bans (board_id, reason, reason_shown, banned_by, expires_at) values ($1, 'x', true, 'root', now() + interval '1 day')`,
    [ids.x],
  );
  const plan = {
    board: 'x',
    posts: 3,
    hidden: 0,
    threads: 2,
    files: 1,
    reported_posts: 0,
    bans: 1,
    filters: 0,
    accounts: 0,
    indices: 1,
    queued: 0,
    added: [],
    removable: true,
  };
  expect(await admin.get('/boards/x/removal')).toMatchObject({ status: 200, body: plan });
  expect(await admin.send('POST', '/boards/x/remove', { confirm: 'g' })).toMatchObject({
    status: 400,
    body: { code: 'confirmation_wrong' },
  });
  expect((await server.get('/api/v1/boards/x/threads/1')).status).toBe(200);
});

test('a board is not removed while a writer holds it', async () => {
  const client = await world().pool.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock_shared(hashtext('sagasu_posts'), $1::int)`, [ids.x]);
    expect(await admin.send('POST', '/boards/x/remove', { confirm: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'board_busy' },
    });
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect((await server.get('/api/v1/boards/x/threads/1')).status).toBe(200);
});

test('a removed board is deleted from rows, pages, searches and indices; another board keeps everything', async () => {
  await eventually('both boards are found', async () => (await total('capybara')) === 2);
  expect(await admin.send('POST', '/boards/x/remove', { confirm: 'x' })).toMatchObject({
    status: 200,
    body: { posts: 3 },
  });
  const tables = await rows(
    `select c.conrelid::regclass::text as name, a.attname as of_board from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1] where c.confrelid = 'boards'::regclass and c.contype = 'f'`,
  );
  expect(tables.length).toBeGreaterThan(30);
  for (const { name, of_board: column } of tables)
    expect(await rows(`select from ${String(name)} where ${String(column)} = $1`, [ids.x]), String(name)).toEqual([]);
  expect(await rows(`select from posts where board_id = $1`, [ids.x])).toEqual([]);
  expect(await rows(`select to_regclass('posts_b${ids.x}') as slices`)).toEqual([{ slices: null }]);
  expect(await rows(`select count(*)::int as posts from posts where board_id = $1`, [ids.g])).toEqual([{ posts: 3 }]);
  expect(await rows(`select encode(sha256, 'hex') as file from media_removals order by 1`)).toEqual([
    { file: SHARED.toString('hex') },
    { file: OWN.toString('hex') },
  ]);
  await eventually('the index is deleted', async () => (await total('capybara')) === 1);
  await eventually('nothing waits', async () => (await rows('select from removed_indices')).length === 0);
  expect(
    await world().elasticsearch.indices.exists({ index: `${world().indexPrefix}posts-x-*`, allow_no_indices: false }),
  ).toBe(false);
  await eventually(
    'readers do not find it',
    async () => (await server.get('/api/v1/boards/x/threads/1')).status === 404,
  );
  expect(
    await rows(`select actor, action from audit_log where action like 'boards.%' order by id desc limit 1`),
  ).toEqual([{ actor: 'root', action: 'boards.delete' }]);
});

test('a name is free again once its old index is deleted', async () => {
  const { pool } = world();
  await pool.query(`insert into removed_indices (name, board) values ('posts-of-old', 'w')`);
  const taken = await admin.send('POST', '/boards', { ...NEW, name: 'w' });
  if (taken.status !== 201) expect(taken).toMatchObject({ status: 409, body: { code: 'board_busy' } });
  await eventually('it is free', async () => (await rows('select from removed_indices')).length === 0);
  expect([201, 409]).toContain((await admin.send('POST', '/boards', { ...NEW, name: 'w' })).status);
});

test('the command line renames boards, prints what a removal would delete, and removes with the typed name', async () => {
  expect(await sagasu(world(), 'board', 'rename', 'v', 'Games')).toMatchObject({ code: 0 });
  const refused = await sagasu(world(), 'board', 'remove', 'v');
  expect(refused.code).not.toBe(0);
  expect(refused.stdout).toContain('A removal of /v/ deletes 0 posts (0 hidden) in 0 threads');
  expect(refused.stderr).toContain('nothing changed');
  expect((await sagasu(world(), 'board', 'remove', 'v', '--confirm', 'w')).code).not.toBe(0);
  const { code, stdout, stderr } = await sagasu(world(), 'board', 'remove', 'v', '--confirm', 'v');
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: expect.stringContaining('Removed /v/.') as string,
    stderr: expect.any(String) as string,
  });
  expect(await rows(`select from boards where name = 'v'`)).toEqual([]);
  expect(await rows(`select actor from audit_log where action = 'boards.delete' order by id desc limit 1`)).toEqual([
    { actor: 'cli' },
  ]);
});
