/** Imports the files of an export into the datastores. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { FILES_FOLDER } from '../mappings/archive-export.ts';
import { mediaKey, mediaTypeOf } from '../mappings/media.ts';
import type { Datastores } from '../platform/datastore/datastores.ts';
import { IncompleteFileError } from '../platform/datastore/whole-file.ts';
import { inTransaction, withConnection } from '../platform/postgres.ts';
import { isNeeded } from '../store/needed-files.ts';
import { ExportError } from './export-error.ts';

export interface ArchivedFile {
  readonly sha256: string;
  readonly md5: string;
  readonly type: string;
  readonly size: number;
  readonly pixels_sha3?: string;
  readonly pixels_rule: number;
  readonly perceptual_hash?: string;
  /** SHA-256 of the file's drawn thumbnail, which has an earlier line. */
  readonly thumb?: string;
}

/** The lines of files in $1, as JSON. */
const GIVEN = `
given as (
  select f as line, decode(f->>'sha256', 'hex') as sha256, decode(f->>'md5', 'hex') as md5, decode(f->>'thumb', 'hex') as thumb
  from jsonb_array_elements($1::jsonb) as f)`;

/** True if the file of the row `g` was banned in this archive or deleted by moderators. Indexes: banned_media_pkey, deleted_files_pkey. */
const IS_REFUSED = `
  (exists (select 1 from banned_media m where m.hash in (g.sha256, g.md5))
    or exists (select 1 from deleted_files d where d.hash in (g.sha256, g.md5)))`;

const CREATE_THUMBS = `
drop table if exists pg_temp.wanted_thumbs;
create temporary table wanted_thumbs (sha256 bytea primary key)`;

/** Drawn thumbnails of files that are stored or will be. Indexes: images_sha256_key and those of isNeeded. $1 files as JSON. */
const NOTE_THUMBS = `
with ${GIVEN}, parents as materialized (
  select g.*, exists (select 1 from images i where i.sha256 = g.sha256 and i.datastore_id is not null and not i.banned) as is_stored
  from given g where g.thumb is not null and not ${IS_REFUSED}
)
insert into wanted_thumbs (sha256)
select g.thumb from parents g where case when g.is_stored then true else ${isNeeded('g.sha256')} end
on conflict do nothing`;

/**
 * Decides what to do with each file. Files that were banned or deleted in this archive, or that none of its posts may show, are left out.
 * Indexes: images_sha256_key and those of isNeeded. $1 files as JSON.
 */
const JUDGE = `
with ${GIVEN}, judged as materialized (
  select g.*, i.banned or ${IS_REFUSED} as is_refused, i.datastore_id is not null as is_stored
  from given g left join images i on i.sha256 = g.sha256
)
select g.line as file,
  case
    when g.is_refused then 'left_out'
    when g.is_stored then 'present'
    when exists (select 1 from wanted_thumbs w where w.sha256 = g.sha256) or ${isNeeded('g.sha256')} then 'wanted'
    else 'left_out'
  end as state
from judged g`;

/** The same check as in the scraper. Index: banned_media_pkey. $1 hashes in hexadecimal. */
const IS_BANNED = `
select exists (select 1 from banned_media where hash = any (select decode(hex, 'hex') from unnest($1::text[]) as t (hex))) as banned`;

/** The same lock as in the scraper. Removals of the file wait for it. $1 SHA-256 in hexadecimal. */
const LOCK_FILE = `select pg_advisory_xact_lock(hashtextextended('sagasu file ' || $1, 0))`;

/** Index: images_sha256_key. $1 a file as JSON, $2 datastore. */
const UPSERT_IMAGE = `
insert into images (sha256, md5, pixels_sha3, perceptual_hash, type, size, datastore_id, thumb_id, pixels_rule)
select decode(f->>'sha256', 'hex'), decode(f->>'md5', 'hex'), decode(f->>'pixels_sha3', 'hex'), (f->>'perceptual_hash')::bigint,
  f->>'type', (f->>'size')::bigint, $2,
  (select id from images where sha256 = decode(f->>'thumb', 'hex')), (f->>'pixels_rule')::smallint
from (select $1::jsonb as f) one
on conflict (sha256) do update set datastore_id = excluded.datastore_id, only_described = false, md5 = excluded.md5, size = excluded.size,
  type = case when images.only_described then excluded.type else images.type end, thumb_id = coalesce(excluded.thumb_id, images.thumb_id)`;

/** Updates the only row. */
const NOTE_FILE_CHANGE = 'update file_changes set version = version + 1, changed_at = clock_timestamp()';

export interface TakenFiles {
  stored: number;
  present: number;
  /** Files that were banned or deleted in this archive, or that none of its posts shows. */
  left_out: number;
  /** Files that are not in the folder, or do not match their size or hashes. */
  missing: number;
}

export interface FileTarget {
  readonly pool: pg.Pool;
  readonly datastores: Datastores;
  /** Folder for temporary copies of files before they enter a datastore. */
  readonly incoming: string;
}

/**
 * Imports the files of a part after all posts. The lines are read twice, since the line of a drawn thumbnail comes before that of its file.
 * @throws ExportError `no_datastore`
 */
export async function takeFiles(
  target: FileTarget,
  folder: string,
  read: () => AsyncIterable<readonly string[]>,
  taken: TakenFiles,
  beforeFile: () => Promise<void>,
): Promise<void> {
  await mkdir(target.incoming, { recursive: true });
  await withConnection(target.pool, async (client) => {
    await client.query(CREATE_THUMBS);
    for await (const lines of read()) await client.query(NOTE_THUMBS, [`[${lines.join(',')}]`]);
    await client.query('analyze wanted_thumbs');
    for await (const lines of read()) {
      const { rows } = await client.query<{ file: ArchivedFile; state: 'wanted' | 'present' | 'left_out' }>(JUDGE, [
        `[${lines.join(',')}]`,
      ]);
      for (const { file, state } of rows) {
        if (state === 'wanted') await beforeFile();
        taken[state === 'wanted' ? await takeFile(target, folder, file) : state]++;
      }
    }
    await client.query('drop table wanted_thumbs');
  });
}

async function takeFile(
  { pool, datastores, incoming }: FileTarget,
  folder: string,
  file: ArchivedFile,
): Promise<keyof TakenFiles> {
  const sha256 = Buffer.from(file.sha256, 'hex');
  const key = mediaKey(sha256, file.type);
  const source = join(folder, FILES_FOLDER, key);
  const { size = -1 } = (await stat(source).catch(() => null)) ?? {};
  if (size !== file.size) return 'missing';
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
    if ((await md5Of(path)) !== file.md5) return 'missing';
    return await inTransaction(pool, async (client) => {
      await client.query(LOCK_FILE, [file.sha256]);
      const { rows } = await client.query<{ banned: boolean }>(IS_BANNED, [[file.sha256, file.md5]]);
      if (rows.some(({ banned }) => banned)) return 'left_out';
      await store.put({ key, path, size, sha256, mime: mediaTypeOf(file.type).mime });
      await client.query(UPSERT_IMAGE, [JSON.stringify(file), row.id]);
      await client.query(NOTE_FILE_CHANGE);
      return 'stored';
    });
  } catch (error) {
    if (!(error instanceof IncompleteFileError)) throw error;
    return 'missing';
  } finally {
    await rm(path, { force: true });
  }
}

/** The MD5 is checked because bans may name files by MD5: a wrong one would let a banned file in. */
async function md5Of(path: string): Promise<string> {
  const hash = createHash('md5');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
