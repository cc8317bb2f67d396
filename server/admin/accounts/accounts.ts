/** Accounts of staff, who may sign in at /admin. Readers have none. */
import type pg from 'pg';
import type { RoleOnBoard } from '../../../mappings/roles.ts';
import { NotFoundError, RefusedError } from '../../shared/errors.ts';
import { asAdmin } from '../as-account.ts';
import { keepingAnAdmin } from './last-admin.ts';
import { assertPassword, hashPassword } from './passwords.ts';

const NAME = /^[a-z0-9][a-z0-9._-]{0,31}$/;

export interface ListedAccount {
  readonly name: string;
  readonly createdAt: Date;
  /** It has an authenticator app or a passkey. */
  readonly hasTotp: boolean;
  readonly isTotpRequired: boolean;
  /** disabled: cannot sign in. invited: has not chosen a password yet. */
  readonly state: 'enabled' | 'disabled' | 'invited';
  readonly roles: readonly RoleOnBoard[];
  /** The latest request of the sessions that still exist; null without a session. */
  readonly lastSeen: Date | null;
}

/** Index: accounts' unique name. $1 name, $2 hash. */
const INSERT_ADMIN = `
  with added as (
    insert into accounts (name, password_hash) values ($1, $2) on conflict (name) do nothing returning id)
  insert into account_roles (account_id, role) select id, 'admin' from added`;

/** Adds an admin of all boards. @throws RefusedError `name_invalid`, `password_invalid`, `account_exists` */
export async function addAdmin(pool: pg.Pool, name: string, password: string): Promise<void> {
  assertName(name);
  assertPassword(password);
  const { rowCount } = await pool.query(INSERT_ADMIN, [name, await hashPassword(password)]);
  if (rowCount === 0) throw accountExists(name);
}

/** One statement sets the password and deletes every session that the old one opened. Index: accounts' unique name. $1 name, $2 hash. */
const CHANGE_PASSWORD = `
  with changed as (update accounts set password_hash = $2 where name = $1 returning id),
  ended as (delete from sessions s using changed where s.account_id = changed.id returning s.account_id)
  select (select count(*)::int from changed) as accounts, (select count(*)::int from ended) as sessions`;

/** Ends all sessions of the account and returns how many. @throws RefusedError `password_invalid`, NotFoundError `account_unknown` */
export async function changePassword(pool: pg.Pool, name: string, password: string): Promise<number> {
  assertPassword(password);
  const { rows } = await pool.query<{ accounts: number; sessions: number }>(CHANGE_PASSWORD, [
    name,
    await hashPassword(password),
  ]);
  const [changed] = rows;
  if (changed === undefined || changed.accounts === 0) throw accountUnknown(name);
  return changed.sessions;
}

/** Sessions are deleted by the foreign key. Index: accounts' unique name. $1 name. */
const DELETE_ACCOUNT = `delete from accounts where name = $1`;

/** `secret`: see asAccount. @throws NotFoundError `account_unknown`, RefusedError `admin_last` */
export async function removeAccount(pool: pg.Pool, name: string, secret: string | null = null): Promise<void> {
  const { rowCount } = await keepingAnAdmin(
    asAdmin(pool, secret, async (client) => client.query(DELETE_ACCOUNT, [name])),
  );
  if (rowCount === 0) throw accountUnknown(name);
}

/** Reads all of some small tables. */
const LIST_ACCOUNTS = `
  select a.name, a.created_at as "createdAt", a.totp_step is not null or exists (select from passkeys p where p.account_id = a.id) as "hasTotp", a.totp_required as "isTotpRequired",
    case when a.disabled_at is not null then 'disabled' when not a.has_password then 'invited' else 'enabled' end as state,
    (select coalesce(json_agg(json_build_object('role', r.role, 'board', b.name) order by r.role, b.name nulls first), '[]')
       from account_roles r left join boards b on b.id = r.board_id where r.account_id = a.id) as roles,
    max(s.last_seen) as "lastSeen"
    from accounts a
    left join sessions s on s.account_id = a.id
   group by a.id
   order by a.name`;

/** All accounts, by name. `secret`: see asAccount. */
export async function listAccounts(pool: pg.Pool, secret: string | null = null): Promise<ListedAccount[]> {
  return asAdmin(pool, secret, async (client) => (await client.query<ListedAccount>(LIST_ACCOUNTS)).rows);
}

/** Indexes: accounts' unique name, recovery_codes_pkey, passkeys_account, sessions_account. $1 name. */
const REMOVE_TOTP = `
  with changed as (update accounts set totp_secret = null, totp_step = null where name = $1 returning id),
  codes as (delete from recovery_codes c using changed where c.account_id = changed.id),
  keys as (delete from passkeys p using changed where p.account_id = changed.id),
  ended as (delete from sessions s using changed where s.account_id = changed.id)
  select id from changed`;

/**
 * Removes all second factors of an owner who has lost them and the recovery codes. Ends all sessions of the account.
 * @throws NotFoundError `account_unknown`
 */
export async function removeTotpOf(pool: pg.Pool, name: string): Promise<void> {
  const { rowCount } = await pool.query(REMOVE_TOTP, [name]);
  if (rowCount === 0) throw accountUnknown(name);
}

/** Reads at most one row. */
const HAS_ACCOUNTS = 'select has_accounts()';

export async function hasAccounts(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ has_accounts: boolean }>(HAS_ACCOUNTS);
  return rows[0]?.has_accounts === true;
}

/** @throws RefusedError `name_invalid` */
export function assertName(name: string): void {
  if (!NAME.test(name)) {
    throw new RefusedError(
      400,
      'name_invalid',
      'A name has 1 to 32 of the characters a-z, 0-9, dot, dash and underscore, and begins with a letter or digit.',
    );
  }
}

export function accountExists(name: string): RefusedError {
  return new RefusedError(409, 'account_exists', `An account named ${name} already exists.`);
}

export function accountUnknown(name: string): NotFoundError {
  return new NotFoundError('account_unknown', `There is no account named ${name}.`);
}
