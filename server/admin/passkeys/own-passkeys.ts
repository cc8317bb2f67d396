/** Passkeys of the own account: challenges, new passkeys, their use and their removal. Functions of PostgreSQL read and write them. */
import type pg from 'pg';
import type { AddPasskey, OwnPasskey, PasskeyProof } from '../../../mappings/contract/passkeys.ts';
import { inTransaction } from '../../../platform/postgres.ts';
import { NotFoundError, RefusedError } from '../../shared/errors.ts';
import { createRecoveryCodes } from '../accounts/recovery-codes.ts';
import { noteAddress } from '../as-account.ts';
import { createChallenge, type RelyingParty, type StoredPasskey } from './relying-party.ts';

type Options = Readonly<Record<string, unknown>>;

/** The passkey's answer, with the secret of the browser that got the challenge. */
export interface HeldProof {
  readonly holder: string;
  readonly proof: PasskeyProof;
}

/** Index: passkeys_account. */
const OF_PROVEN = `
  select credential_id as id, public_key as "publicKey", counter::float8 as counter, transports from passkeys_of_proven()`;

/** Those of the account whose password the transaction has proven. */
export async function passkeysOfProven(client: pg.PoolClient): Promise<readonly StoredPasskey[]> {
  return (await client.query<StoredPasskey>(OF_PROVEN)).rows;
}

/** Index: passkey_challenges_pkey. $1 holder, $2 purpose, $3 challenge. */
const BEGIN = 'select begin_passkey($1, $2, $3)';

/**
 * A challenge for the second step of a sign-in. `holder`: a secret that only this browser has.
 * @throws RefusedError 409 `passkeys_none`
 */
export async function beginProof(client: pg.PoolClient, party: RelyingParty, holder: string): Promise<Options> {
  const passkeys = await passkeysOfProven(client);
  if (passkeys.length === 0) throw noPasskeys();
  const challenge = createChallenge();
  await client.query(BEGIN, [holder, 'prove', challenge]);
  return { ...(await party.requestOptions(challenge, passkeys)) };
}

/** The proven account adds a passkey in the session with this token. */
export async function beginNew(
  client: pg.PoolClient,
  party: RelyingParty,
  { name, token }: { readonly name: string; readonly token: string },
): Promise<Options> {
  const challenge = createChallenge();
  await client.query(BEGIN, [token, 'add', challenge]);
  return { ...(await party.creationOptions(name, challenge, await passkeysOfProven(client))) };
}

interface OwnRow {
  readonly id: Buffer;
  readonly name: string;
  readonly transports: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** Indexes: sessions_pkey, passkeys_account. $1 token. */
const OF_SESSION = `
  select credential_id as id, name, transports, created_at as "createdAt", last_used_at as "lastUsedAt"
    from passkeys_of_session($1)`;

export async function listOwnPasskeys(pool: pg.Pool, token: string): Promise<OwnPasskey[]> {
  const { rows } = await pool.query<OwnRow>(OF_SESSION, [token]);
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id: id.toString('base64url'),
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }));
}

/** Indexes: sessions_pkey, passkey_challenges_pkey. $1 token, $2 challenge. */
const BEGIN_IN_SESSION = 'select begin_passkey_in_session($1, $2)';

/** A challenge for a change of the own account in this session. @throws RefusedError 409 `passkeys_none` */
export async function beginProofInSession(pool: pg.Pool, party: RelyingParty, token: string): Promise<Options> {
  const { rows } = await pool.query<OwnRow>(OF_SESSION, [token]);
  if (rows.length === 0) throw noPasskeys();
  const challenge = createChallenge();
  await pool.query(BEGIN_IN_SESSION, [token, challenge]);
  return { ...(await party.requestOptions(challenge, rows)) };
}

/** Indexes: sessions_pkey, passkey_challenges_pkey. $1 token. */
const TAKE_NEW = 'select take_new_passkey_challenge($1) as challenge';

/** Indexes: passkey_challenges_pkey, passkeys_pkey, passkeys_account. $1 token, $2 … $6 the passkey, $7 hashes of recovery codes. */
const ADD = 'select add_passkey($1, $2, $3, $4, $5, $6, $7::bytea[]) as is_first';

