/** Stores a downloaded file in a datastore, its row in `images`, and its hash in the post, in one transaction. */
import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import type pg from 'pg';
import { HEAD_BYTES, PIXELS_RULE, detectMediaType, isDrawn, mediaKey, mediaTypeOf } from '../../mappings/media.ts';
import type { MediaKind } from '../../mappings/sources.ts';
import { ConfigError, toError } from '../../platform/errors.ts';
import { DatastoreUnavailableError, type Datastore, type PutOrder } from '../../platform/datastore/datastore.ts';
import { IncompleteFileError } from '../../platform/datastore/whole-file.ts';
import type { Fingerprint } from '../../platform/images/fingerprint.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { MediaContext } from './context.ts';
import type { Downloaded } from './download.ts';
import { linkPost, type MediaTarget } from './link-post.ts';
import { ImageError } from './image-worker/image-worker.ts';
import type { Thumbnail } from './image-worker/protocol.ts';
import { FIND_BY_SHA256, LOCK_FILE, IS_BANNED, IS_DELETED, NOTE_FILE_CHANGE, UPSERT_IMAGE } from './sql.ts';

type Arrived = Omit<Downloaded, 'kind'>;

/** What storing needs; an import has no downloads. */
export type StoreContext = Pick<MediaContext, 'pool' | 'imageWorker' | 'datastores' | 'metrics' | 'logger' | 'now'>;

interface Drawing {
  readonly thumbnail: (Thumbnail & { readonly file: Arrived }) | null;
  readonly fingerprint: Fingerprint | null;
}

const NOTHING_DRAWN: Drawing = { thumbnail: null, fingerprint: null };

/** The post has another file by now, or was purged: the downloaded file is discarded. */
class UnwantedError extends Error {}

/**
 * stored   the file is stored and the post refers to it
 * banned   the file is banned
 * deleted  moderators deleted the file, and an import does not bring it back; a source may
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
      const stored = new Stored(context, client);
      const thumb = await stored.thumbnail(drawing);
      await stored.add(file, type, { ...shapeOf(drawing), thumb });
      if (await linkPost(client, post, kind, file.sha256, context.now())) return 'stored';
      await stored.undo();
      throw new UnwantedError();
    });
  } catch (error) {
    // After a failure of PostgreSQL the datastore may have a file without a row; the next attempt adds the row.
    if (error instanceof UnwantedError) return 'unnamed';
    throw error;
  } finally {
    for (const path of [file.path, drawnPath(file.path)]) await rm(path, { force: true });
  }
}

interface Shape {
  readonly pixels?: Buffer | null;
  readonly perceptual?: string | null;
  readonly thumb?: string | null;
}

function shapeOf({ fingerprint }: Drawing): Shape {
  return {
    pixels: fingerprint?.pixels == null ? null : Buffer.from(fingerprint.pixels, 'hex'),
    perceptual: fingerprint?.perceptual ?? null,
  };
}

/** The files that one transaction adds to datastores. The transaction holds the lock of each. */
class Stored {
  readonly #context: StoreContext;
  readonly #client: pg.PoolClient;
  readonly #written: (() => Promise<void>)[] = [];

  constructor(context: StoreContext, client: pg.PoolClient) {
    this.#context = context;
    this.#client = client;
  }

  async thumbnail({ thumbnail }: Drawing): Promise<string | null> {
    if (thumbnail === null) return null;
    return this.add(thumbnail.file, thumbnail.type);
  }

