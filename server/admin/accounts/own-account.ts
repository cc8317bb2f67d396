import type pg from 'pg';
import { hashPassword } from './passwords.ts';

/** By accounts_pkey and sessions_account. $1 hash, $2 token of the session that stays. */
const CHANGE_PASSWORD = 'select change_password($1, $2)';

/** Sets the password of the proven account and ends its other sessions. */
export async function setOwnPassword(client: pg.PoolClient, password: string, token: string): Promise<void> {
  await client.query(CHANGE_PASSWORD, [await hashPassword(password), token]);
}
