/** Sessions of signed-in users. PostgreSQL stores the SHA-256 of each token: whoever reads the table cannot sign in with it. */
import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';

export interface AdminUser {
  readonly id: number;
  readonly name: string;
}

const HOUR_MS = 3_600_000;
const IDLE_MS = 12 * HOUR_MS;
export const SESSION_MS = 7 * 24 * HOUR_MS;
/** `last_seen` is written at most this often, not at every request. */
const TOUCH_MS = 60_000;

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * Inserts nothing when the password has been changed since it was verified. By users_pkey. $1 hash of the token, $2 user,
 * $3 the password's hash, $4 now.
 */
const INSERT_SESSION = `
  insert into sessions (id_hash, user_id, created_at, last_seen)
  select $1, id, $4, $4 from users where id = $2 and password_hash = $3 for share
  returning user_id`;

/** By sessions_pkey. $1 hash of the token, $2 last seen after, $3 created after. */
const READ_SESSION = `
  select u.id, u.name, s.last_seen
    from sessions s
    join users u on u.id = s.user_id
   where s.id_hash = $1 and s.last_seen > $2 and s.created_at > $3`;

interface SessionRow {
  readonly id: number;
  readonly name: string;
  readonly last_seen: Date;
}

/** By sessions_pkey. $1 hash of the token, $2 now. */
const TOUCH_SESSION = `update sessions set last_seen = $2 where id_hash = $1 and last_seen < $2`;

/** By sessions_pkey. $1 hash of the token. */
const DELETE_SESSION = `delete from sessions where id_hash = $1`;

/** Reads the whole of a small table. $1 last seen up to, $2 created up to. */
const DELETE_EXPIRED = `delete from sessions where last_seen <= $1 or created_at <= $2`;

export class Sessions {
  readonly #pool: pg.Pool;
  readonly #clock: () => Date;

  constructor(pool: pg.Pool, clock: () => Date) {
    this.#pool = pool;
    this.#clock = clock;
  }

  /** Creates a session and returns its token; null when the user's password is no longer `passwordHash`. */
  async open(userId: number, passwordHash: string): Promise<string | null> {
    const now = this.#clock();
    await this.#pool.query(DELETE_EXPIRED, [before(now, IDLE_MS), before(now, SESSION_MS)]);
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const { rowCount } = await this.#pool.query(INSERT_SESSION, [hashOf(token), userId, passwordHash, now]);
    return rowCount === 0 ? null : token;
  }

  /** null for an unknown token, and for a session that was idle or open for too long. */
  async find(token: string): Promise<AdminUser | null> {
    if (!TOKEN.test(token)) return null;
    const now = this.#clock();
    const values = [hashOf(token), before(now, IDLE_MS), before(now, SESSION_MS)];
    const { rows } = await this.#pool.query<SessionRow>(READ_SESSION, values);
    const [row] = rows;
    if (row === undefined) return null;
    if (row.last_seen < before(now, TOUCH_MS)) await this.#pool.query(TOUCH_SESSION, [hashOf(token), now]);
    return { id: row.id, name: row.name };
  }

  async end(token: string): Promise<void> {
    await this.#pool.query(DELETE_SESSION, [hashOf(token)]);
  }
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
