/**
 * API keys of programs: a key has its own rate limit and scopes. Only the command line creates and revokes keys. PostgreSQL
 * stores the SHA-256 of each key, never the key.
 */
import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { AppError } from '../../platform/errors.ts';

/** `read`: the rate limit of keys. `export`: exports with as many rows as admins get. */
export const SCOPES = ['read', 'export'] as const;
export type Scope = (typeof SCOPES)[number];

const NAME = /^[a-z0-9][a-z0-9._-]{0,31}$/;
/** Lets people and secret scanners recognise a key of this software. */
const PREFIX = 'sagasu_';
const KEY_BYTES = 32;
const KEY = /^sagasu_[A-Za-z0-9_-]{43}$/;

export class KeyError extends AppError {}

export interface NewKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Cost units a minute; null for the default limit of keys. */
  readonly perMinute: number | null;
  readonly expiresAt: Date | null;
}

export interface ListedKey extends Omit<NewKey, 'scopes'> {
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** By api_keys' unique name. $1 name, $2 hash, $3 scopes, $4 cost units a minute, $5 now, $6 expiry. */
const INSERT_KEY = `
  insert into api_keys (name, key_hash, scopes, per_minute, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6) on conflict (name) do nothing`;

/**
 * Creates a key and returns its text, which cannot be read again later.
 * @throws KeyError `name_invalid`, `key_exists`
 */
export async function addKey(pool: pg.Pool, { name, scopes, perMinute, expiresAt }: NewKey, now: Date) {
  if (!NAME.test(name)) {
    throw new KeyError(
      'name_invalid',
      'a name has 1 to 32 of the characters a-z, 0-9, dot, dash and underscore, and begins with a letter or digit',
    );
  }
  const key = PREFIX + randomBytes(KEY_BYTES).toString('base64url');
  const { rowCount } = await pool.query(INSERT_KEY, [name, hashOf(key), scopes, perMinute, now, expiresAt]);
  if (rowCount === 0) throw new KeyError('key_exists', `a key named ${name} already exists`);
  return key;
}

/** By api_keys' unique name. $1 name. */
const DELETE_KEY = 'delete from api_keys where name = $1';

/** @throws KeyError `key_unknown` */
export async function revokeKey(pool: pg.Pool, name: string): Promise<void> {
  const { rowCount } = await pool.query(DELETE_KEY, [name]);
  if (rowCount === 0) throw new KeyError('key_unknown', `there is no key named ${name}`);
}

/** Reads the whole of a small table. */
const LIST_KEYS = `
  select name, scopes, per_minute, created_at, expires_at, last_used_at from api_keys order by name`;

interface ListedKeyRow {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly per_minute: number | null;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
}

/** All keys, by name. */
export async function listKeys(pool: pg.Pool): Promise<ListedKey[]> {
  const { rows } = await pool.query<ListedKeyRow>(LIST_KEYS);
  return rows.map((row) => ({
    name: row.name,
    scopes: row.scopes,
    perMinute: row.per_minute,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }));
}

export interface ApiKey {
  readonly id: number;
  readonly scopes: readonly string[];
  readonly perMinute: number | null;
}

/** How long a server keeps accepting a key after it was revoked. */
const FRESH_MS = 2_000;
/** `last_used_at` is written at most this often. */
const TOUCH_MS = 60_000;
const MAX_CACHED_KEYS = 10_000;

interface CachedKey {
  /** null: there is no such key. */
  readonly key: ApiKey | null;
  readonly readAt: number;
  readonly expiresAt: number;
}

/** By api_keys' unique hash. $1 hash, $2 now. */
const READ_KEY = `
  select id, scopes, per_minute, expires_at, last_used_at
    from api_keys
   where key_hash = $1 and (expires_at is null or expires_at > $2)`;

interface KeyRow {
  readonly id: number;
  readonly scopes: readonly string[];
  readonly per_minute: number | null;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
}

/** By api_keys_pkey. $1 id, $2 now. */
const TOUCH_KEY = 'update api_keys set last_used_at = $2 where id = $1';

/** Finds keys by their text, with a cache of a few seconds. */
export class ApiKeys {
  readonly #pool: pg.Pool;
  readonly #clock: () => Date;
  /** By hash. Unknown keys are cached too, so that guessing does not become load on PostgreSQL. */
  readonly #cached = new LRUCache<string, CachedKey>({ max: MAX_CACHED_KEYS });

  constructor(pool: pg.Pool, clock: () => Date) {
    this.#pool = pool;
    this.#clock = clock;
  }

  /** null for an unknown, revoked or expired key. Rejects when PostgreSQL does not answer. */
  async find(text: string): Promise<ApiKey | null> {
    if (!KEY.test(text)) return null;
    const hash = hashOf(text);
    const name = hash.toString('base64');
    const now = this.#clock();
    const cached = this.#cached.get(name);
    const age = now.getTime() - (cached?.readAt ?? -Infinity);
    if (cached !== undefined && age >= 0 && age < FRESH_MS) return now.getTime() < cached.expiresAt ? cached.key : null;
    const { rows } = await this.#pool.query<KeyRow>(READ_KEY, [hash, now]);
    const [row] = rows;
    const key = row === undefined ? null : { id: row.id, scopes: row.scopes, perMinute: row.per_minute };
    this.#cached.set(name, { key, readAt: now.getTime(), expiresAt: row?.expires_at?.getTime() ?? Infinity });
    const lastUsed = row?.last_used_at?.getTime() ?? -Infinity;
    if (row !== undefined && now.getTime() - lastUsed > TOUCH_MS) await this.#pool.query(TOUCH_KEY, [row.id, now]);
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
