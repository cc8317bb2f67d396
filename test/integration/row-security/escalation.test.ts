/** An attacker who runs SQL as the server cannot read secrets or gain roles. */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PROCESS_NAMES, PROCESS_ROLES, type ProcessName } from '../../../platform/roles.ts';
import { addAdmin } from '../../../server/admin/accounts/accounts.ts';
import { addKey } from '../../../server/admin/api-keys.ts';
import { invite } from '../../../server/admin/accounts/invitations.ts';
import { hashWithSalt } from '../../../server/admin/accounts/passwords.ts';
import { insertBoard } from '../../support/builders.ts';
import { loginUrl } from '../../support/logins.ts';
import { openSession } from '../../support/sessions.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();
const PASSWORD = 'correct horse battery staple';
const CANARY = 'canary-of-a-password-hash';
/** Stolen secrets. */
const stolen: Record<string, string | null> = { nobody: null };
let client: pg.Client;
let rootHash: string;

beforeAll(async () => {
  const { pool } = world();
  const { id } = await insertBoard(pool, 'g');
  await addAdmin(pool, 'root', PASSWORD);
  await invite(pool, { name: 'guest', roles: [], isTotpRequired: false }, new Date());
  stolen['a janitor'] = await openSession(pool, { name: 'janitor', role: 'janitor' });
  stolen['a moderator'] = await openSession(pool, { name: 'moderator' });
  stolen['an admin of one board'] = await openSession(pool, { name: 'of-g', role: 'admin', boardId: id });
  const key = { scopes: ['read'], perMinute: null, expiresAt: null } as const;
  stolen['a key of a moderator'] = await addKey(pool, {
    ...key,
    name: 'sweeper',
    roles: [{ role: 'moderator', board: null }],
  });
  stolen['an admin of all boards'] = await openSession(pool, { name: 'admin', role: 'admin' });
  const { rows } = await pool.query<{ hash: string }>(`select password_hash as hash from accounts where name = 'root'`);
  rootHash = rows[0]?.hash ?? '';
  await pool.query(`update accounts set password_hash = $1, totp_secret = $2 where name = 'janitor'`, [
    CANARY,
    Buffer.from('canary-of-totp-20-by'),
  ]);
  await pool.query(`insert into recovery_codes select id, sha256('code') from accounts where name = 'root'`);
  client = new pg.Client({ connectionString: loginUrl(world().databaseUrl, 'server') });
  await client.connect();
});

afterAll(async () => {
  await client.end();
});
afterEach(async () => {
  await client.query('rollback');
});

async function beginAs(who: string): Promise<void> {
  await client.query('begin');
  const secret = stolen[who];
  if (typeof secret === 'string') await client.query('select identify_account($1)', [secret]);
}

/** All rows of accounts, roles and rights, as the owner sees them. */
async function state(): Promise<unknown> {
  const { rows } = await world().pool.query(
    `select (select jsonb_agg(to_jsonb(a) order by a.id) from accounts a) as accounts,
       (select jsonb_agg(to_jsonb(r) order by r.account_id, r.board_id) from account_roles r) as roles,
       (select jsonb_agg(to_jsonb(k) order by k.key_id, k.board_id) from key_roles k) as key_roles,
       (select jsonb_agg(to_jsonb(k) - 'last_used_at' order by k.id) from api_keys k) as keys,
       (select jsonb_agg(to_jsonb(s) - 'last_seen' order by s.id_hash) from sessions s) as sessions,
       (select jsonb_agg(to_jsonb(i) order by i.account_id) from invitations i) as invitations,
       (select jsonb_agg(to_jsonb(p) order by p.credential_id) from passkeys p) as passkeys,
       (select jsonb_agg(to_jsonb(c) order by c.holder_hash) from passkey_challenges c) as challenges,
       (select jsonb_agg(to_jsonb(c) order by c.account_id) from recovery_codes c) as codes`,
  );
  return rows;
}

const OF_SECRETS = [
  'accounts.password_hash',
  'accounts.totp_secret',
  'ban_networks.network',
  'report_networks.network',
  'audit_addresses.address',
  'bans.token',
  'api_keys.key_hash',
  'invitations.token_hash',
  'poster_addresses.address',
  'recovery_codes.code_hash',
  'sessions.id_hash',
];

