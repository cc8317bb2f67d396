/** Compares the files of the datastores with `images`, byte by byte, in both directions. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type pg from 'pg';
import { DRAWN_TYPES, isDrawn, keysWithLarge, LARGE_THUMBNAIL, mediaKey, parseMediaKey } from '../../mappings/media.ts';
import type { Datastore } from '../../platform/datastore/datastore.ts';
import type { DatastoreRow, Datastores } from '../../platform/datastore/datastores.ts';
import { inTransaction } from '../../platform/postgres.ts';
import { SELECT_WITHOUT_THUMBNAIL, type DrawableRow } from './redraw-sql.ts';
import { findImage } from './stored-files.ts';
import * as sql from './verify-sql.ts';
import { LOCK_FILE, IS_LEFTOVER, NOTE_FILE_CHANGE } from './sql.ts';

export interface MediaVerifyCounts {
  files: number;
  bytes: number;
  /** The content does not match the SHA-256 in the name. */
  damaged: number;
  /** Files in `images`, but not in the datastore. */
  missing: number;
  /** Files in the datastore, but not in `images`. */
  orphans: number;
  /** Partial files that a killed process left. */
  parts: number;
  /** Files that the archive did not write. They are never changed. */
  foreign: number;
  /** Thumbnails that the archive drew and lost, although their files are stored. */
  thumbnails: number;
  repaired: number;
}

export type MediaFinding = 'damaged' | 'missing' | 'orphan' | 'part' | 'foreign' | 'no-thumbnail';

export interface VerifyMediaOptions {
  readonly repair: boolean;
  /** Draws the thumbnail of a file; returns whether it has one now. Without it, lost thumbnails are only reported. */
  readonly redraw?: (file: DrawableRow) => Promise<boolean>;
  readonly now: () => Date;
  /** Younger files without a row are ignored: a transaction may be about to add it. */
  readonly graceMs: number;
  readonly onFinding: (finding: MediaFinding, store: string, key: string) => void;
}

const PAGE = 500;

/** @throws DatastoreUnavailableError if a datastore is unavailable, before any of its files is reported as missing. */
export async function verifyMedia(
  pool: pg.Pool,
  datastores: Datastores,
  options: VerifyMediaOptions,
): Promise<MediaVerifyCounts> {
  const counts: MediaVerifyCounts = {
    files: 0,
    bytes: 0,
    damaged: 0,
    missing: 0,
    orphans: 0,
    parts: 0,
    foreign: 0,
    thumbnails: 0,
    repaired: 0,
  };
  const rows = await datastores.rows();
  const stores = new Map<number, Datastore>();
  for (const row of rows) {
    const store = await datastores.of(row);
    await store.check();
    stores.set(row.id, store);
  }
  await checkRows(pool, stores, rows, options, counts);
  // Runs after the rows, so that a thumbnail that was found lost is drawn in the same run.
  await checkThumbnails(pool, rows, options, counts);
  for (const row of rows) await checkStore(pool, stores.get(row.id), row, options, counts);
  return counts;
}

async function checkThumbnails(
  pool: pg.Pool,
  names: readonly DatastoreRow[],
  { repair, redraw, onFinding }: VerifyMediaOptions,
  counts: MediaVerifyCounts,
): Promise<void> {
  for (let after = '0'; ;) {
    const { rows } = await pool.query<DrawableRow>(SELECT_WITHOUT_THUMBNAIL, [after, PAGE, [...DRAWN_TYPES]]);
    if (rows.length === 0) return;
    for (const row of rows) {
      after = row.id;
      counts.thumbnails++;
      onFinding('no-thumbnail', nameOf(names, row.datastore_id), mediaKey(row.sha256, row.type));
      if (repair && (await redraw?.(row)) === true) counts.repaired++;
    }
  }
}

function nameOf(names: readonly DatastoreRow[], id: number): string {
  return names.find((row) => row.id === id)?.name ?? '';
}

interface StoredRow {
  readonly id: string;
  readonly sha256: Buffer;
  readonly type: string;
  readonly size: string;
  readonly datastore_id: number;
}

