import type pg from 'pg';
import { inTransaction } from '../../platform/postgres.ts';
import { RefusedError } from '../shared/errors.ts';
import { callerAddress } from './caller-address.ts';

/** The database forgets both when the transaction ends. $1 secret, $2 address. */
const IDENTIFY = 'select case when identify_account($1) then note_address($2) else false end as is_known';

/** $1 address. */
const NOTE_ADDRESS = 'select note_address($1)';

/**
 * Names the account of `client`'s transaction to PostgreSQL. Row security then allows what the roles of that account or key allow;
 * without an account it allows what readers may do. `secret`: a session's token or an API key.
 * @throws RefusedError 401 `session_required`
 */
export async function identify(client: pg.ClientBase, secret: string): Promise<void> {
  const { rows } = await client.query<{ is_known: boolean }>(IDENTIFY, [secret, callerAddress()]);
  if (rows[0]?.is_known !== true) throw new RefusedError(401, 'session_required', 'Sign in first.');
}

/** Records the request's address in the audit log, for a transaction that got its account by another way than `identify`. */
export async function noteAddress(client: pg.ClientBase): Promise<void> {
  await client.query(NOTE_ADDRESS, [callerAddress()]);
}

/**
 * Runs `work` in a transaction for the account with this secret. With null, the pool's role must have the right itself, as the role of
 * the command line has.
 * @throws RefusedError 401 `session_required`
 */
export async function asAccount<T>(
  pool: pg.Pool,
  secret: string | null,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, async (client) => {
    if (secret !== null) await identify(client, secret);
    return work(client);
  });
}

/** Like asAccount, for actions that only admins of all boards may do. @throws RefusedError 401 `session_required`, 403 `role_required` */
export async function asAdmin<T>(
  pool: pg.Pool,
  secret: string | null,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return asAccount(pool, secret, async (client) => {
    if (secret !== null) await assertAdminOfAll(client);
    return work(client);
  });
}

/** These functions read one row. $1 board. */
const IS_MODERATOR = 'select $1::int = any (moderated_boards()) as has_role';
const IS_ADMIN = 'select $1::int = any (administered_boards()) as has_role';
const IS_MODERATOR_OF_ANY = `select moderated_boards() <> '{}' as has_role`;
const IS_MODERATOR_OF_ALL = 'select moderates_all_boards() as has_role';
const IS_STAFF_OF_ANY = `select staffed_boards() <> '{}' as has_role`;
const IS_ADMIN_OF_ANY = `select administered_boards() <> '{}' as has_role`;
const IS_ADMIN_OF_ALL = 'select is_admin() as has_role';

interface NamedBoard {
  readonly id: number;
  readonly name: string;
}

/** Without this check, row security would silently let the transaction change nothing. @throws RefusedError 403 `role_required` */
export async function assertModerator(client: pg.ClientBase, board: NamedBoard): Promise<void> {
  await assertRole(client, IS_MODERATOR, [board.id], `moderators of /${board.name}/`);
}

/** @throws RefusedError 403 `role_required` */
export async function assertAdmin(client: pg.ClientBase, board: NamedBoard): Promise<void> {
  await assertRole(client, IS_ADMIN, [board.id], `admins of /${board.name}/`);
}

/** For data that belongs to no board. @throws RefusedError 403 `role_required` */
export async function assertAdminOfAll(client: pg.ClientBase): Promise<void> {
  await assertRole(client, IS_ADMIN_OF_ALL, [], 'admins of all boards');
}

/** @throws RefusedError 403 `role_required` */
export async function assertStaffOfAny(client: pg.ClientBase): Promise<void> {
  await assertRole(client, IS_STAFF_OF_ANY, [], 'staff');
}

/** @throws RefusedError 403 `role_required` */
export async function assertAdminOfAny(client: pg.ClientBase): Promise<void> {
  await assertRole(client, IS_ADMIN_OF_ANY, [], 'admins');
}

/** @throws RefusedError 403 `role_required` */
export async function assertModeratorOfAny(client: pg.ClientBase): Promise<void> {
  await assertRole(client, IS_MODERATOR_OF_ANY, [], 'moderators');
}

/** @throws RefusedError 403 `role_required` */
export async function assertModeratorOfAll(client: pg.ClientBase): Promise<void> {
  await assertRole(client, IS_MODERATOR_OF_ALL, [], 'moderators of all boards');
}

async function assertRole(client: pg.ClientBase, query: string, values: unknown[], who: string): Promise<void> {
  const { rows } = await client.query<{ has_role: boolean }>(query, values);
  if (rows[0]?.has_role !== true) throw new RefusedError(403, 'role_required', `Only ${who} may do this.`);
}
