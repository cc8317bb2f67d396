/** Users who may sign in at /admin. Only the command line adds, changes and removes them. */
import { hash, verify } from '@node-rs/argon2';
import type pg from 'pg';
import { AppError } from '../../platform/errors.ts';

const NAME = /^[a-z0-9][a-z0-9._-]{0,31}$/;
const MIN_PASSWORD_LENGTH = 12;
/** As in the schema `SignIn`. */
const MAX_PASSWORD_LENGTH = 1_024;

export class UserError extends AppError {}

export interface ListedUser {
  readonly name: string;
  readonly createdAt: Date;
  /** Of the sessions that still exist; null without one. */
  readonly lastSeen: Date | null;
}

/** By users' unique name. $1 name, $2 hash. */
const INSERT_USER = `
  insert into users (name, password_hash) values ($1, $2) on conflict (name) do nothing returning id`;

/** @throws UserError `name_invalid`, `password_invalid`, `user_exists` */
export async function addUser(pool: pg.Pool, name: string, password: string): Promise<void> {
  assertName(name);
  assertPassword(password);
  const { rowCount } = await pool.query(INSERT_USER, [name, await hashPassword(password)]);
  if (rowCount === 0) throw new UserError('user_exists', `a user named ${name} already exists`);
}

/** One statement sets the password and deletes every session that the old one opened. By users' unique name. $1 name, $2 hash. */
const CHANGE_PASSWORD = `
  with changed as (update users set password_hash = $2 where name = $1 returning id),
  ended as (delete from sessions s using changed where s.user_id = changed.id returning s.user_id)
  select (select count(*)::int from changed) as users, (select count(*)::int from ended) as sessions`;

/** Ends all sessions of the user and returns how many. @throws UserError `password_invalid`, `user_unknown` */
export async function changePassword(pool: pg.Pool, name: string, password: string): Promise<number> {
  assertPassword(password);
  const { rows } = await pool.query<{ users: number; sessions: number }>(CHANGE_PASSWORD, [
    name,
    await hashPassword(password),
  ]);
  const [changed] = rows;
  if (changed === undefined || changed.users === 0) throw unknownUser(name);
  return changed.sessions;
}

/** Sessions are deleted by the foreign key. By users' unique name. $1 name. */
const DELETE_USER = `delete from users where name = $1`;

/** @throws UserError `user_unknown` */
export async function removeUser(pool: pg.Pool, name: string): Promise<void> {
  const { rowCount } = await pool.query(DELETE_USER, [name]);
  if (rowCount === 0) throw unknownUser(name);
}

/** Reads the whole of two small tables. */
const LIST_USERS = `
  select u.name, u.created_at, max(s.last_seen) as last_seen
    from users u
    left join sessions s on s.user_id = u.id
   group by u.id
   order by u.name`;

/** All users, by name. */
export async function listUsers(pool: pg.Pool): Promise<ListedUser[]> {
  const { rows } = await pool.query<{ name: string; created_at: Date; last_seen: Date | null }>(LIST_USERS);
  return rows.map(({ name, created_at: createdAt, last_seen: lastSeen }) => ({ name, createdAt, lastSeen }));
}

/** Reads at most one row. */
const HAS_USERS = `select exists (select 1 from users) as has_users`;

export async function hasUsers(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ has_users: boolean }>(HAS_USERS);
  return rows[0]?.has_users === true;
}

/** By users' unique name. $1 name. */
const READ_USER = `select id, name, password_hash from users where name = $1`;

export interface StoredUser {
  readonly id: number;
  readonly name: string;
  readonly password_hash: string;
}

export async function findUser(pool: pg.Pool, name: string): Promise<StoredUser | undefined> {
  const { rows } = await pool.query<StoredUser>(READ_USER, [name]);
  return rows[0];
}

/** @throws UserError `name_invalid` */
export function assertName(name: string): void {
  if (!NAME.test(name)) {
    throw new UserError(
      'name_invalid',
      'a name has 1 to 32 of the characters a-z, 0-9, dot, dash and underscore, and begins with a letter or digit',
    );
  }
}

function assertPassword(password: string): void {
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    throw new UserError(
      'password_invalid',
      `a password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`,
    );
  }
}

function unknownUser(name: string): UserError {
  return new UserError('user_unknown', `there is no user named ${name}`);
}

/** OWASP's first choice of parameters for argon2id, which is the library's default variant: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

export async function hashPassword(password: string): Promise<string> {
  return hash(normalized(password), COST);
}

let emptyPasswordHash: Promise<string> | undefined;

/** Takes the same time for an unknown user (`null`) as for a wrong password, so that names cannot be guessed. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  emptyPasswordHash ??= hashPassword('');
  const isRight = await verify(passwordHash ?? (await emptyPasswordHash), normalized(password));
  return isRight && passwordHash !== null;
}

/** Keyboards send an umlaut as one code point or as two. */
function normalized(password: string): string {
  return password.normalize('NFC');
}
