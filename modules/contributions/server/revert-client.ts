/**
 * Reverts all changes of a client and version. Each transaction reverts some files, so that a large set does not hold locks for long. After an
 * interruption, the next request finds the remaining files.
 */
import type pg from 'pg';
import type { RevertedChanges, RevertedClient } from '../contract/dump-moderation.ts';
import type { DumpChangeState } from '../format/changes.ts';
import { lockDumpedFiles, lockDumpTrust } from '../store/dumped-file-lock.ts';
import type { FileKey } from '../store/file-record.ts';
import { moderating, NOTE_ACTION, type DumpModerator } from './moderate-dumps.ts';

const FILES_AT_ONCE = 250;
/** Batches in one request, which take some seconds. */
const MAX_BATCHES = 40;

/** A file may have several changes, one or more for each of its eight fields. */
const CHANGES_AT_ONCE = 8 * FILES_AT_ONCE;

/**
 * Files with a change or a used dump of the client. Handled files have neither, so the next batch has other files.
 * Indexes: dump_changes_client, dumps_client. $1 client, $2 version, $3 limit.
 */
const FILES_OF_CLIENT = `
select md5, size::float8 as size from (
  (select md5, size from dump_changes where client = $1 and version = $2 and state in ('pending', 'stopped', 'granted') limit ${CHANGES_AT_ONCE})
  union (select md5, size from dumps where client = $1 and version = $2 and state = 11 limit $3)) files
limit $3`;

const OF_FILES = '(md5, size) in (select * from unnest($3::bytea[], $4::bigint[]))';

/** Index: dump_changes_file. $1 client, $2 version, $3 MD5s, $4 sizes, $5 now. */
const REVERT = `
update dump_changes set unapplied = unapplied or state = 'granted',
  state = case state when 'granted' then 'reverted' else 'withdrawn' end, decided_at = $5, decided_by = 'moderator'
where client = $1 and version = $2 and ${OF_FILES} and state in ('pending', 'stopped', 'granted')
returning state`;

/** Resets the used dumps, whose client is not trusted any more. Index: dumps_used. $1 client, $2 version, $3 MD5s, $4 sizes, $5 now. */
const RESET_USED = `
update dumps set state = 83, reason = null, trusted_by = null, changed_at = $5, due_at = $5
where client = $1 and version = $2 and ${OF_FILES} and state = 11`;

/** Revokes the trust of moderators in single dumps of the client. Index: dumps_client. $1 client, $2 version. */
const UNTRUST_DUMPS =
  'update dumps set trusted_by = null where client = $1 and version = $2 and trusted_by is not null';

/** Index: dump_releases_client. $1 client, $2 version. */
const UNTRUST_RELEASES =
  'update dump_releases set trust = null where client = $1 and version = $2 and trust is not null';

/** Index: dump_trust_pkey. $1 client, $2 version. */
const UNTRUST = 'delete from dump_trust where client = $1 and version = $2';

/** @throws RefusedError 401 `session_required`, 403 `role_required` */
export async function revertClient(
  by: DumpModerator,
  { client: name, version, reason = null }: RevertedClient,
): Promise<RevertedChanges> {
  // The trust ends first, so that no dump of the client becomes used any more, and the audit entry precedes the reverts.
  const untrusted = await moderating(by, async (client) => {
    await lockDumpTrust(client, 'change');
    const { rowCount } = await client.query(UNTRUST, [name, version]);
    await client.query(UNTRUST_DUMPS, [name, version]);
    await client.query(UNTRUST_RELEASES, [name, version]);
    await client.query(NOTE_ACTION, ['revertclient', { client: name, version, untrusted: rowCount ?? 0 }, reason]);
    return rowCount ?? 0;
  });
  const total: RevertedChanges = { reverted: 0, withdrawn: 0, dumps: 0, untrusted, left: true };
  for (let batch = 0; batch < MAX_BATCHES && total.left; batch++)
    total.left = await moderating(by, async (client) => revertSome(client, [name, version], by.now, total));
  return total;
}

/** Returns true if there may be more files. */
async function revertSome(
  client: pg.PoolClient,
  of: readonly [client: string, version: string],
  now: Date,
  total: RevertedChanges,
): Promise<boolean> {
  const { rows: files } = await client.query<FileKey>(FILES_OF_CLIENT, [...of, FILES_AT_ONCE]);
  if (files.length === 0) return false;
  await lockDumpedFiles(client, files);
  const values = [...of, files.map(({ md5 }) => md5), files.map(({ size }) => size), now];
  const { rows } = await client.query<{ state: DumpChangeState }>(REVERT, values);
  const { rowCount } = await client.query(RESET_USED, values);
  total.reverted += rows.filter(({ state }) => state === 'reverted').length;
  total.withdrawn += rows.filter(({ state }) => state === 'withdrawn').length;
  total.dumps += rowCount ?? 0;
  return true;
}
