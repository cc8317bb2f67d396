/**
 * The server sends the hash of a password to PostgreSQL, which compares it and never returns a stored hash (docs/decisions/0014-row-
 * security.md).
 */
import type pg from 'pg';
import { noteAddress } from '../as-account.ts';

/** Index: accounts' unique name. $1 name. */
const FIND_SALT = 'select find_password_salt($1) as salt';

/** Parameters and salt of the password hash. null for an unknown name, and until the invited person has chosen a password. */
export async function findPasswordSalt(pool: pg.Pool, name: string): Promise<string | null> {
  const { rows } = await pool.query<{ salt: string | null }>(FIND_SALT, [name]);
  return rows[0]?.salt ?? null;
}

/** The account whose password was proven in this transaction, which may change it. */
export interface ProvenAccount {
  readonly totpSecret: Buffer | null;
  /** The last step whose code was accepted; null while no code has confirmed the secret. */
  readonly totpStep: number | null;
}

/** Index: accounts' unique name. $1 name, $2 hash. */
const PROVE_PASSWORD = `select totp_secret as "totpSecret", totp_step::int as "totpStep" from prove_password($1, $2)`;

/**
 * Locks the account until the transaction ends, so that no code is accepted twice. null if the hash is wrong or the account is
 * disabled.
 */
export async function provePassword(
  client: pg.PoolClient,
  name: string,
  passwordHash: string,
): Promise<ProvenAccount | null> {
  const { rows } = await client.query<ProvenAccount>(PROVE_PASSWORD, [name, passwordHash]);
  const [account] = rows;
  if (account === undefined) return null;
  await noteAddress(client);
  return account;
}
