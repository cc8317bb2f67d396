/**
 * Grants the changes that dumps requested 24 hours ago. It checks them a second time, independently of the service, against the current data. Changes that
 * were stopped or that do not fit any more are left to moderators.
 */
import type pg from 'pg';
import { GRANT_AFTER_MS } from '../format/changes.ts';
import { changesOf, type DumpField } from '../format/judge.ts';
import { readDump } from '../format/read-dump.ts';
import { DUMP_STATES } from '../format/states.ts';
import type { Logger } from '../../../platform/logger.ts';
import { inTransaction, prepared } from '../../../platform/postgres.ts';
import { lockDumpedFile } from '../store/dumped-file-lock.ts';
import { findKnownFile, type FileKey, type KnownFile } from '../store/file-record.ts';
import { findTrust } from './dump-service.ts';
import * as sql from './sql.ts';

const BATCH = 1_000;

export interface GranterOptions {
  readonly pool: pg.Pool;
  readonly now: Date;
  readonly logger: Pick<Logger, 'info'>;
}

/** Returns how many changes were granted. */
export async function grantChanges({ pool, now, logger }: GranterOptions): Promise<number> {
  const before = new Date(now.getTime() - GRANT_AFTER_MS);
  const { rows } = await pool.query<{ md5: Buffer; size: string }>(sql.SELECT_GRANTABLE, [before, BATCH]);
  let granted = 0;
  for (const { md5, size } of rows)
    granted += await inTransaction(pool, async (client) => grantFile(client, { md5, size: Number(size) }, before, now));
  if (granted > 0) logger.info({ changes: granted }, 'granted changes of contributed dumps');
  return granted;
}

async function grantFile(client: pg.PoolClient, file: FileKey, before: Date, now: Date): Promise<number> {
  await lockDumpedFile(client, file);
  const values = [file.md5, file.size];
  const { rows: unapplied } = await client.query<{ has_unapplied: boolean }>(prepared(sql.HAS_UNAPPLIED, values));
  if (unapplied[0]?.has_unapplied === true) return 0;
  const known = await findKnownFile(client, file);
  const { rows } = await client.query<sql.GrantableRow>(prepared(sql.LOCK_GRANTABLE, [...values, before]));
  let granted = 0;
  // The SHA-256 comes first: granting it creates the file's record, which the other changes need.
  let hasRecord = known.imageId !== null;
  for (const row of rows) {
    const fault = await findFault(client, row, known, hasRecord);
    if (fault === null) {
      await client.query(prepared(sql.GRANT, [row.id, now]));
      hasRecord ||= row.field === 'sha256';
      granted++;
    } else await client.query(prepared(fault.ends ? sql.WITHDRAW : sql.STOP, [row.id, now, fault.why]));
  }
  return granted;
}

interface Fault {
  readonly why: string;
  /** True if the request is withdrawn, false if a moderator has to decide on it. */
  readonly ends: boolean;
}

const OF_POSTS: readonly string[] = ['sha256', 'width', 'height'];

/** Returns null if the request can be granted. */
async function findFault(
  client: pg.PoolClient,
  row: sql.GrantableRow,
  known: KnownFile,
  hasRecord: boolean,
): Promise<Fault | null> {
  const { content, dump_id: id, client: name, version } = row;
  if (row.dump_state !== DUMP_STATES.used || content === null || id === null || name === null || version === null)
    return { why: 'its dump is not used any more', ends: true };
  const field = row.field as DumpField;
  const says = known.record[field];
  if (says === row.after) return { why: 'the record says so already', ends: true };
  if (row.touched_at !== null) return { why: 'it was touched', ends: false };
  if (known.isBanned) return { why: 'the file is banned', ends: false };
  if (known.addedAt === null) return { why: 'no post shows the file any more', ends: false };
  if (says !== row.before) return { why: 'the record says something else by now', ends: false };
  if (known.isMeasured && field === 'sha256') return { why: 'the file is here: its SHA-256 was measured', ends: false };
  if (!hasRecord && !OF_POSTS.includes(field)) return { why: 'the file has no record', ends: false };
  const trust = await findTrust(client, { id, client: name, version, is_trusted: row.is_trusted === true });
  if (trust === null) return { why: 'its contributors are not trusted any more', ends: false };
  const isSaid = changesOf(readDump(content), known.record, trust).some(
    (change) => change.field === field && change.after === row.after,
  );
  return isSaid ? null : { why: 'its dump does not say so, or may not', ends: false };
}
