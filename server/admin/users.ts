/** People who may sign in at /admin. Only the command line adds, changes and removes them. */
import type pg from 'pg';
import { AppError } from '../../platform/errors.ts';
import { hashPassword } from './users/password.ts';
import * as sql from './users/sql.ts';

const NAME = /^[a-z0-9][a-z0-9._-]{0,31}$/;
const LEAST_LENGTH = 12;
/** What the sign-in takes. */
const MOST_LENGTH = 1_024;

export class UserError extends AppError {}

export interface ListedUser {
  readonly name: string;
  readonly createdAt: Date;
  /** Of the sessions that there are. */
  readonly lastSeen: Date | null;
}

/** @throws UserError */
export async function addUser(pool: pg.Pool, name: string, password: string): Promise<void> {
  assertName(name);
  assertPassword(password);
  const { rowCount } = await pool.query(sql.INSERT_USER, [name, await hashPassword(password)]);
  if (rowCount === 0) throw new UserError('user_exists', `there is a user ${name} already`);
}

/** Ends all sessions of the user; answers how many. @throws UserError */
export async function changePassword(pool: pg.Pool, name: string, password: string): Promise<number> {
  assertPassword(password);
  const { rows } = await pool.query<{ users: number; sessions: number }>(sql.CHANGE_PASSWORD, [
    name,
    await hashPassword(password),
  ]);
  const [changed] = rows;
  if (changed === undefined || changed.users === 0) throw unknownUser(name);
  return changed.sessions;
}

/** @throws UserError */
export async function removeUser(pool: pg.Pool, name: string): Promise<void> {
  const { rowCount } = await pool.query(sql.DELETE_USER, [name]);
  if (rowCount === 0) throw unknownUser(name);
}

export async function listUsers(pool: pg.Pool): Promise<ListedUser[]> {
  const { rows } = await pool.query<{ name: string; created_at: Date; last_seen: Date | null }>(sql.LIST_USERS);
  return rows.map(({ name, created_at: createdAt, last_seen: lastSeen }) => ({ name, createdAt, lastSeen }));
}

/** @throws UserError when no user may have this name. */
export function assertName(name: string): void {
  if (!NAME.test(name)) {
    throw new UserError(
      'name_invalid',
      'a name has up to 32 of a-z, 0-9, dot, dash and underscore, and begins with a letter or digit',
    );
  }
}

function assertPassword(password: string): void {
  if (password.length < LEAST_LENGTH || password.length > MOST_LENGTH) {
    throw new UserError('password_invalid', `a password has ${LEAST_LENGTH} to ${MOST_LENGTH} characters`);
  }
}

function unknownUser(name: string): UserError {
  return new UserError('user_unknown', `there is no user ${name}`);
}
