/** The rights of a transaction that identified itself with a secret, and that they end with the transaction. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createPostgresPool, inTransaction } from '../../../platform/postgres.ts';
import { moderate } from '../../../server/moderation/moderate.ts';
import { loginUrl } from '../../support/logins.ts';
import { openSession } from '../../support/sessions.ts';
import { useWorld } from '../../support/world.ts';
import { connectServer, countOf, givenRows, HIDDEN, OPENER, WORD } from './given-rows.ts';

const world = useWorld();
let g: number;
let tea: number;
let client: pg.Client;
const secrets = { everywhere: '', ofG: '', admin: '', adminOfAll: '', janitor: '' };

beforeAll(async () => {
  [{ id: g }, { id: tea }] = await givenRows(world());
  const owner = world().pool;
  secrets.everywhere = await openSession(owner, { name: 'warden' });
  secrets.ofG = await openSession(owner, { name: 'of-g', boardId: g });
  secrets.admin = await openSession(owner, { name: 'admin-of-g', role: 'admin', boardId: g });
  secrets.janitor = await openSession(owner, { name: 'janitor', role: 'janitor' });
  ({ client } = await connectServer(world()));
});
afterAll(async () => {
  await client.end();
});
afterEach(async () => {
  await client.query('rollback');
});

async function identify(secret: string, as: pg.ClientBase = client): Promise<boolean> {
  const { rows } = await as.query<{ known: boolean }>('select identify_account($1) as known', [secret]);
  return rows[0]?.known ?? false;
}

/** Admins also see who changed their board. */
const POSTS_IN_LOG = `audit_log where action like 'posts.%'`;

const hiddenPosts = async () => countOf(client, 'posts where hidden');

describe('a moderator', () => {
  test.each([
    ['of all boards', 'everywhere', 2],
    ['of one board', 'ofG', 1],
    ['as admin of one board', 'admin', 1],
  ] as const)('%s sees the hidden posts of these boards, and their stored content', async (_of, who, boards) => {
    await client.query('begin');
    expect(await identify(secrets[who])).toBe(true);
    expect(await hiddenPosts()).toBe(boards);
    for (const table of ['quarantine', 'refusals', POSTS_IN_LOG, 'audit_details', 'tombstones', 'moderated_threads']) {
      expect({ table, rows: await countOf(client, table) }).toEqual({ table, rows: boards });
    }
    expect(await countOf(client, 'post_replays')).toBe(boards);
  });

  test('cannot read posters’ addresses, only which posts have one', async () => {
    await client.query('begin');
    await identify(secrets.everywhere);
    expect(await countOf(client, '(select num from poster_addresses) t')).toBe(2);
    await expect(client.query('select address from poster_addresses')).rejects.toThrow('permission denied');
  });

  test('changes posts of these boards only, and cannot move a post to another board', async () => {
    await client.query('begin');
    await identify(secrets.ofG);
    expect((await client.query('update posts set hidden = false, rev = rev')).rowCount).toBe(2);
    expect((await client.query('update posts set hidden = true, rev = rev where board_id = $1', [tea])).rowCount).toBe(
      0,
    );
    await expect(client.query('update posts set board_id = $1', [tea])).rejects.toThrow('permission denied');
  });

  test('writes log entries only in the own name and for these boards', async () => {
    const append = `select append_audit('hide', $1, '{"posts": ["5"]}', null, 'warden') as id`;
    await client.query('begin');
    await identify(secrets.ofG);
    await expect(client.query(append, [tea])).rejects.toThrow('only moderators of the board');
    await client.query('rollback');
    await client.query('begin');
    await identify(secrets.ofG);
    const { rows } = await client.query<{ id: string }>(append, [g]);
    const entry = await client.query('select actor from audit_log where id = $1', [rows[0]?.id]);
    expect(entry.rows).toEqual([{ actor: 'of-g' }]);
  });
});