test('processes have no privilege to read a secret in any table or view', async () => {
  const { rows } = await world().pool.query<{ name: string; role: string }>(
    `select c.relname || '.' || a.attname as name, r.rolname as role
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       cross join pg_roles r
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
        and r.rolname = any ($1) and has_column_privilege(r.oid, c.oid, a.attnum, 'select')
        and (c.relname || '.' || a.attname = any ($2) or a.attname ~ 'password_hash|secret|(key|token|code|id)_hash')`,
    [Object.values(PROCESS_ROLES), OF_SECRETS],
  );
  expect(rows).toEqual([]);
});

describe.each(PROCESS_NAMES)('%s', (name: ProcessName) => {
  test('cannot read a password hash or an authenticator secret in any table or view', async () => {
    const login = new pg.Client({ connectionString: loginUrl(world().databaseUrl, name) });
    await login.connect();
    // As an admin of all boards, if the role has the function: the largest rights of a transaction.
    await login.query('begin');
    if (name === 'server') await login.query('select identify_account($1)', [stolen['an admin of all boards']]);
    const { rows: readable } = await login.query<{ relation: string; columns: string }>(
      `select c.oid::regclass::text as relation, string_agg(quote_ident(a.attname), ', ') as columns
         from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relkind in ('r', 'p', 'v', 'm') and (c.relnamespace = 'public'::regnamespace or c.relname like 'pg_stats%')
          and has_column_privilege(c.oid, a.attnum, 'select')
        group by c.oid`,
    );
    expect(readable.length).toBeGreaterThan(10);
    const found: string[] = [];
    for (const { relation, columns } of readable) {
      const { rows } = await login.query<{ found: boolean }>(
        `select exists (select from (select ${columns} from ${relation}) t
           where t::text like '%${CANARY}%' or t::text like '%' || encode('canary-of-totp-20-by', 'hex') || '%') as found`,
      );
      if (rows[0]?.found === true) found.push(relation);
    }
    await login.end();
    expect(found).toEqual([]);
  });
});

test('functions never return a password hash to the server, only the parameters for computing it', async () => {
  const { rows } = await client.query<{ salt: string }>(`select find_password_salt('root') as salt`);
  expect(rootHash.startsWith(rows[0]?.salt ?? 'x')).toBe(true);
  expect(rootHash.length - (rows[0]?.salt.length ?? 0)).toBe(44);
  const { rows: proven } = await client.query(`select * from prove_password('root', $1)`, [rows[0]?.salt]);
  expect(proven).toEqual([]);
});

