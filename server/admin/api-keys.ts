/** Keys of programs that may ask more than an address may. Only the command line makes and revokes them. */
import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { AppError } from '../../platform/errors.ts';
import * as sql from './keys/sql.ts';

/** read: larger allowances. export: exports as long as those of admins. */
export const SCOPES = ['read', 'export'] as const;
export type Scope = (typeof SCOPES)[number];

const NAME = /^[a-z0-9][a-z0-9._-]{0,31}$/;
/** Tells people, and programs that look for secrets, what they have found. */
const PREFIX = 'sagasu_';
const KEY_BYTES = 32;
const KEY = /^sagasu_[A-Za-z0-9_-]{43}$/;

export class KeyError extends AppError {}

export interface NewKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Of cost; null for what keys may by default. */
  readonly perMinute: number | null;
  readonly expiresAt: Date | null;
}

export interface ListedKey extends Omit<NewKey, 'scopes'> {
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** Answers the key itself, which nobody can tell again. @throws KeyError */
export async function addKey(pool: pg.Pool, { name, scopes, perMinute, expiresAt }: NewKey, now: Date) {
  if (!NAME.test(name)) {
    throw new KeyError(
      'name_invalid',
      'a name has up to 32 of a-z, 0-9, dot, dash and underscore, and begins with a letter or digit',
    );
  }
  const key = PREFIX + randomBytes(KEY_BYTES).toString('base64url');
  const { rowCount } = await pool.query(sql.INSERT_KEY, [name, hashOf(key), scopes, perMinute, now, expiresAt]);
  if (rowCount === 0) throw new KeyError('key_exists', `there is a key ${name} already`);
  return key;
}

/** @throws KeyError */
export async function revokeKey(pool: pg.Pool, name: string): Promise<void> {
  const { rowCount } = await pool.query(sql.DELETE_KEY, [name]);
  if (rowCount === 0) throw new KeyError('key_unknown', `there is no key ${name}`);
}

export async function listKeys(pool: pg.Pool): Promise<ListedKey[]> {
  const { rows } = await pool.query<sql.ListedKeyRow>(sql.LIST_KEYS);
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

/** How long a key that was revoked may still be taken for good. */
const FRESH_MS = 2_000;
const TOUCH_MS = 60_000;
const MOST_REMEMBERED = 10_000;

interface Found {
  readonly key: ApiKey | null;
  readonly at: number;
  readonly expiresAt: number;
}

/** Looks keys up, a moment's worth at once. */
export class ApiKeys {
  readonly #pool: pg.Pool;
  readonly #clock: () => Date;
  /** By the key's hash, the longest known first. */
  readonly #found = new Map<string, Found>();

  constructor(pool: pg.Pool, clock: () => Date) {
    this.#pool = pool;
    this.#clock = clock;
  }

  /** null when no such key is good. Rejects when PostgreSQL cannot say. */
  async find(written: string): Promise<ApiKey | null> {
    if (!KEY.test(written)) return null;
    const hash = hashOf(written);
    const name = hash.toString('base64');
    const now = this.#clock();
    const known = this.#found.get(name);
    const age = now.getTime() - (known?.at ?? -Infinity);
    if (known !== undefined && age >= 0 && age < FRESH_MS) return now.getTime() < known.expiresAt ? known.key : null;
    const { rows } = await this.#pool.query<sql.KeyRow>(sql.READ_KEY, [hash, now]);
    const [row] = rows;
    const key = row === undefined ? null : { id: row.id, scopes: row.scopes, perMinute: row.per_minute };
    this.#found.delete(name);
    this.#found.set(name, { key, at: now.getTime(), expiresAt: row?.expires_at?.getTime() ?? Infinity });
    const [oldest] = this.#found.keys();
    if (this.#found.size > MOST_REMEMBERED && oldest !== undefined) this.#found.delete(oldest);
    const lastUsed = row?.last_used_at?.getTime() ?? -Infinity;
    if (row !== undefined && now.getTime() - lastUsed > TOUCH_MS) await this.#pool.query(sql.TOUCH_KEY, [row.id, now]);
    return key;
  }
}

/** `Authorization: Bearer …`; null when there is none. */
export function keyIn(header: string | undefined): string | null {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null;
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
