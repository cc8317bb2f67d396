import type pg from 'pg';

/** Indexes: accounts_pkey, sessions_account. $1 hash, $2 token of the session that stays. */
const CHANGE_PASSWORD = 'select change_password($1, $2)';

/**
 * Sets the password of the proven account and ends its other sessions. `passwordHash` is computed before the transaction, which holds a
 * connection.
 */
export async function setOwnPassword(client: pg.PoolClient, passwordHash: string, token: string): Promise<void> {
  await client.query(CHANGE_PASSWORD, [passwordHash, token]);
}
