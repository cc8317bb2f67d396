/** Takes the files of an export into the datastores. */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { FILES_FOLDER } from '../../mappings/archive-export.ts';
import { mediaKey, mediaTypeOf } from '../../mappings/media.ts';
import type { Datastores } from '../../platform/datastore/datastores.ts';
import { IncompleteFileError } from '../../platform/datastore/whole-file.ts';
import { inTransaction } from '../../platform/postgres.ts';
import { ExportError } from '../export-error.ts';

export interface ArchivedFile {
  readonly sha256: string;
  readonly md5: string;
  readonly type: string;
  readonly size: number;
  readonly pixels_sha3?: string;
  readonly pixels_rule: number;
  readonly perceptual_hash?: string;
  /** The thumbnail that was drawn of it; its own line comes earlier. */
  readonly thumb?: string;
}

/**
 * Files that are neither stored nor banned here, without those that moderators deleted here. images_sha256_key, banned_media_pkey,
 * deleted_files_pkey. $1 files as JSON.
 */
const FIND_MISSING = `
select f as file from jsonb_array_elements($1::jsonb) as f
where not exists (select 1 from images i where i.sha256 = decode(f->>'sha256', 'hex') and (i.datastore_id is not null or i.banned))
  and not exists (select 1 from banned_media m where m.hash in (decode(f->>'sha256', 'hex'), decode(f->>'md5', 'hex')))
  and not exists (select 1 from deleted_files d where d.hash in (decode(f->>'sha256', 'hex'), decode(f->>'md5', 'hex')))`;

/** As the scraper's: a removal of the file waits. $1 sha256 in hexadecimal. */
const LOCK_FILE = `select pg_advisory_xact_lock(hashtextextended('sagasu file ' || $1, 0))`;

/** images_sha256_key. $1 a file as JSON, $2 datastore. */
const UPSERT_IMAGE = `
insert into images (sha256, md5, pixels_sha3, perceptual_hash, type, size, datastore_id, thumb_id, pixels_rule)
select decode(f->>'sha256', 'hex'), decode(f->>'md5', 'hex'), decode(f->>'pixels_sha3', 'hex'), (f->>'perceptual_hash')::bigint,
  f->>'type', (f->>'size')::bigint, $2,
  (select id from images where sha256 = decode(f->>'thumb', 'hex')), (f->>'pixels_rule')::smallint
from (select $1::jsonb as f) one
on conflict (sha256) do update set datastore_id = excluded.datastore_id, only_described = false, md5 = excluded.md5, size = excluded.size,
  type = case when images.only_described then excluded.type else images.type end, thumb_id = coalesce(excluded.thumb_id, images.thumb_id)`;

/** The only row. */
const NOTE_FILE_CHANGE = 'update file_changes set version = version + 1, changed_at = clock_timestamp()';

export interface TakenFiles {
  stored: number;
  present: number;
  /** Not in the folder, or not what their names say. */
  missing: number;
}

export interface FileTarget {
  readonly pool: pg.Pool;
  readonly datastores: Datastores;
  /** For copies on their way into a datastore. */
  readonly incoming: string;
}

/** @throws ExportError `no_datastore` */
export async function takeFiles(
  { pool, datastores, incoming }: FileTarget,
  folder: string,
  files: readonly ArchivedFile[],
  taken: TakenFiles,
): Promise<void> {
  const { rows } = await pool.query<{ file: ArchivedFile }>(FIND_MISSING, [JSON.stringify(files)]);
  taken.present += files.length - rows.length;
  await mkdir(incoming, { recursive: true });
  for (const { file } of rows) {
    const sha256 = Buffer.from(file.sha256, 'hex');
    const key = mediaKey(sha256, file.type);
    const source = join(folder, FILES_FOLDER, key);
    const { size = -1 } = (await stat(source).catch(() => null)) ?? {};
    if (size !== file.size) {
      taken.missing++;
      continue;
    }
    const row = await datastores.forNewFile(sha256);
    if (row === null) {
      throw new ExportError(
        'no_datastore',
        'no datastore takes this file: see sagasu media store add --help, or leave files out with --no-files',
      );
    }
    const store = await datastores.of(row);
    const path = join(incoming, `archive-${randomUUID()}`);
    try {
      await copyFile(source, path);
      await inTransaction(pool, async (client) => {
        await client.query(LOCK_FILE, [file.sha256]);
        await store.put({ key, path, size, sha256, mime: mediaTypeOf(file.type).mime });
        await client.query(UPSERT_IMAGE, [JSON.stringify(file), row.id]);
        await client.query(NOTE_FILE_CHANGE);
      });
      taken.stored++;
    } catch (error) {
      if (!(error instanceof IncompleteFileError)) throw error;
      taken.missing++;
    } finally {
      await rm(path, { force: true });
    }
  }
}
