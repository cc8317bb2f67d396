import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import * as sql from './sql.ts';

export interface AdminUser {
  readonly id: number;
  readonly name: string;
}

const HOUR_MS = 3_600_000;
const IDLE_MS = 12 * HOUR_MS;
export const SESSION_MS = 7 * 24 * HOUR_MS;
/** How exactly the last request is known: to write it down at each would be a write a request. */
const TOUCH_MS = 60_000;

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Who is signed in. PostgreSQL keeps a hash of each token: who reads the table cannot sign in with it. */
export class Sessions {
  readonly #pool: pg.Pool;
  readonly #clock: () => Date;

  constructor(pool: pg.Pool, clock: () => Date) {
    this.#pool = pool;
    this.#clock = clock;
  }

  /** Answers the token of a new session; null when the user's password is another one by now. */
  async open(userId: number, passwordHash: string): Promise<string | null> {
    const now = this.#clock();
    await this.#pool.query(sql.DELETE_EXPIRED, [before(now, IDLE_MS), before(now, SESSION_MS)]);
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const { rowCount } = await this.#pool.query(sql.INSERT_SESSION, [hashOf(token), userId, passwordHash, now]);
    return rowCount === 0 ? null : token;
  }

  /** null unless the token is of a session that was used lately and is not too old. */
  async find(token: string): Promise<AdminUser | null> {
    if (!TOKEN.test(token)) return null;
    const now = this.#clock();
    const values = [hashOf(token), before(now, IDLE_MS), before(now, SESSION_MS)];
    const { rows } = await this.#pool.query<sql.SessionRow>(sql.READ_SESSION, values);
    const [row] = rows;
    if (row === undefined) return null;
    if (row.last_seen < before(now, TOUCH_MS)) await this.#pool.query(sql.TOUCH_SESSION, [hashOf(token), now]);
    return { id: row.id, name: row.name };
  }

  async end(token: string): Promise<void> {
    await this.#pool.query(sql.DELETE_SESSION, [hashOf(token)]);
  }
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
