import type pg from 'pg';
import { parseMd5 } from '../../mappings/md5.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { Removal, RemovalLog } from '../../platform/removal-log.ts';
import { NOTE_FILE_CHANGE } from './sql.ts';
import * as sql from './verify-sql.ts';

/** Parses an MD5 (32 hexadecimal digits, or base64 as in the 4chan API) or a SHA-256 (64 hexadecimal digits); null for anything else. */
export function parseHash(text: string): Buffer | null {
  return /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : parseMd5(text);
}

/**
 * Bans a file: it is never stored again, a stored one is no longer served and a scraper deletes it. Returns how many stored files the
 * ban concerns.
 */
export async function banMedia(
  pool: pg.Pool,
  hash: Buffer,
  by: string,
  reason: string | null,
  log: RemovalLog | null = null,
): Promise<number> {
  return inTransaction(pool, async (client) => {
    await client.query(sql.ADD_FILE_BAN, [hash, reason, by]);
    await client.query(NOTE_FILE_CHANGE);
    const { rowCount } = await client.query(sql.BAN_IMAGES, [hash]);
    await log?.append(entryOf('ban', hash));
    return rowCount ?? 0;
  });
}

export interface Unbanned {
  /** Posts that name the file. */
  readonly posts: number;
  /** Files and thumbnails of these posts that scrapers request from the source now. */
  readonly requested: number;
  /** The file's other hash is banned as well: the file is not stored until that ban is lifted too. */
  readonly isStillBanned: boolean;
}

/** Lifts a ban: the file may be stored again, and is requested again for posts that have it. Returns null if it was not banned. */
export async function unbanMedia(
  pool: pg.Pool,
  hash: Buffer,
  now: Date,
  log: RemovalLog | null = null,
): Promise<Unbanned | null> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(sql.LIFT_FILE_BAN, [hash]);
    if (rowCount !== 1) return null;
    await client.query(NOTE_FILE_CHANGE);
    const { rows } = await client.query<{ sha256: Buffer }>(sql.UNBAN_IMAGES, [hash]);
    for (const { sha256 } of rows) await client.query(sql.REQUEUE_MEDIA, [sha256, now]);
    await client.query(sql.REQUEUE_BANNED, [now]);
    const unbanned = await client.query<Unbanned>(sql.READ_UNBANNED, [hash]);
    await log?.append(entryOf('unban', hash));
    return unbanned.rows[0] ?? null;
  });
}

function entryOf(action: 'ban' | 'unban', hash: Buffer): Removal {
  return { action, at: new Date().toISOString(), hash: hash.toString('hex') };
}
