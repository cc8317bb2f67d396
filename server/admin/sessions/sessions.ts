/** Sessions of signed-in accounts. PostgreSQL stores the SHA-256 of each token, so that nobody can sign in with a stolen table. */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { RoleOnBoard } from '../../../mappings/roles.ts';

/** The owner of a session or a key. */
export interface Account {
  /** For a key: `key:` and its name. */
  readonly name: string;
  /** The account must set up a second factor before it may do anything else. */
  readonly mustSetUpTotp: boolean;
  readonly roles: readonly RoleOnBoard[];
}

export interface SessionAccount extends Account {
  readonly createdAt: Date;
  readonly hasTotp: boolean;
  readonly hasPasskey: boolean;
  readonly isTotpRequired: boolean;
  /** Number of unused recovery codes. */
  readonly recoveryCodes: number;
}

/** A session lasts a week, or twelve hours without a request, by PostgreSQL's clock, in the function account_of_session. */
export const SESSION_MS = 7 * 24 * 3_600_000;

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Also deletes old sessions: reads all of a small table. $1 token. */
const OPEN_SESSION = 'select open_session($1)';

/** Creates a session of the account whose password the transaction has proven, and returns its token. */
export async function openSession(client: pg.PoolClient): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await client.query(OPEN_SESSION, [token]);
  return token;
}

/** Indexes: sessions_pkey, accounts_pkey, account_roles' unique key, boards_pkey, passkeys_account. $1 token. */
const FIND_SESSION = `
  select name, created_at as "createdAt", has_totp as "hasTotp", has_passkey as "hasPasskey", totp_required as "isTotpRequired",
    totp_required and not has_totp and not has_passkey as "mustSetUpTotp", recovery_codes as "recoveryCodes", roles
    from find_session($1)`;

/** Index: sessions_pkey. $1 token. */
const END_SESSION = 'select end_session($1)';

export class Sessions {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** null for an unknown token, for a session that was idle or open for too long, and for a disabled account. */
  async find(token: string): Promise<SessionAccount | null> {
    if (!TOKEN.test(token)) return null;
    const { rows } = await this.#pool.query<SessionAccount>(FIND_SESSION, [token]);
    return rows[0] ?? null;
  }

  async end(token: string): Promise<void> {
    if (TOKEN.test(token)) await this.#pool.query(END_SESSION, [token]);
  }
}
