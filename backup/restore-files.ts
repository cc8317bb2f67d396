/** Copies the files of a backup back into the datastores that lack them. */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Decrypter } from 'age-encryption';
import type pg from 'pg';
import { FILES_FOLDER } from '../mappings/archive-export.ts';
import { mediaKey, mediaTypeOf } from '../mappings/media.ts';
import type { Datastores } from '../platform/datastore/datastores.ts';
import { decrypted } from './age.ts';
import type { BackupPlace } from './place.ts';

/** Files, except banned ones and those with a postponed removal. Indexes: images_pkey, media_removals_pkey. $1 after this id. */
const READ_FILES = `
select i.id, encode(i.sha256, 'hex') as sha256, i.type, i.size, i.datastore_id from images i
where i.id > $1 and i.datastore_id is not null and not i.banned
  and not exists (select 1 from media_removals r where r.sha256 = i.sha256)
order by i.id limit 1000`;

interface FileRow {
  readonly id: string;
  readonly sha256: string;
  readonly type: string;
  readonly size: string;
  readonly datastore_id: number;
}

export interface RestoredFiles {
  stored: number;
  present: number;
  /** Files that are in neither the datastore nor the backup. */
  missing: number;
}

/** Writes the marker of a datastore with a new folder: a datastore without its marker is neither written nor deleted from. */
export async function markDatastores(datastores: Datastores): Promise<void> {
  for (const row of await datastores.rows()) await (await datastores.of(row)).mark();
}

/** Called after all rows and files that must not return were removed. */
export async function restoreFiles(
  pool: pg.Pool,
  datastores: Datastores,
  place: BackupPlace,
  incoming: string,
  decrypter: Decrypter,
): Promise<RestoredFiles> {
  const found: RestoredFiles = { stored: 0, present: 0, missing: 0 };
  await mkdir(incoming, { recursive: true });
  for (let after = '0'; ;) {
    const { rows } = await pool.query<FileRow>(READ_FILES, [after]);
    for (const row of rows) found[await restoreFile(datastores, place, incoming, decrypter, row)]++;
    const last = rows.at(-1);
    if (last === undefined) return found;
    after = last.id;
  }
}

async function restoreFile(
  datastores: Datastores,
  place: BackupPlace,
  incoming: string,
  decrypter: Decrypter,
  { sha256, type, size, datastore_id: id }: FileRow,
): Promise<keyof RestoredFiles> {
  const hash = Buffer.from(sha256, 'hex');
  const key = mediaKey(hash, type);
  const store = await datastores.byId(id);
  if (await store.exists(key)) return 'present';
  const stored = `${FILES_FOLDER}/${key}.age`;
  const source = await place.open(stored);
  if (source === null) return 'missing';
  const path = join(incoming, `restore-${randomUUID()}`);
  const sum = createHash('sha256');
  const summed = new PassThrough();
  summed.on('data', (chunk: Buffer) => sum.update(chunk));
  try {
    await pipeline(await decrypted(decrypter, source, `${place.name}/${stored}`), summed, createWriteStream(path));
    if (sum.digest('hex') !== sha256) return 'missing';
    await store.put({ key, path, size: Number(size), sha256: hash, mime: mediaTypeOf(type).mime });
    return 'stored';
  } finally {
    await rm(path, { force: true });
  }
}