/**
 * Adds the passkey. The first second factor of an account brings the recovery codes; otherwise the answer is null.
 * @throws RefusedError 409 `passkey_not_begun`, `passkey_known`, `passkeys_limit`, 403 `passkey_refused`
 */
export async function addPasskey(
  pool: pg.Pool,
  party: RelyingParty,
  token: string,
  given: AddPasskey,
): Promise<readonly string[] | null> {
  // Committed at once: a refused answer uses the challenge up too.
  const { rows } = await pool.query<{ challenge: Buffer | null }>(TAKE_NEW, [token]);
  const challenge = rows[0]?.challenge ?? null;
  if (challenge === null) {
    throw new RefusedError(409, 'passkey_not_begun', 'There is no challenge for a new passkey. Begin again.');
  }
  const passkey = await party.verifyNew(given, challenge);
  if (passkey === null) throw new RefusedError(403, 'passkey_refused', 'The answer of the authenticator is invalid.');
  const { codes, hashes } = createRecoveryCodes();
  const { id, publicKey, counter, transports } = passkey;
  const values = [token, id, given.name.toWellFormed().replaceAll('\0', ' '), publicKey, counter, transports, hashes];
  return inTransaction(pool, async (client) => {
    const added = await client.query<{ is_first: boolean }>(ADD, values).catch((error: unknown) => {
      throw refusalOf(error);
    });
    await noteAddress(client);
    return added.rows[0]?.is_first === true ? codes : null;
  });
}

function refusalOf(error: unknown): unknown {
  const { constraint } = error as { readonly constraint?: string };
  if (constraint === 'passkeys_pkey')
    return new RefusedError(409, 'passkey_known', 'This passkey is registered already.');
  if (constraint === 'passkeys_limit') {
    return new RefusedError(409, 'passkeys_limit', 'An account has at most ten passkeys. Remove one first.');
  }
  return error;
}

/** Index: passkey_challenges_pkey. $1 holder. */
const TAKE = 'select take_passkey_challenge($1) as challenge';

/** Index: passkeys_pkey. $1 credential, $2 counter. */
const NOTE_USE = 'select note_passkey_use($1, $2)';

/** Whether a passkey of the proven account signed the challenge of this browser. The challenge is used up in any case. */
export async function checkPasskey(
  client: pg.PoolClient,
  party: RelyingParty,
  passkeys: readonly StoredPasskey[],
  { holder, proof }: HeldProof,
): Promise<boolean> {
  const { rows } = await client.query<{ challenge: Buffer | null }>(TAKE, [holder]);
  const challenge = rows[0]?.challenge ?? null;
  const signer = passkeys.find(({ id }) => id.equals(Buffer.from(proof.id, 'base64url')));
  if (challenge === null || signer === undefined) return false;
  const counter = await party.verify(proof, challenge, signer);
  if (counter === null) return false;
  await client.query(NOTE_USE, [signer.id, counter]);
  return true;
}

/** Indexes: passkeys_pkey, passkeys_account. $1 credential. */
const REMOVE = 'select remove_passkey($1) as is_removed';

/** Removes a passkey of the proven account. @throws NotFoundError `passkey_unknown` */
export async function removePasskey(client: pg.PoolClient, id: string): Promise<void> {
  const { rows } = await client.query<{ is_removed: boolean }>(REMOVE, [Buffer.from(id, 'base64url')]);
  if (rows[0]?.is_removed !== true) throw new NotFoundError('passkey_unknown', 'This account has no such passkey.');
}

function noPasskeys(): RefusedError {
  return new RefusedError(409, 'passkeys_none', 'This account has no passkey.');
}

/** @throws RefusedError 409 `passkeys_off` */
export function usableParty(party: RelyingParty | null): RelyingParty {
  if (party !== null) return party;
  throw new RefusedError(
    409,
    'passkeys_off',
    'Passkeys need a public address of the archive under https: set SAGASU_PUBLIC_URL.',
  );
}
