/**
 * API keys of programs: a key has its own rate limit, scopes and, for the admin API, roles as accounts have. PostgreSQL stores the SHA-256
 * of each key, never the key.
 */
import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { SCOPES } from '../../mappings/contract/keys.ts';
import type { RoleOnBoard } from '../../mappings/roles.ts';
import { NotFoundError, RefusedError } from '../shared/errors.ts';
import { asAdmin } from './as-account.ts';

export type Scope = (typeof SCOPES)[number];

const NAME = /^[a-z0-9][a-z0-9._-]{0,31}$/;
/** Lets people and secret scanners recognise a key of this software. */
const PREFIX = 'sagasu_';
const KEY_BYTES = 32;
const KEY = /^sagasu_[A-Za-z0-9_-]{43}$/;

export interface NewKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Cost units a minute; null for the default limit of keys. */
  readonly perMinute: number | null;
  readonly expiresAt: Date | null;
  readonly roles?: readonly RoleOnBoard[];
}

export interface ListedKey extends Omit<NewKey, 'scopes'> {
  readonly roles: readonly RoleOnBoard[];
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** Index: api_keys' unique name. $1 name, $2 hash, $3 scopes, $4 cost units a minute, $5 expiry. */
const INSERT_KEY = `
  insert into api_keys (name, key_hash, scopes, per_minute, expires_at) values ($1, $2, $3, $4, $5)
  on conflict (name) do nothing returning id`;

/** Index: boards' unique name. $1 key, $2 role, $3 board or null. No row for an unknown board. */
const INSERT_ROLE = `
  insert into key_roles (key_id, role, board_id)
  select $1::int, $2::text, id from boards where name = $3
  union all select $1, $2, null::int where $3::text is null
  on conflict (key_id, board_id) do update set role = excluded.role`;

/**
 * Creates a key and returns its text, which cannot be read again later. `secret`: see asAccount.
 * @throws RefusedError `name_invalid`, `key_exists`, NotFoundError `board_unknown`
 */
export async function addKey(
  pool: pg.Pool,
  { name, scopes, perMinute, expiresAt, roles = [] }: NewKey,
  secret: string | null = null,
): Promise<string> {
  if (!NAME.test(name)) {
    throw new RefusedError(
      400,
      'name_invalid',
      'A name has 1 to 32 of the characters a-z, 0-9, dot, dash and underscore, and begins with a letter or digit.',
    );
  }
  const key = PREFIX + randomBytes(KEY_BYTES).toString('base64url');
  await asAdmin(pool, secret, async (client) => {
    const { rows } = await client.query<{ id: number }>(INSERT_KEY, [name, hashOf(key), scopes, perMinute, expiresAt]);
    const [added] = rows;
    if (added === undefined) throw new RefusedError(409, 'key_exists', `A key named ${name} already exists.`);
    for (const { role, board } of roles) {
      const { rowCount } = await client.query(INSERT_ROLE, [added.id, role, board]);
      if (rowCount === 0) throw new NotFoundError('board_unknown', `There is no board ${JSON.stringify(board)}.`);
    }
  });
  return key;
}

/** Index: api_keys' unique name. $1 name. */
const DELETE_KEY = 'delete from api_keys where name = $1';

/** `secret`: see asAccount. @throws NotFoundError `key_unknown` */
export async function revokeKey(pool: pg.Pool, name: string, secret: string | null = null): Promise<void> {
  const { rowCount } = await asAdmin(pool, secret, async (client) => client.query(DELETE_KEY, [name]));
  if (rowCount === 0) throw new NotFoundError('key_unknown', `There is no key named ${name}.`);
}

/** Reads all of some small tables. */
const LIST_KEYS = `
  select k.name, k.scopes, k.per_minute as "perMinute", k.created_at as "createdAt", k.expires_at as "expiresAt",
    k.last_used_at as "lastUsedAt",
    (select coalesce(json_agg(json_build_object('role', r.role, 'board', b.name) order by r.role, b.name nulls first), '[]')
       from key_roles r left join boards b on b.id = r.board_id where r.key_id = k.id) as roles
    from api_keys k order by k.name`;

/** All keys, by name. `secret`: see asAccount. */
export async function listKeys(pool: pg.Pool, secret: string | null = null): Promise<ListedKey[]> {
  return asAdmin(pool, secret, async (client) => (await client.query<ListedKey>(LIST_KEYS)).rows);
}

export interface ApiKey {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly perMinute: number | null;
  readonly roles: readonly RoleOnBoard[];
}

/** How long a server keeps accepting a key after it was revoked. */
const FRESH_MS = 2_000;
const MAX_CACHED_KEYS = 10_000;

interface CachedKey {
  /** null: there is no such key. */
  readonly key: ApiKey | null;
  readonly readAt: number;
  readonly expiresAt: number;
}

/** By api_keys' and key_roles' unique keys. $1 key. */
const FIND_KEY = `
  select name, scopes, per_minute as "perMinute", expires_at as "expiresAt", roles from find_key($1)`;

interface KeyRow extends ApiKey {
  readonly expiresAt: Date | null;
}

/** Finds keys by their text, with a cache of a few seconds. */
export class ApiKeys {
  readonly #pool: pg.Pool;
  readonly #clock: () => Date;
  /** Cached by hash. Unknown keys are cached too, so that guesses do not load PostgreSQL. */
  readonly #cached = new LRUCache<string, CachedKey>({ max: MAX_CACHED_KEYS });

  constructor(pool: pg.Pool, clock: () => Date) {
    this.#pool = pool;
    this.#clock = clock;
  }

  /** null for an unknown, revoked or expired key. Rejects when PostgreSQL does not answer. */
  async find(text: string): Promise<ApiKey | null> {
    if (!KEY.test(text)) return null;
    const name = hashOf(text).toString('base64');
    const now = this.#clock();
    const cached = this.#cached.get(name);
    const age = now.getTime() - (cached?.readAt ?? -Infinity);
    if (cached !== undefined && age >= 0 && age < FRESH_MS) return now.getTime() < cached.expiresAt ? cached.key : null;
    const { rows } = await this.#pool.query<KeyRow>(FIND_KEY, [text]);
    const [key = null] = rows;
    this.#cached.set(name, { key, readAt: now.getTime(), expiresAt: key?.expiresAt?.getTime() ?? Infinity });
    return key;
  }
}

/** The key in `Authorization: Bearer …`; null without one. */
export function keyIn(header: string | undefined): string | null {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null;
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
