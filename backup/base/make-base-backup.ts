/** `sagasu backup base`: copies PostgreSQL's data folder while it is written, encrypted. */
import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { callbackify } from 'node:util';
import { constants, createZstdCompress } from 'node:zlib';
import type { Encrypter } from 'age-encryption';
import type pg from 'pg';
import { MANIFEST_NAME } from '../../mappings/archive-export.ts';
import { backupName, isBackupName } from '../../mappings/backup.ts';
import {
  BASE_DATA,
  BASE_FILES,
  BASE_FOLDER,
  BASE_FORMAT,
  BASE_VERSION,
  type BaseManifest,
} from '../../mappings/base-backup.ts';
import type { CopyOptions } from '../../archive-export/copy-rows.ts';
import { encrypted, encrypterFor } from '../age.ts';
import { allEnded } from '../all-ended.ts';
import { BackupError, noRoom } from '../backup-error.ts';
import { copyFiles, READ_FILES, type FileRow } from '../make-backup.ts';
import type { BackupPlace } from '../place.ts';
import { BaseBackupQuery } from './base-backup-stream.ts';
import { connect, replicationClient, type BaseBackupConditions } from './check-base-backup.ts';
import { removeBase } from './prune.ts';
import { baseKey } from './read-base-backups.ts';
import { findGapAfter, readWal } from './wal-folder.ts';

export type BaseBackupOptions = BaseBackupConditions &
  Omit<CopyOptions<'bytes' | 'files'>, 'folder'> & { readonly place: BackupPlace };

export interface BaseBackupReport {
  readonly name: string;
  readonly bytes: number;
  readonly folder_bytes: number;
  readonly files: { readonly copied: number; readonly present: number; readonly missing: readonly string[] } | null;
}

const READ_CLUSTER = `
select s.system_identifier::text as system, current_setting('server_version_num')::int as postgresql,
  (select setting::int from pg_settings where name = 'wal_segment_size') as segment_bytes, d.datname as database,
  pg_get_userbyid(d.datdba) as owner, clock_timestamp() as at
from pg_control_system() s, pg_database d where d.datname = current_database()`;

interface ClusterRow extends Pick<BaseManifest, 'system' | 'postgresql' | 'segment_bytes' | 'database' | 'owner'> {
  readonly at: Date;
}

/** The conditions of checkBaseBackup hold. @throws BackupError */
export async function makeBaseBackup(options: BaseBackupOptions): Promise<BaseBackupReport> {
  const { place, now, signal, datastores } = options;
  const encrypter = encrypterFor(options.recipients);
  const name = backupName(now);
  const key = baseKey(name);
  let isComplete = false;
  await removeIncomplete(place);
  const client = replicationClient(options.databaseUrl);
  const stop = () => void client.end().catch(() => undefined);
  try {
    await connect(client);
    signal.addEventListener('abort', stop, { once: true });
    const manifest = await copyCluster(client, key, encrypter, options);
    await assertArchivedHere(manifest, options);
    const { rows } = datastores === null ? { rows: [] } : await client.query<FileRow>(READ_FILES);
    const files = datastores === null ? null : await copyFiles(place, datastores, rows, encrypter, options);
    await place.write(`${key}/${MANIFEST_NAME}`, [Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]);
    isComplete = true;
    return { name, bytes: manifest.bytes, folder_bytes: manifest.folder_bytes, files };
  } catch (thrown) {
    signal.throwIfAborted();
    throw noRoom(thrown, place.name, 'remove old backups with sagasu backup prune, and try again');
  } finally {
    signal.removeEventListener('abort', stop);
    await client.end().catch(() => undefined);
    // Otherwise the next base backup removes it.
    if (!isComplete) await removeBase(place, key).catch(() => undefined);
  }
}

/** Removes the parts that a killed command left. Only one backup runs at a time. */
async function removeIncomplete(place: BackupPlace): Promise<void> {
  const keys = (await place.list(BASE_FOLDER)).map((stored) => stored.key);
  const complete = new Set(keys.filter((key) => key.endsWith(`/${MANIFEST_NAME}`)).map((key) => key.split('/')[1]));
  for (const key of keys) {
    const [, name = ''] = key.split('/');
    // Version 0.2.0 wrote into a folder with another name.
    const isOurs = isBackupName(name) || name.startsWith('.draft-');
    if (isOurs && !complete.has(name)) await place.delete(key);
  }
}

async function readCluster(client: pg.ClientBase): Promise<ClusterRow> {
  const { rows } = await client.query<ClusterRow>(READ_CLUSTER);
  const [row] = rows;
  if (row === undefined) throw new BackupError('role', 'this role does not see its database');
  return row;
}

async function copyCluster(
  client: pg.Client,
  key: string,
  encrypter: Encrypter,
  options: BaseBackupOptions,
): Promise<BaseManifest> {
  const { at: startedAt, ...cluster } = await readCluster(client);
  const query = client.query(
    new BaseBackupQuery(
      // WAIT: ends when the log of the backup is archived.
      `BASE_BACKUP (LABEL 'sagasu', CHECKPOINT 'fast', PROGRESS, WAIT, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`,
    ),
  );
  let folderBytes = 0;
  const counted = pacedBy(options.pace, (bytes) => options.onProgress('bytes', (folderBytes += bytes), null));
  const write = async (source: Readable, through: Transform | null, file: string) => {
    const store = async (content: Readable) => options.place.write(`${key}/${file}`, content);
    return writeEncrypted(source, through, store, encrypter, options.signal);
  };
  const { bytes, sha256 } = await write(query.archive, counted, BASE_DATA);
  const { start, end, list } = await query.ended;
  await write(Readable.from([list]), null, BASE_FILES);
  const { at: endedAt } = await readCluster(client);
  return {
    format: BASE_FORMAT,
    version: BASE_VERSION,
    started_at: startedAt.toISOString(),
    ended_at: endedAt.toISOString(),
    ...cluster,
    timeline: start.timeline,
    start: start.position,
    end: end.position,
    folder_bytes: folderBytes,
    bytes,
    sha256,
  };
}

function pacedBy(pace: () => Promise<void>, onBytes: (bytes: number) => void): Transform {
  const wait = callbackify(pace);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onBytes(chunk.length);
      wait((error) => (error instanceof Error ? done(error) : done(null, chunk)));
    },
  });
}

/** Compresses, encrypts and stores a stream. The sums are those of the stored bytes. */
async function writeEncrypted(
  source: Readable,
  through: Transform | null,
  store: (content: Readable) => Promise<void>,
  encrypter: Encrypter,
  signal: AbortSignal,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const compressed = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } });
  const hash = createHash('sha256');
  let bytes = 0;
  const summed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await allEnded([
    through === null ? pipeline(source, compressed, { signal }) : pipeline(source, through, compressed, { signal }),
    pipeline(await encrypted(encrypter, compressed), summed, { signal }),
    store(summed),
  ]);
  return { bytes, sha256: hash.digest('hex') };
}

/** PostgreSQL may archive into another folder, from which nothing here could be restored. */
async function assertArchivedHere(manifest: BaseManifest, { place, archiveCommand }: BaseBackupOptions): Promise<void> {
  const gap = findGapAfter(manifest, await readWal(place, manifest.system));
  if (gap === null) return;
  throw new BackupError(
    'wal',
    `PostgreSQL has archived the segment ${gap.missing}, but it is not in ${place.name}: its archive_command must be\n  ${archiveCommand}`,
  );
}
