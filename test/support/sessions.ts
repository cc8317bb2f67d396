import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';

export interface GivenRole {
  readonly name?: string;
  readonly role?: 'janitor' | 'moderator' | 'admin';
  /** null means every board. */
  readonly boardId?: number | null;
}

/** Opens a session of a new account, as the database's owner, and returns its token. */
export async function openSession(
  owner: pg.Pool,
  { name = 'warden', role = 'moderator', boardId = null }: GivenRole = {},
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await owner.query(
    `with account as (insert into accounts (name) values ($1) returning id),
     granted as (insert into account_roles (account_id, role, board_id) select id, $2, $3 from account)
     insert into sessions (id_hash, account_id) select $4, id from account`,
    [name, role, boardId, createHash('sha256').update(token).digest()],
  );
  return token;
}

const wardens = new WeakMap<pg.Pool, Promise<string>>();
const chiefs = new WeakMap<pg.Pool, Promise<string>>();

/** The token of `warden`, a moderator of every board, who is added at the first call. */
export async function wardenOf(owner: pg.Pool): Promise<string> {
  let token = wardens.get(owner);
  if (token === undefined) wardens.set(owner, (token = openSession(owner)));
  return token;
}

/** The token of `chief`, an admin of every board, who is added at the first call. */
export async function chiefOf(owner: pg.Pool): Promise<string> {
  let token = chiefs.get(owner);
  if (token === undefined) chiefs.set(owner, (token = openSession(owner, { name: 'chief', role: 'admin' })));
  return token;
}
