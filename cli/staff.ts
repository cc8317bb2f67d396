/** Commands of moderation act for the account of SAGASU_STAFF_TOKEN, if that is set: in the role of servers, with the rights of the account. */
import type pg from 'pg';
import { readConfig } from '../platform/config.ts';
import { withDatabase, type DatabaseOptions } from './stores.ts';
import { asAccount, assertStaffOfAny } from '../server/admin/as-account.ts';

export interface StaffOperator {
  /** null for the owner of the database, who needs no account. */
  readonly secret: string | null;
  /** The name of the account, or `cli`. */
  readonly actor: string;
}

/** @throws RefusedError if no account or key has the token, or if it has no role: row security would hide rows without an error */
export async function staffOperator(pool: pg.Pool): Promise<StaffOperator> {
  const secret = readConfig().staffToken;
  if (secret === null) return { secret, actor: 'cli' };
  return asAccount(pool, secret, async (client) => {
    await assertStaffOfAny(client);
    const { rows } = await client.query<{ actor: string }>('select account_of_transaction() as actor');
    return { secret, actor: rows[0]?.actor ?? 'cli' };
  });
}

/** Runs `work` with the database and the secret of the operator. */
export async function asStaff<T>(
  work: (pool: pg.Pool, operator: StaffOperator) => Promise<T>,
  options: DatabaseOptions = {},
): Promise<T> {
  return withDatabase(async (pool) => work(pool, await staffOperator(pool)), options);
}
