import { createHash } from 'node:crypto';
import type pg from 'pg';
import { REMEMBER_URL, SEEN_URL } from './sql.ts';

/** Documents that never change again: not to be asked for twice. */
export interface UrlHistory {
  seen(url: string): Promise<boolean>;
  /** When what it holds is stored. */
  remember(url: string): Promise<void>;
}

export function createUrlHistory(pool: pg.Pool): UrlHistory {
  return {
    async seen(url) {
      const { rowCount } = await pool.query(SEEN_URL, [urlHash(url), url]);
      return rowCount === 1;
    },
    async remember(url) {
      await pool.query(REMEMBER_URL, [urlHash(url), url]);
    },
  };
}

/** The first 8 bytes of the address's SHA-256, as PostgreSQL's bigint has them. */
export function urlHash(url: string): bigint {
  return createHash('sha256').update(url).digest().readBigInt64BE(0);
}