describe('settings', () => {
  const OF_BOARDS = [
    `update boards set settings = '{}'`,
    `update missing_posts set state = 'released'`,
    `update missing_threads set state = 'released'`,
    `update missing_files set state = 'released'`,
  ];
  const OF_ALL = [
    `update board_defaults set settings = '{}'`,
    `update identities set name = name`,
    `update identity_aliases set value = value`,
  ];

  beforeAll(async () => {
    const owner = world().pool;
    secrets.adminOfAll = await openSession(owner, { name: 'root', role: 'admin' });
    for (const table of ['missing_posts', 'missing_files'] as const) {
      await owner.query(
        `insert into ${table} (board_id, thread, num, first_missed_at, state, due_at) select id, 1, 2, now(), 'held', now() from boards`,
      );
    }
    await owner.query(
      `insert into missing_threads (board_id, thread, first_missed_at, page, behind, state, due_at)
       select id, 1, now(), 1, '[]', 'held', now() from boards`,
    );
    await owner.query(
      `with identity as (insert into identities (name) values ('Ann') returning id)
       insert into identity_aliases (kind, value, identity_id) select 'name', 'ann', id from identity`,
    );
  });

  test.each([
    ['nobody', null, 0, 0],
    ['a janitor', 'janitor', 0, 0],
    ['a moderator of all boards', 'everywhere', 0, 0],
    ['an admin of one board', 'admin', 1, 0],
    ['an admin of all boards', 'adminOfAll', 2, 1],
  ] as const)('can be changed by %s as the role allows', async (_who, secret, ofBoards, ofAll) => {
    await client.query('begin');
    if (secret !== null) await identify(secrets[secret]);
    for (const statement of OF_BOARDS) {
      expect({ statement, rows: (await client.query(statement)).rowCount }).toEqual({ statement, rows: ofBoards });
    }
    for (const statement of OF_ALL) {
      expect({ statement, rows: (await client.query(statement)).rowCount }).toEqual({ statement, rows: ofAll });
    }
    const added = client.query(`insert into identities (name) values ('somebody')`);
    if (ofAll === 0) await expect(added).rejects.toThrow('row-level security');
    else expect((await added).rowCount).toBe(1);
  });
});

test("a janitor's session sees the same posts as readers, and cannot hide posts", async () => {
  await client.query('begin');
  expect(await identify(secrets.janitor)).toBe(true);
  expect(await hiddenPosts()).toBe(0);
  expect((await client.query('update posts set hidden = true, rev = rev')).rowCount).toBe(0);
});

test.each([
  ['a janitor', 'janitor', 'g'],
  ['a moderator of another board', 'ofG', 'tea'],
] as const)('%s that requests moderation is refused with a reason, and nothing changes', async (_who, secret, name) => {
  const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
  const request = {
    action: 'hide',
    board: { id: name === 'g' ? g : tea, name },
    posts: [{ num: OPENER, subnum: 0 }],
    threads: true,
    actor: 'somebody',
    reason: null,
    now: new Date(),
  } as const;
  await expect(moderate(pool, { ...request, secret: secrets[secret] })).rejects.toMatchObject({
    code: 'role_required',
  });
  await expect(moderate(pool, { ...request, secret: 'guessed' })).rejects.toMatchObject({ code: 'session_required' });
  await pool.end();
  const { rows } = await world().pool.query('select hidden from posts where num = $1', [OPENER]);
  expect(rows).toEqual([{ hidden: false }, { hidden: false }]);
});

describe('an invalid secret has no rights', () => {
  test.each([
    ['that nobody has', async () => 'x'.repeat(43)],
    ['that is the hash of a session', async () => createHash('sha256').update(secrets.everywhere).digest('base64url')],
    [
      'of a session that was idle for twelve hours',
      async () => changed('idle', `last_seen = now() - interval '12 hours 1 minute'`),
    ],
    ['of a session that is a week old', async () => changed('old', `created_at = now() - interval '7 days 1 minute'`)],
    ['of a disabled account', async () => disabled('gone', 'disabled_at = now()')],
    ['of an account that has yet to set up its second factor', async () => disabled('new', 'totp_required = true')],
    ['of a key that has expired', async () => givenKey('expired', `now() - interval '1 minute'`)],
  ])('%s', async (_which, given) => {
    const secret = await given();
    await client.query('begin');
    expect(await identify(secret)).toBe(false);
    expect(await hiddenPosts()).toBe(0);
  });

  test('an invalid secret also revokes the rights of an earlier one', async () => {
    await client.query('begin');
    await identify(secrets.everywhere);
    await identify('guessed');
    expect(await hiddenPosts()).toBe(0);
  });
});

