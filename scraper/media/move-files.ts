/** Moves stored files into the datastores that their hashes belong to by now, while they are read. */
import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { LARGE_THUMBNAIL, mediaKey, mediaTypeOf } from '../../mappings/media.ts';
import type { Datastore } from '../../platform/datastore/datastore.ts';
import { storeForNewFile, type DatastoreRow, type Datastores } from '../../platform/datastore/datastores.ts';
import { inTransaction } from '../../platform/postgres.ts';
import { copyOut } from './copy-out.ts';
import * as sql from './sql.ts';

export interface MoveCounts {
  moved: number;
  bytes: number;
  /** Missing or damaged in their datastore, which `media verify` reports; they stay. */
  unreadable: number;
  /** No datastore takes files of their hashes; they stay. */
  homeless: number;
}

export interface MoveOptions {
  /** Counts the files that would be moved, without moving any. */
  readonly dryRun: boolean;
  /** Folder for temporary copies. */
  readonly incomingDir: string;
  readonly now: () => Date;
  readonly onMove?: (key: string, from: string, to: string) => void;
}

interface StoredImage {
  readonly id: string;
  readonly sha256: Buffer;
  readonly type: string;
  readonly size: string;
  readonly datastore_id: number;
}

const PAGE = 500;

/**
 * How long the old copy of a moved file stays, in milliseconds: servers cache a datastore's redirect for five seconds, and readers who
 * were redirected to the old place may still be loading the file.
 */
export const LEFTOVER_MS = 600_000;

/**
 * Moves each file in a transaction of its own: the new copy is complete before the row names the new datastore. A killed move can be
 * repeated; `media verify` reports a copy without a row as an orphan.
 *
 * @throws DatastoreUnavailableError if a datastore is unavailable
 */
export async function moveFiles(pool: pg.Pool, datastores: Datastores, options: MoveOptions): Promise<MoveCounts> {
  const counts: MoveCounts = { moved: 0, bytes: 0, unreadable: 0, homeless: 0 };
  for (let after = '0'; ;) {
    const { rows: images } = await pool.query<StoredImage>(sql.SELECT_STORED_IMAGES, [after, PAGE]);
    if (images.length === 0) return counts;
    for (const image of images) {
      after = image.id;
      const rows = await datastores.rows();
      const to = storeForNewFile(rows, image.sha256);
      if (to === null) counts.homeless++;
      if (to === null || to.id === image.datastore_id) continue;
      const from = await datastores.row(image.datastore_id);
      if (!options.dryRun && !(await moveFile(pool, datastores, image, { from, to }, options))) {
        counts.unreadable++;
        continue;
      }
      options.onMove?.(mediaKey(image.sha256, image.type), from.name, to.name);
      counts.moved++;
      counts.bytes += Number(image.size);
    }
  }
}

interface Way {
  readonly from: DatastoreRow;
  readonly to: DatastoreRow;
}

/** False if the file cannot be read. */
async function moveFile(
  pool: pg.Pool,
  datastores: Datastores,
  image: StoredImage,
  { from, to }: Way,
  { incomingDir, now }: MoveOptions,
): Promise<boolean> {
  const copied = await copyOut(await datastores.of(from), image, incomingDir);
  if (typeof copied !== 'object') return false;
  const { sha256, type } = image;
  try {
    await inTransaction(pool, async (client) => {
      await client.query(sql.LOCK_FILE, [sha256.toString('hex')]);
      const { rowCount } = await client.query(sql.MOVE_IMAGE, [image.id, from.id, to.id]);
      // The file was deleted or moved since it was listed.
      if (rowCount !== 1) return;
      const key = mediaKey(sha256, type);
      await (await datastores.of(to)).put({ key, sha256, ...copied, mime: mediaTypeOf(type).mime });
      await copyLarge(await datastores.of(from), await datastores.of(to), sha256, `${copied.path}.large`);
      await client.query(sql.END_LEFTOVER, [sha256, to.id]);
      await client.query(sql.ADD_LEFTOVER, [sha256, from.id, type, new Date(now().getTime() + LEFTOVER_MS)]);
    });
    return true;
  } finally {
    await rm(copied.path, { force: true });
  }
}

/** Copies the large thumbnail, if the file has one. The old one is deleted with the old copy of the file. */
async function copyLarge(from: Datastore, to: Datastore, of: Buffer, path: string): Promise<void> {
  const key = mediaKey(of, LARGE_THUMBNAIL);
  const stream = await from.open(key);
  if (stream === null) return;
  try {
    const bytes = await buffer(stream);
    await writeFile(path, bytes);
    const sha256 = createHash('sha256').update(bytes).digest();
    await to.put({ key, path, size: bytes.length, sha256, mime: mediaTypeOf(LARGE_THUMBNAIL).mime });
  } finally {
    await rm(path, { force: true });
  }
}
