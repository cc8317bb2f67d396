/**
 * An attacker with SQL as the server and the token of a moderator of one board can only moderate that board, with entries in the audit
 * log.
 */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import { aPost, insertBoard, writePosts } from '../../support/builders.ts';
import { loginUrl } from '../../support/logins.ts';
import { openSession } from '../../support/sessions.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();
let client: pg.Client;
let token: string;
let board: number;
let foreign: number;

beforeAll(async () => {
  const { pool } = world();
  for (const name of ['g', 'x']) {
    const made = await insertBoard(pool, name);
    await writePosts(pool, made, [aPost({ num: 1, opener: true, comment: 'as it was' }), aPost({ num: 2, thread: 1 })]);
    if (name === 'g') board = made.id;
    else foreign = made.id;
  }
  for (const id of [board, foreign]) {
    await pool.query(
      `insert into posts (board_id, num, subnum, thread, opener, time_posted, time_modified, comment, rev)
       values ($1, 2, 1, 1, false, now(), now(), 'ghost', nextval('post_rev'))`,
      [id],
    );
    await pool.query(
      `insert into poster_addresses (board_id, num, subnum, address, expires_at) values ($1, 2, 1, '192.0.2.7', now() + interval '1 day')`,
      [id],
    );
  }
  token = await openSession(pool, { name: 'gail', role: 'moderator', boardId: board });
  client = new pg.Client(loginUrl(world().databaseUrl, 'server'));
  await client.connect();
});
afterAll(async () => client.end());

beforeEach(async () => {
  await client.query('begin');
  await client.query('select identify_account($1)', [token]);
});
afterEach(async () => client.query('rollback'));

const REFUSED = { code: '42501' };
const refusal = async (statement: string, ...values: unknown[]) =>
  client.query(statement, values).then(
    () => 'accepted',
    (error: unknown) => error,
  );
const AUDIT = 'select append_audit($1, $2, $3, null, null)';
const HIDE = `update posts set hidden = true, rev = nextval('post_rev') where board_id = $1 and num = 2 and subnum = 0`;

test.each([
  ['no board', ['hide', null, { posts: ['2'] }]],
  ['another board', ['hide', 0, { posts: ['2'] }]],
  ['no action', [null, 'own', { posts: ['2'] }]],
  ['no target', ['hide', 'own', null]],
  ['a thread of no board', ['hide', null, { thread: 1 }]],
])('the audit log refuses an entry about %s', async (_name, [did, on, target]) => {
  expect(await refusal(AUDIT, did, on === 'own' ? board : on, target)).toMatchObject(REFUSED);
});

test.each([
  ['moderate_file', 'select moderate_file(null, 1, 0, 0, true, null)'],
  ['add_ban_of_poster', `select add_ban_of_poster(null, 1, 0, 32, 64, null, 'x', true, now() + interval '1 day')`],
  ['empty_audit_details', `select empty_audit_details(null, '{1}')`],
  ['look_at_addresses', 'select look_at_addresses(null, 1, 0, null, null)'],
  ['look_at_addresses of a post of no board', 'select look_at_addresses(null, null, null, null, null)'],
])('%s refuses NULL for the board', async (_name, statement) => {
  expect(await refusal(statement)).toMatchObject(REFUSED);
});

test('posts of a network are limited to the own boards, and networks wider than the API accepts are refused', async () => {
  const from = 'select board_id, num, subnum from posts_from_network($1, $2, $3, $4, $5, $6, $7)';
  const { rows } = await client.query(from, ['192.0.2.0/24', null, null, null, 0, 0, null]);
  expect(rows).toEqual([{ board_id: board, num: '2', subnum: 1 }]);
  expect((await client.query(from, [null, board, 2, 1, 16, 48, 1000])).rows).toHaveLength(1);
  for (const values of [
    ['0.0.0.0/0', null, null, null, 0, 0, 1000],
    ['192.0.0.0/15', null, null, null, 32, 64, 1000],
    ['2001:db8::/32', null, null, null, 32, 64, 1000],
    [null, board, 2, 1, 0, 0, 1000],
  ]) {
    await client.query('savepoint before');
    expect(await refusal(from, ...values)).toMatchObject({ code: '22023' });
    await client.query('rollback to before');
  }
  expect(await refusal('select * from reported_only_from($1, null, null, null, 1000)', '0.0.0.0/0')).toMatchObject({
    code: '22023',
  });
});

test.each([
  `comment = 'forged'`,
  `comment = null`,
  `name = 'somebody'`,
  `media_hash_src = sha256('x')`,
  `time_deleted_post = now()`,
  `extra = '{"a": 1}'`,
  'spoiler = true',
  `comment = 'forged', hidden = true`,
])('the content of a post cannot be rewritten: %s', async (set) => {
  expect(await refusal(`update posts set ${set} where board_id = $1 and num = 1 and subnum = 0`, board)).toMatchObject(
    REFUSED,
  );
});

test('hiding a post requires an entry of the audit log that names it', async () => {
  await client.query(HIDE, [board]);
  expect(await refusal('set constraints all immediate')).toMatchObject(REFUSED);
  await client.query('rollback');

  await client.query('begin');
  await client.query('select identify_account($1)', [token]);
  await client.query(HIDE, [board]);
  await client.query(AUDIT, ['hide', board, { posts: ['1', '2_1'] }]);
  expect(await refusal('commit')).toMatchObject(REFUSED);

  await client.query('begin');
  await client.query('select identify_account($1)', [token]);
  await client.query(HIDE, [board]);
  await client.query(AUDIT, ['hide', board, { posts: ['1', '2'] }]);
  await client.query('commit');
  const { rows } = await world().pool.query('select hidden from posts where board_id = $1 and num = 2 and subnum = 0', [
    board,
  ]);
  expect(rows).toEqual([{ hidden: true }]);
});

test('an earlier entry of the audit log does not permit a later transaction', async () => {
  await client.query(AUDIT, ['hide', board, { posts: ['1'] }]);
  await client.query('commit');
  await client.query('begin');
  await client.query('select identify_account($1)', [token]);
  await client.query(HIDE.replace('num = 2', 'num = 1'), [board]);
  expect(await refusal('commit')).toMatchObject(REFUSED);
});