test('a key with a role has its rights, and a key without a role has those of a reader', async () => {
  await client.query('begin');
  expect(await identify(await givenKey('mod', 'null', 'moderator'))).toBe(true);
  expect(await hiddenPosts()).toBe(2);
  expect(await identify(await givenKey('plain', 'null'))).toBe(true);
  expect(await hiddenPosts()).toBe(0);
});

async function changed(name: string, assignment: string): Promise<string> {
  const token = await openSession(world().pool, { name });
  await world().pool.query(
    `update sessions set ${assignment} where account_id = (select id from accounts where name = $1)`,
    [name],
  );
  return token;
}

async function disabled(name: string, assignment: string): Promise<string> {
  const token = await openSession(world().pool, { name });
  await world().pool.query(`update accounts set ${assignment} where name = $1`, [name]);
  return token;
}

async function givenKey(name: string, expiry: string, role: string | null = null): Promise<string> {
  const key = `sagasu_${name}`;
  await world().pool.query(
    `with key as (insert into api_keys (name, key_hash, scopes, created_at, expires_at)
       values ($1, $2, '{}', now(), ${expiry}) returning id)
     insert into key_roles (key_id, role) select id, $3::text from key where $3::text is not null`,
    [name, createHash('sha256').update(key).digest(), role],
  );
  return key;
}

describe('a pooled connection', () => {
  test.each(['commit', 'rollback'])('is a reader’s again after %s, even without a reset', async (end) => {
    await client.query('begin');
    await identify(secrets.everywhere);
    expect(await hiddenPosts()).toBe(2);
    await client.query(end);
    expect(await hiddenPosts()).toBe(0);
    await client.query('begin');
    // Checks a transaction that writes too, and therefore has an id.
    await client.query('select pg_current_xact_id()');
    expect(await hiddenPosts()).toBe(0);
  });

  test('is a reader’s again after a rollback to a savepoint before the secret, and after an early end of the transaction', async () => {
    await client.query('begin');
    await client.query('savepoint earlier');
    await identify(secrets.everywhere);
    await client.query('rollback to earlier');
    expect(await hiddenPosts()).toBe(0);
    await identify(secrets.everywhere);
    await client.query('set constraints all immediate');
    expect(await hiddenPosts()).toBe(0);
  });

  test('identifies for one statement only without a transaction', async () => {
    await identify(secrets.everywhere);
    expect(await hiddenPosts()).toBe(0);
  });

  test('has no effect on another connection, and leaves no row behind', async () => {
    const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server'), maxConnections: 1 });
    await inTransaction(pool, async (other) => {
      await identify(secrets.everywhere, other);
      await client.query('begin');
      await client.query('select pg_current_xact_id()');
      expect(await hiddenPosts()).toBe(0);
      await client.query('rollback');
    });
    await pool.end();
    expect((await world().pool.query('select 1 from transaction_accounts')).rowCount).toBe(0);
  });
});

test.each([
  'select * from transaction_accounts',
  `insert into transaction_accounts values (pg_current_xact_id(), 'warden', null, '{1}', '{1}', true)`,
  'delete from transaction_accounts',
  'create or replace function moderated_boards() returns int[] language sql as $$ select array[1] $$',
  'alter table posts disable row level security',
  'drop policy readers on posts',
])('the server cannot forge an identity: %s', async (statement) => {
  await expect(client.query(statement)).rejects.toThrow(/permission denied|must be owner/);
});

test('a function or table of the same name in the connection’s temporary schema has no effect', async () => {
  await client.query('begin');
  await client.query(
    `create temp table transaction_accounts as
     select pg_current_xact_id() as transaction, 'warden' as account, array[1, 2] as moderates`,
  );
  await client.query(
    'create function pg_temp.moderated_boards() returns int[] language sql as $$ select array[1, 2] $$',
  );
  expect(await hiddenPosts()).toBe(0);
  expect(await countOf(client, 'posts where comment = $1', [WORD])).toBe(0);
  expect(await countOf(client, 'posts where num = $1', [HIDDEN])).toBe(0);
});
