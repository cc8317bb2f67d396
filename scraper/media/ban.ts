import type pg from 'pg';
import { inTransaction } from '../../platform/postgres.ts';
import * as sql from './verify-sql.ts';

/** An MD5 (32 digits, or base64 as the 4chan API has it) or a SHA-256 (64 digits); null for anything else. */
export function parseHash(text: string): Buffer | null {
  if (/^([0-9a-f]{32}|[0-9a-f]{64})$/i.test(text)) return Buffer.from(text, 'hex');
  const safe = text.replaceAll('-', '+').replaceAll('_', '/');
  return /^[A-Za-z0-9+/]{21}[AQgw](==)?$/.test(safe) ? Buffer.from(safe, 'base64') : null;
}

/** Never stored from now on; what is here is given out no more from now on, and taken away by a scraper. Returns how many files. */
export async function banMedia(pool: pg.Pool, hash: Buffer, by: string, reason: string | null): Promise<number> {
  return inTransaction(pool, async (client) => {
    await client.query(sql.BAN, [hash, reason, by]);
    return (await client.query(sql.BAN_IMAGES, [hash])).rowCount ?? 0;
  });
}

/** It may be stored again, and is asked for where it still can be had. False when it was not banned. */
export async function unbanMedia(pool: pg.Pool, hash: Buffer, now: Date): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(sql.UNBAN, [hash]);
    if (rowCount !== 1) return false;
    const { rows } = await client.query<{ sha256: Buffer }>(sql.UNBAN_IMAGES, [hash]);
    for (const { sha256 } of rows) await client.query(sql.WANT_AGAIN, [sha256, now]);
    await client.query(sql.WANT_BANNED_AGAIN, [now]);
    return true;
  });
}
