/** `sagasu backup`: writes the rows of all tables in one snapshot, and the files, encrypted. */
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import type { Encrypter } from 'age-encryption';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  backupName,
  tableFile,
  type BackupManifest,
  type BackupTable,
} from '../mappings/backup.ts';
import { FILES_FOLDER, MANIFEST_NAME } from '../mappings/archive-export.ts';
import { mediaKey } from '../mappings/media.ts';
import type { Datastores } from '../platform/datastore/datastores.ts';
import { syncFile } from '../platform/sync-file.ts';
import { type CopyOptions, sumCopy, withCopyConnection } from '../archive-export/copy-rows.ts';
import { encrypted, encrypterFor } from './age.ts';
import { BackupError, noRoom } from './backup-error.ts';
import { readMigrations, readSequences, readTables, type CatalogTable } from './catalog.ts';
import { folderPlace, type BackupPlace } from './place.ts';

export interface BackupOptions extends CopyOptions<'rows' | 'files'> {
  /** Public keys of age. */
  readonly recipients: readonly string[];
}

export interface BackupReport {
  readonly name: string;
  readonly tables: number;
  readonly rows: number;
  readonly bytes: number;
  readonly files: { readonly copied: number; readonly present: number; readonly missing: readonly string[] } | null;
}

/** True if the role sees all posts despite row security. Reads pg_roles and pg_class. */
const SEES_EVERY_ROW = `
select r.rolsuper or r.rolbypassrls or pg_has_role(r.oid, c.relowner, 'usage') as sees
from pg_roles r, pg_class c where r.rolname = current_user and c.oid = 'posts'::regclass`;

/** Reads the whole table. */
export const READ_FILES = `
select encode(sha256, 'hex') as sha256, type, datastore_id from images where datastore_id is not null and not banned order by sha256`;

export interface FileRow {
  readonly sha256: string;
  readonly type: string;
  readonly datastore_id: number;
}

/** @throws BackupError */
export async function makeBackup(pool: pg.Pool, options: BackupOptions): Promise<BackupReport> {
  const { folder, recipients, datastores, now, signal } = options;
  const encrypter = encrypterFor(recipients);
  const name = backupName(now);
  const draft = join(folder, `.draft-${name}`);
  await mkdir(folder, { recursive: true });
  for (const left of await readdir(folder)) {
    if (left.startsWith('.draft-')) await rm(join(folder, left), { recursive: true });
  }
  await mkdir(draft);
  try {
    const { manifest, files } = await withCopyConnection(pool, signal, async (client) =>
      writeTables(client, draft, encrypter, options),
    );
    // Files are copied before the manifest, so a backup with its final name is complete.
    const copied =
      datastores === null ? null : await copyFiles(folderPlace(folder), datastores, files, encrypter, options);
    await writeFile(join(draft, MANIFEST_NAME), `${JSON.stringify(manifest, null, 2)}\n`);
    await syncFile(join(draft, MANIFEST_NAME));
    await rename(draft, join(folder, name));
    const { tables } = manifest;
    const sum = (of: 'rows' | 'bytes') => tables.reduce((total, table) => total + table[of], 0);
    return { name, tables: tables.length, rows: sum('rows'), bytes: sum('bytes'), files: copied };
  } catch (thrown) {
    throw noRoom(thrown, folder, 'remove old backups, and try again');
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Writes all tables as they are at one moment, and returns the files that they name. */
async function writeTables(
  client: pg.PoolClient,
  draft: string,
  encrypter: Encrypter,
  options: BackupOptions,
): Promise<{ readonly manifest: BackupManifest; readonly files: readonly FileRow[] }> {
  await client.query('begin isolation level repeatable read read only');
  const { rows: roles } = await client.query<{ sees: boolean }>(SEES_EVERY_ROW);
  if (!roles.some(({ sees }) => sees)) {
    throw new BackupError(
      'role',
      'this role does not see every row: make backups as sagasu_backup, or as the owner of the database',
    );
  }
  const tables: BackupTable[] = [];
  let done = 0;
  const estimate = await estimateRows(client);
  const onRows = (rows: number) => options.onProgress('rows', (done += rows), Math.max(estimate, done));
  for (const table of await readTables(client)) {
    tables.push(await writeTable(client, draft, table, encrypter, { ...options, onRows }));
  }
  const manifest: BackupManifest = {
    format: BACKUP_FORMAT,
    version: BACKUP_VERSION,
    made_at: options.now.toISOString(),
    migrations: [...(await readMigrations(client))],
    tables,
    sequences: await readSequences(client),
  };
  const { rows: files } = await client.query<FileRow>(READ_FILES);
  await client.query('commit');
  return { manifest, files };
}

/** Estimates the number of rows from the statistics in pg_class. */
const ESTIMATE_ROWS = `
select coalesce(sum(greatest(reltuples, 0)), 0)::bigint as rows from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;

async function estimateRows(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ rows: string }>(ESTIMATE_ROWS);
  return Number(rows[0]?.rows ?? 0);
}

async function writeTable(
  client: pg.PoolClient,
  draft: string,
  { table, columns, slice }: CatalogTable,
  encrypter: Encrypter,
  { signal, pace, onRows }: BackupOptions & { readonly onRows: (rows: number) => void },
): Promise<BackupTable> {
  const { lines, bytes, sums } = sumCopy(onRows, pace);
  const compressed = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } });
  const copy = client.query(copyTo(`copy ${table} (${columns.join(', ')}) to stdout`, { highWaterMark: 1024 * 1024 }));
  const path = join(draft, tableFile(table));
  const reading = pipeline(copy, lines, compressed, { signal });
  await Promise.all([
    reading,
    pipeline(await encrypted(encrypter, compressed), bytes, createWriteStream(path, { flags: 'wx' }), { signal }),
  ]);
  await syncFile(path);
  return {
    table,
    columns: [...columns],
    ...sums(),
    ...(slice !== undefined && { slice }),
  };
}

export async function copyFiles(
  place: BackupPlace,
  datastores: Datastores,
  files: readonly FileRow[],
  encrypter: Encrypter,
  { signal, pace, onProgress }: Pick<CopyOptions<'files'>, 'signal' | 'pace' | 'onProgress'>,
): Promise<NonNullable<BackupReport['files']>> {
  const missing: string[] = [];
  let [copied, present] = [0, 0];
  for (const { sha256, type, datastore_id: store } of files) {
    await pace();
    signal.throwIfAborted();
    const key = mediaKey(Buffer.from(sha256, 'hex'), type);
    const target = `${FILES_FOLDER}/${key}.age`;
    onProgress('files', copied + present + missing.length, files.length);
    if (await place.has(target)) {
      present++;
      continue;
    }
    const source = await (await datastores.byId(store)).open(key);
    if (source === null) {
      missing.push(sha256);
      continue;
    }
    await place.write(target, addAbortSignal(signal, await encrypted(encrypter, source)));
    copied++;
  }
  return { copied, present, missing };
}
