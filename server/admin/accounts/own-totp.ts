/**
 * Changes the TOTP of the own account. All functions except the confirmation require a proven password and a locked account
 * (credentials.ts).
 */
import type pg from 'pg';
import { RefusedError } from '../../shared/errors.ts';
import { noteAddress } from '../as-account.ts';
import type { ProvenAccount } from './credentials.ts';
import { passkeysOfProven } from '../passkeys/own-passkeys.ts';
import { createRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts';
import { createSecret, isTotpCode, setupOf, stepOfCode, type TotpSetup } from './totp.ts';

/** Index: accounts_pkey. $1 secret. */
const BEGIN_TOTP = 'select begin_totp($1)';

/** Stores a new secret, which is in force once a code confirms it. @throws RefusedError 409 `totp_on` */
export async function beginTotp(client: pg.PoolClient, account: ProvenAccount, name: string): Promise<TotpSetup> {
  if (account.totpStep !== null) {
    throw new RefusedError(409, 'totp_on', 'This account already has an authenticator app. Remove it first.');
  }
  const secret = createSecret();
  await client.query(BEGIN_TOTP, [secret]);
  return setupOf(secret, name);
}

/** Indexes: sessions_pkey, accounts_pkey. $1 token. */
const FIND_NEW_SECRET = 'select find_new_totp($1) as secret';

/** Indexes: sessions_pkey, accounts_pkey. $1 token, $2 step, $3 hashes of recovery codes. */
const CONFIRM_TOTP = 'select confirm_totp($1, $2, $3::bytea[])';

/**
 * Puts the secret in force, ends the other sessions, which were opened without a code, and returns the first recovery codes.
 * @throws RefusedError 409 `totp_not_begun`, 403 `code_wrong`
 */
export async function confirmTotp(
  client: pg.PoolClient,
  { token, code, now }: { token: string; code: string; now: Date },
): Promise<readonly string[]> {
  const { rows } = await client.query<{ secret: Buffer | null }>(FIND_NEW_SECRET, [token]);
  const secret = rows[0]?.secret ?? null;
  if (secret === null) {
    throw new RefusedError(409, 'totp_not_begun', 'There is no secret to confirm. Begin the setup again.');
  }
  const typed = code.replaceAll(/\s/g, '');
  const step = isTotpCode(typed) ? stepOfCode(secret, typed, now) : null;
  if (step === null) throw new RefusedError(403, 'code_wrong', 'The code is wrong.');
  const { codes, hashes } = createRecoveryCodes();
  await client.query(CONFIRM_TOTP, [token, step, hashes]);
  await noteAddress(client);
  return codes;
}

/** Indexes: accounts_pkey, recovery_codes_pkey. */
const REMOVE_TOTP = 'select remove_totp()';

/** @throws RefusedError 409 `totp_off` */
export async function removeTotp(client: pg.PoolClient, account: ProvenAccount): Promise<void> {
  assertOn(account);
  await client.query(REMOVE_TOTP);
}

/** @throws RefusedError 409 `totp_off` for an account without a second factor */
export async function renewOwnCodes(client: pg.PoolClient, account: ProvenAccount): Promise<readonly string[]> {
  if ((await passkeysOfProven(client)).length === 0) assertOn(account);
  return renewRecoveryCodes(client);
}

function assertOn({ totpStep }: ProvenAccount): void {
  if (totpStep === null) throw new RefusedError(409, 'totp_off', 'This account has no authenticator app.');
}
