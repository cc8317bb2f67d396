/** Invitations: a link with which the invited person chooses the password of a new account. It works once, and for three days. */
import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { RoleOnBoard } from '../../../mappings/roles.ts';
import { NotFoundError } from '../../shared/errors.ts';
import { inTransaction } from '../../../platform/postgres.ts';
import { asAdmin, noteAddress } from '../as-account.ts';
import { accountExists, assertName } from './accounts.ts';
import { replaceRoles } from './manage.ts';
import { assertPassword, hashPassword } from './passwords.ts';

const LIFETIME_MS = 3 * 24 * 3_600_000;
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export interface NewInvitation {
  readonly name: string;
  readonly roles: readonly RoleOnBoard[];
  readonly isTotpRequired: boolean;
}

export interface Invitation {
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * The row of a new account, or of one that was invited before and has no password yet. Index: accounts' unique name.
 * $1 name, $2 whether a second factor is required.
 */
const UPSERT_ACCOUNT = `
  insert into accounts (name, totp_required) values ($1, $2)
  on conflict (name) do update set totp_required = excluded.totp_required where not accounts.has_password
  returning id`;

/** Index: invitations_pkey. $1 account. */
const DELETE_INVITATION = 'delete from invitations where account_id = $1';

/** $1 account, $2 hash of the token, $3 end. */
const INSERT_INVITATION = 'insert into invitations (account_id, token_hash, expires_at) values ($1, $2, $3)';

/**
 * Invites somebody. A second invitation to an account that has not accepted yet voids the earlier link. `secret`: see asAccount.
 * @throws RefusedError `name_invalid`, `account_exists`, NotFoundError `board_unknown`
 */
export async function invite(
  pool: pg.Pool,
  invitation: NewInvitation,
  now: Date,
  secret: string | null = null,
): Promise<Invitation> {
  const { name, roles, isTotpRequired } = invitation;
  assertName(name);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  await asAdmin(pool, secret, async (client) => {
    const { rows } = await client.query<{ id: number }>(UPSERT_ACCOUNT, [name, isTotpRequired]);
    const [account] = rows;
    if (account === undefined) throw accountExists(name);
    await replaceRoles(client, account.id, roles);
    await client.query(DELETE_INVITATION, [account.id]);
    await client.query(INSERT_INVITATION, [account.id, hashOf(token), expiresAt]);
  });
  return { token, expiresAt };
}

/** Index: invitations' unique hash. $1 token. */
const HAS_INVITATION = 'select has_invitation($1) as is_open';

/** Indexes: invitations' unique hash, accounts_pkey. $1 token, $2 hash of the password. */
const USE_INVITATION = 'select use_invitation($1, $2) as name';

/** Returns the name of the account. @throws NotFoundError `invitation_unknown`, RefusedError `password_invalid` */
export async function acceptInvitation(pool: pg.Pool, token: string, password: string): Promise<string> {
  // Checked before the password is hashed, so that guessed tokens cost no memory.
  const found = TOKEN.test(token)
    ? (await pool.query<{ is_open: boolean }>(HAS_INVITATION, [token])).rows[0]
    : undefined;
  if (found?.is_open !== true) throw invitationUnknown();
  assertPassword(password);
  const hash = await hashPassword(password);
  const name = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ name: string | null }>(USE_INVITATION, [token, hash]);
    await noteAddress(client);
    return rows[0]?.name ?? null;
  });
  if (name === null) throw invitationUnknown();
  return name;
}

function invitationUnknown(): NotFoundError {
  return new NotFoundError(
    'invitation_unknown',
    'This invitation does not exist, was used or has expired. Ask for a new one.',
  );
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