  /** Returns the id of the row in `images`. */
  async add(file: Arrived, type: string, shape: Shape = {}): Promise<string> {
    const known = await findImage(this.#client, file.sha256);
    if (known?.datastore_id != null) return known.id;
    const row = await this.#context.datastores.forNewFile(file.sha256);
    if (row === null) throw new DatastoreUnavailableError('no datastore accepts files of this range');
    const datastore = await this.#context.datastores.of(row);
    // What a dump said of the type was not measured.
    const key = mediaKey(file.sha256, known === null || known.only_described ? type : known.type);
    await this.#put(datastore, { ...file, key, mime: mediaTypeOf(type).mime });
    this.#written.push(() => datastore.delete(key));
    const { rows } = await this.#client.query<{ id: string; is_back: boolean }>(UPSERT_IMAGE, [
      file.sha256,
      file.md5,
      shape.pixels ?? null,
      shape.perceptual ?? null,
      type,
      file.size,
      row.id,
      shape.thumb ?? null,
      PIXELS_RULE,
    ]);
    const [image] = rows;
    if (image === undefined) throw new Error('an upsert returns its row');
    if (image.is_back) await this.#client.query(NOTE_FILE_CHANGE);
    return image.id;
  }

  /** Where the disk fails, the files that this transaction stored before are deleted again. */
  async #put(datastore: Datastore, order: PutOrder): Promise<void> {
    try {
      await datastore.put(order);
    } catch (error) {
      // Without its connection this transaction has lost its locks, and the files may be another worker's.
      const holdsLocks = await this.#client.query('select 1').then(
        () => true,
        () => false,
      );
      if (holdsLocks) await this.undo();
      throw error;
    }
  }

  /** Runs before the rollback, which releases the locks of the files. */
  async undo(): Promise<void> {
    for (const undo of this.#written) await undo();
  }
}

export interface ImageRow {
  readonly id: string;
  readonly type: string;
  readonly size: string;
  readonly datastore_id: number | null;
  readonly thumb_id: string | null;
  readonly banned: boolean;
  readonly only_described: boolean;
}

export async function findImage(db: pg.Pool | pg.PoolClient, sha256: Uint8Array): Promise<ImageRow | null> {
  const { rows } = await db.query<ImageRow>(FIND_BY_SHA256, [sha256]);
  return rows[0] ?? null;
}

async function isDeleted(client: pg.PoolClient, { md5, sha256 }: Arrived): Promise<boolean> {
  const { rows } = await client.query<{ deleted: boolean }>(IS_DELETED, [[md5, sha256]]);
  return rows[0]?.deleted === true;
}

/** Draws the thumbnail and hashes the pixels. An image that cannot be decoded is stored without them. */
async function draw(context: StoreContext, path: string): Promise<Drawing> {
  const into = drawnPath(path);
  try {
    const thumbnail = await context.imageWorker.run({ kind: 'thumbnail', path, into });
    const print = await context.imageWorker.run({ kind: 'fingerprint', path, scratch: `${path}.v` });
    const file = await readBack(into, thumbnail);
    context.metrics.onThumbnail('drawn');
    return { thumbnail: { ...thumbnail, file }, fingerprint: print };
  } catch (error) {
    await rm(into, { force: true });
    if (!(error instanceof ImageError)) throw error;
    context.metrics.onThumbnail('failed');
    context.logger.info({ reason: error.message }, 'no thumbnail could be drawn of an image');
    return NOTHING_DRAWN;
  }
}

function drawnPath(path: string): string {
  return `${path}.thumb`;
}

/** @throws IncompleteFileError if the disk has not all of the thumbnail */
async function readBack(path: string, { size, sha256 }: Thumbnail): Promise<Arrived> {
  const bytes = await readFile(path);
  const hashOf = (algorithm: string) => createHash(algorithm).update(bytes).digest();
  const file = { path, size, md5: hashOf('md5'), sha256: hashOf('sha256'), head: bytes.subarray(0, HEAD_BYTES) };
  if (file.sha256.toString('hex') !== sha256)
    throw new IncompleteFileError(`${path} is not the thumbnail that was drawn`);
  return file;
}

/** Creates the archive's first datastore if there is none. */
export async function ensureDatastore(context: Pick<StoreContext, 'datastores'>): Promise<void> {
  if ((await context.datastores.rows()).length > 0) return;
  try {
    await context.datastores.add({ name: 'local', kind: 'local', base: '.' });
  } catch (error) {
    // Another scraper created it first.
    if (!(error instanceof ConfigError)) throw new DatastoreUnavailableError(toError(error).message, { cause: error });
  }
}