async function checkRows(
  pool: pg.Pool,
  stores: ReadonlyMap<number, Datastore>,
  names: readonly DatastoreRow[],
  options: VerifyMediaOptions,
  counts: MediaVerifyCounts,
): Promise<void> {
  for (let after = '0'; ;) {
    const { rows } = await pool.query<StoredRow>(sql.SELECT_STORED_FILES, [after, PAGE]);
    if (rows.length === 0) return;
    for (const row of rows) {
      after = row.id;
      const store = stores.get(row.datastore_id);
      if (store === undefined) continue;
      const key = mediaKey(row.sha256, row.type);
      const state = await stateOf(store, key, row, counts);
      if (state === 'good') continue;
      counts[state]++;
      options.onFinding(state, nameOf(names, row.datastore_id), key);
      if (options.repair && (await forget(pool, store, row, options.now()))) counts.repaired++;
    }
  }
}

async function stateOf(
  store: Datastore,
  key: string,
  row: StoredRow,
  counts: MediaVerifyCounts,
): Promise<'good' | 'damaged' | 'missing'> {
  const stream = await store.open(key);
  if (stream === null) return 'missing';
  const { sha256, size } = await hashOf(stream);
  counts.files++;
  counts.bytes += size;
  return sha256.equals(row.sha256) ? 'good' : 'damaged';
}

async function hashOf(stream: Readable): Promise<{ readonly sha256: Buffer; readonly size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    hash.update(piece);
    size += piece.length;
  }
  return { sha256: hash.digest(), size };
}

/** A lost file is no longer served, and is requested again for the newest posts that have it. */
async function forget(pool: pg.Pool, store: Datastore, row: StoredRow, now: Date): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    await client.query(LOCK_FILE, [row.sha256.toString('hex')]);
    const image = await findImage(client, row.sha256);
    if (image === null || image.datastore_id !== row.datastore_id) return false;
    await client.query(sql.MARK_FILE_LOST, [row.id]);
    await client.query(NOTE_FILE_CHANGE);
    await client.query(sql.REQUEUE_MEDIA, [row.sha256, now]);
    for (const stored of keysWithLarge(row.sha256, row.type)) await store.delete(stored);
    return true;
  });
}

async function checkStore(
  pool: pg.Pool,
  store: Datastore | undefined,
  { id, name }: DatastoreRow,
  options: VerifyMediaOptions,
  counts: MediaVerifyCounts,
): Promise<void> {
  if (store === undefined) return;
  for await (const { key, modified } of store.list()) {
    const isYoung = options.now().getTime() - modified.getTime() < options.graceMs;
    const parsed = parseMediaKey(key);
    if (parsed === null) {
      const isPart = key.startsWith('.incoming/');
      if (isPart && isYoung) continue;
      counts[isPart ? 'parts' : 'foreign']++;
      options.onFinding(isPart ? 'part' : 'foreign', name, key);
      if (isPart && options.repair) {
        await store.delete(key);
        counts.repaired++;
      }
      continue;
    }
    if (isYoung) continue;
    const isOrphan = async (db: pg.Pool | pg.PoolClient) => {
      const image = await findImage(db, parsed.sha256);
      const isOf = parsed.type === LARGE_THUMBNAIL ? isDrawn(image?.type ?? null) : image?.type === parsed.type;
      if (image !== null && image.datastore_id === id && isOf) return false;
      // A moved file's old copy is deleted by a scraper.
      const { rows } = await db.query<{ is_leftover: boolean }>(IS_LEFTOVER, [parsed.sha256, id]);
      return rows[0]?.is_leftover !== true;
    };
    if (!(await isOrphan(pool))) continue;
    counts.orphans++;
    options.onFinding('orphan', name, key);
    if (!options.repair) continue;
    await inTransaction(pool, async (client) => {
      await client.query(LOCK_FILE, [Buffer.from(parsed.sha256).toString('hex')]);
      if (!(await isOrphan(client))) return;
      await store.delete(key);
      counts.repaired++;
    });
  }
}
