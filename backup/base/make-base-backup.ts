/** `sagasu backup base`: copies PostgreSQL's data folder while it is written, encrypted. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { callbackify } from 'node:util';
import { constants, createZstdCompress } from 'node:zlib';
import type { Encrypter } from 'age-encryption';
import type pg from 'pg';
import { MANIFEST_NAME } from '../../mappings/archive-export.ts';
import { backupName } from '../../mappings/backup.ts';
import {
  BASE_DATA,
  BASE_FILES,
  BASE_FOLDER,
  BASE_FORMAT,
  BASE_VERSION,
  type BaseManifest,
} from '../../mappings/base-backup.ts';
import type { CopyOptions } from '../../archive-export/copy-rows.ts';
import { syncFile } from '../../platform/sync-file.ts';
import { encrypted, encrypterFor } from '../age.ts';
import { BackupError, noRoom } from '../backup-error.ts';
import { copyFiles, READ_FILES, type FileRow } from '../make-backup.ts';
import { BaseBackupQuery } from './base-backup-stream.ts';
import { connect, replicationClient, type BaseBackupConditions } from './check-base-backup.ts';
import { findGapAfter, readWal } from './wal-folder.ts';

export type BaseBackupOptions = BaseBackupConditions & CopyOptions<'bytes' | 'files'>;

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

/** A backup in progress has this prefix, and none of the names of finished ones. */
export const DRAFT = '.draft-';

/** The conditions of checkBaseBackup hold. @throws BackupError */
export async function makeBaseBackup(options: BaseBackupOptions): Promise<BaseBackupReport> {
  const { folder, now, signal, datastores } = options;
  const encrypter = encrypterFor(options.recipients);
  const name = backupName(now);
  const bases = join(folder, BASE_FOLDER);
  const draft = join(bases, `${DRAFT}${name}`);
  await mkdir(bases, { recursive: true });
  for (const left of await readdir(bases)) if (left.startsWith(DRAFT)) await rm(join(bases, left), { recursive: true });
  const client = replicationClient(options.databaseUrl);
  const stop = () => void client.end().catch(() => undefined);
  try {
    await connect(client);
    signal.addEventListener('abort', stop, { once: true });
    await mkdir(draft);
    const manifest = await copyCluster(client, draft, encrypter, options);
    await assertArchivedHere(manifest, options);
    const { rows } = datastores === null ? { rows: [] } : await client.query<FileRow>(READ_FILES);
    const files = datastores === null ? null : await copyFiles(datastores, rows, encrypter, options);
    await writeFile(join(draft, MANIFEST_NAME), `${JSON.stringify(manifest, null, 2)}\n`);
    await syncFile(join(draft, MANIFEST_NAME));
    await rename(draft, join(bases, name));
    await syncFile(bases);
    return { name, bytes: manifest.bytes, folder_bytes: manifest.folder_bytes, files };
  } catch (thrown) {
    signal.throwIfAborted();
    throw noRoom(thrown, folder, 'remove old backups with sagasu backup prune, and try again');
  } finally {
    signal.removeEventListener('abort', stop);
    await client.end().catch(() => undefined);
    await rm(draft, { recursive: true, force: true });
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
  draft: string,
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
  const { bytes, sha256 } = await writeEncrypted(
    query.archive,
    counted,
    join(draft, BASE_DATA),
    encrypter,
    options.signal,
  );
  const { start, end, list } = await query.ended;
  await writeEncrypted(Readable.from([list]), null, join(draft, BASE_FILES), encrypter, options.signal);
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
  path: string,
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
  await Promise.all([
    through === null ? pipeline(source, compressed, { signal }) : pipeline(source, through, compressed, { signal }),
    pipeline(await encrypted(encrypter, compressed), summed, createWriteStream(path, { flags: 'wx' }), { signal }),
  ]);
  await syncFile(path);
  return { bytes, sha256: hash.digest('hex') };
}

/** PostgreSQL may archive into another folder, from which nothing here could be restored. */
async function assertArchivedHere(
  manifest: BaseManifest,
  { folder, archiveCommand }: BaseBackupOptions,
): Promise<void> {
  const gap = findGapAfter(manifest, await readWal(folder, manifest.system));
  if (gap === null) return;
  throw new BackupError(
    'wal',
    `PostgreSQL has archived the segment ${gap.missing}, but it is not in ${folder}: its archive_command must be\n  ${archiveCommand}`,
  );
}