/** Ways to gain a role or another account. */
const ESCALATIONS = [
  `insert into account_roles select id, 'admin', null from accounts`,
  `insert into account_roles values (1, 'admin', null), (2, 'admin', null), (3, 'admin', null)`,
  `update account_roles set role = 'admin', board_id = null`,
  `delete from account_roles`,
  `insert into key_roles select id, 'admin', null from api_keys`,
  `insert into key_roles values (1, 'admin', null)`,
  `update key_roles set role = 'admin', board_id = null`,
  `insert into accounts (name, totp_required) values ('mallory', false)`,
  `insert into accounts (name, password_hash) values ('mallory', 'x')`,
  `update accounts set password_hash = 'x'`,
  `update accounts set totp_secret = null, totp_step = null`,
  `update accounts set disabled_at = null, totp_required = false`,
  `update accounts set disabled_at = now()`,
  `delete from accounts`,
  `insert into sessions (id_hash, account_id) values (sha256('x'), 1)`,
  `update sessions set account_id = 1`,
  `delete from sessions`,
  `insert into invitations values (1, sha256('x'), now() + interval '1 day')`,
  `update invitations set token_hash = sha256('x')`,
  `delete from invitations`,
  `insert into api_keys (name, key_hash, scopes) values ('mallory', sha256('x'), '{read}')`,
  `update api_keys set expires_at = null, key_hash = sha256('x')`,
  `delete from api_keys`,
  `delete from recovery_codes`,
  `insert into recovery_codes select 1, sha256('x')`,
  `select open_session('x')`,
  `select change_password('x', 'x')`,
  `select begin_totp('x')`,
  `select remove_totp()`,
  `select accept_totp_step(99999999999)`,
  `select use_recovery_code(sha256('code'))`,
  `select replace_recovery_codes(array[sha256('x')])`,
  `select confirm_totp('x', 1, '{}')`,
  `select begin_passkey('x', 'prove', sha256('x'))`,
  `select begin_passkey_in_session('x', sha256('x'))`,
  `select take_passkey_challenge('x')`,
  `select take_new_passkey_challenge('x')`,
  `select add_passkey('x', 'x', 'x', 'x', 0, '{}', '{}')`,
  `select passkeys_of_session('x')`,
  `select passkeys_of_proven()`,
  `select note_passkey_use('x', 1)`,
  `select remove_passkey('x')`,
  `insert into passkeys (credential_id, account_id, name, public_key, counter) values ('x', 1, 'x', 'x', 0)`,
  `update passkeys set public_key = 'x'`,
  `select use_invitation('x', 'x')`,
  `select use_invitation(encode(sha256('x'), 'hex'), 'x')`,
  `select prove_password('root', '')`,
  `select prove_password('guest', null)`,
  `select end_other_sessions(1, 'x')`,
  `select account_of_session('x')`,
  `select proven_account()`,
  `insert into transaction_accounts (transaction, account, moderates, administers, is_admin) values (pg_current_xact_id(), 'root', '{}', '{}', true)`,
  `update transaction_accounts set is_admin = true`,
  `grant sagasu_scraper to sagasu_server`,
  `alter role sagasu_server bypassrls`,
  `set role sagasu_backup`,
  `alter table account_roles disable row level security`,
  `create policy mine on account_roles to sagasu_server using (true)`,
  `create or replace function is_admin() returns boolean language sql as 'select true'`,
];

describe.each(['nobody', 'a janitor', 'a moderator', 'an admin of one board', 'a key of a moderator'])(
  'with SQL and the secret of %s',
  (who) => {
    test('every way to another role or account fails and changes nothing', async () => {
      const before = await state();
      const outcomes: string[] = [];
      for (const statement of ESCALATIONS) {
        await beginAs(who);
        const outcome = await client.query(statement).then(
          ({ rowCount }) => `${rowCount} rows`,
          (error: Error) => error.message,
        );
        outcomes.push(`${statement}: ${outcome}`);
        await client.query(outcome.endsWith(' rows') ? 'commit' : 'rollback');
      }
      expect(await state(), outcomes.join('\n')).toEqual(before);
    });

    test.each(['accounts', 'account_roles', 'api_keys', 'key_roles', 'sessions', 'invitations'])(
      '%s has no readable row',
      async (table) => {
        await beginAs(who);
        expect((await client.query(`select 1 from ${table}`)).rowCount).toBe(0);
      },
    );
  },
);

test('a person with an account’s password can change that account only', async () => {
  const { rows: salts } = await client.query<{ salt: string }>(`select find_password_salt('root') as salt`);
  const hash = await hashWithSalt(salts[0]?.salt ?? null, PASSWORD);
  await client.query('begin');
  expect((await client.query(`select * from prove_password('root', $1)`, [hash])).rowCount).toBe(1);
  await client.query(`select open_session('a token')`);
  // The proof does not sign in: the session has to be identified first.
  expect((await client.query('select 1 from accounts')).rowCount).toBe(0);
  expect((await client.query(`update account_roles set role = 'admin'`)).rowCount).toBe(0);
  await client.query('rollback');
  await client.query('begin');
  await expect(client.query(`select open_session('another')`)).rejects.toThrow('has proven no password');
});

test('an admin of all boards assigns roles, and still cannot read secrets', async () => {
  await beginAs('an admin of all boards');
  const given = await client.query(
    `insert into account_roles select id, 'janitor', null from accounts where name = 'guest'`,
  );
  expect(given.rowCount).toBe(1);
  for (const statement of [
    `update accounts set password_hash = 'x'`,
    `select password_hash from accounts`,
    `select id_hash from sessions`,
    `insert into sessions (id_hash, account_id) select sha256('x'), id from accounts`,
  ]) {
    await client.query('savepoint one');
    await expect(client.query(statement)).rejects.toThrow('permission denied');
    await client.query('rollback to one');
  }
});
