/** Stores a downloaded file in a datastore, its row in `images`, and its hash in the post, in one transaction. */
import { rm } from 'node:fs/promises';
import type pg from 'pg';
import { detectMediaType, isDrawn } from '../../mappings/media.ts';
import type { MediaKind } from '../../mappings/source-kind.ts';
import { ConfigError, toError } from '../../platform/errors.ts';
import { DatastoreUnavailableError } from '../../platform/datastore/datastore.ts';
import type { Fingerprint } from '../../platform/images/fingerprint.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { MediaContext } from './context.ts';
import type { Arrived } from './download.ts';
import { drawThumbnailOf, drawnPaths, type DrawnThumbnail } from './draw-thumbnail.ts';
import { linkPost, type MediaTarget } from './link-post.ts';
import { ImageError } from './image-worker/image-worker.ts';
import { findImage, StoredFiles, type Shape } from './stored-files.ts';
import { LOCK_FILE, IS_BANNED, IS_DELETED } from './sql.ts';

/** The part of the context that storing needs. An import has no downloads. */
export type StoreContext = Pick<MediaContext, 'pool' | 'imageWorker' | 'datastores' | 'metrics' | 'logger' | 'now'>;

interface Drawing {
  readonly thumbnail: DrawnThumbnail | null;
  readonly fingerprint: Fingerprint | null;
}

const NOTHING_DRAWN: Drawing = { thumbnail: null, fingerprint: null };

/** The post now has another file, or was purged: the downloaded file is discarded. */
class UnwantedError extends Error {}

/**
 * stored   the file is stored and the post refers to it
 * banned   the file is banned
 * deleted  moderators deleted the file; an import does not restore it, but a source may
 * unnamed  the post no longer has this file
 */
export type StoreOutcome = 'stored' | 'banned' | 'deleted' | 'unnamed';

/** @throws DatastoreUnavailableError if the datastore cannot take the file now; IncompleteFileError, ImageDiskError or an error of the disk if it is full. */
export async function storeFile(
  context: StoreContext,
  file: Arrived,
  post: MediaTarget,
  kind: MediaKind,
  from: 'source' | 'import' = 'source',
): Promise<StoreOutcome> {
  try {
    const type = kind === 'replay' ? 'tgkr' : detectMediaType(file.head).type;
    const known = await findImage(context.pool, file.sha256);
    const isNew = known?.datastore_id == null;
    const drawing = isNew && kind === 'file' && isDrawn(type) ? await draw(context, file.path) : NOTHING_DRAWN;
    return await inTransaction(context.pool, async (client) => {
      const files = [file, ...(drawing.thumbnail === null ? [] : [drawing.thumbnail.file])];
      // Locked in one order, so that two transactions with the same files cannot deadlock.
      for (const hex of files.map(({ sha256 }) => sha256.toString('hex')).sort()) await client.query(LOCK_FILE, [hex]);
      const { rows } = await client.query<{ banned: boolean }>(IS_BANNED, [[file.md5, file.sha256]]);
      if (rows[0]?.banned === true) return 'banned';
      if (from === 'import' && (await isDeleted(client, file))) return 'deleted';
      const stored = new StoredFiles(context, client);
      const thumb = drawing.thumbnail === null ? null : await stored.thumbnail(drawing.thumbnail);
      await stored.add(file, type, { ...shapeOf(drawing), thumb, large: drawing.thumbnail?.large ?? null });
      if (await linkPost(client, post, kind, file.sha256, context.now())) return 'stored';
      await stored.undo();
      throw new UnwantedError();
    });
  } catch (error) {
    // After a failure of PostgreSQL the datastore may have a file without a row; the next attempt adds the row.
    if (error instanceof UnwantedError) return 'unnamed';
    throw error;
  } finally {
    for (const path of [file.path, ...drawnPaths(file.path)]) await rm(path, { force: true });
  }
}

function shapeOf({ fingerprint }: Drawing): Shape {
  return {
    pixels: fingerprint?.pixels == null ? null : Buffer.from(fingerprint.pixels, 'hex'),
    perceptual: fingerprint?.perceptual ?? null,
    differences: fingerprint?.differences ?? null,
  };
}

async function isDeleted(client: pg.PoolClient, { md5, sha256 }: Arrived): Promise<boolean> {
  const { rows } = await client.query<{ deleted: boolean }>(IS_DELETED, [[md5, sha256]]);
  return rows[0]?.deleted === true;
}

/** Draws the thumbnail and hashes the pixels. An image that cannot be decoded is stored without them. */
async function draw(context: StoreContext, path: string): Promise<Drawing> {
  try {
    const thumbnail = await drawThumbnailOf(context.imageWorker, path);
    const print = await context.imageWorker.run({ kind: 'fingerprint', path, scratch: `${path}.v` });
    context.metrics.onThumbnail('drawn');
    return { thumbnail, fingerprint: print };
  } catch (error) {
    for (const drawn of drawnPaths(path)) await rm(drawn, { force: true });
    if (!(error instanceof ImageError)) throw error;
    context.metrics.onThumbnail('failed');
    context.logger.info({ reason: error.message }, 'no thumbnail could be drawn of an image');
    return NOTHING_DRAWN;
  }
}

/** Creates the archive's first datastore if there is none. */
export async function ensureDatastore(context: Pick<StoreContext, 'datastores'>): Promise<void> {
  if ((await context.datastores.rows()).length > 0) return;
  try {
    await context.datastores.addFirst();
  } catch (error) {
    // Another scraper created it first.
    if (!(error instanceof ConfigError)) throw new DatastoreUnavailableError(toError(error).message, { cause: error });
  }
}
