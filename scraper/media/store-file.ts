/** Stores a downloaded file in a datastore, its row in `images`, and its hash in the post, in one transaction. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type pg from 'pg';
import { HEAD_BYTES, detectMediaType, isDrawn, mediaKey, mediaTypeOf } from '../../mappings/media.ts';
import type { MediaKind } from '../../mappings/sources.ts';
import { ConfigError, toError } from '../../platform/errors.ts';
import { DatastoreAwayError } from '../../platform/datastore/datastore.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { MediaContext } from './context.ts';
import type { Downloaded } from './download.ts';
import { linkPost, type MediaTarget } from './link-post.ts';
import { ImageError } from './image-worker/image-worker.ts';
import type { Fingerprint, Thumbnail } from './image-worker/protocol.ts';
import { FIND_BY_SHA256, HOLD_FILE, IS_BANNED, UPSERT_IMAGE } from './sql.ts';

type Arrived = Omit<Downloaded, 'kind'>;

interface Drawing {
  readonly thumbnail: (Thumbnail & { readonly file: Arrived }) | null;
  readonly fingerprint: Fingerprint | null;
  readonly problem: string | null;
}

const NOTHING_DRAWN: Drawing = { thumbnail: null, fingerprint: null, problem: null };

/** The post has another file by now, or was purged: the downloaded file is discarded. */
class UnwantedError extends Error {}

/**
 * stored   the file is stored and the post refers to it
 * banned   the file is banned
 * unnamed  the post no longer has this file
 */
export type StoreOutcome = 'stored' | 'banned' | 'unnamed';

/** @throws DatastoreAwayError if the datastore cannot take the file now. */
export async function storeFile(
  context: MediaContext,
  file: Downloaded,
  post: MediaTarget,
  kind: MediaKind,
): Promise<StoreOutcome> {
  const type = kind === 'replay' ? 'tgkr' : detectMediaType(file.head).type;
  const known = await findImage(context.pool, file.sha256);
  const isNew = known?.datastore_id == null;
  const drawing = isNew && kind === 'file' && isDrawn(type) ? await draw(context, file.path) : NOTHING_DRAWN;
  try {
    return await inTransaction(context.pool, async (client) => {
      const files = [file, ...(drawing.thumbnail === null ? [] : [drawing.thumbnail.file])];
      // Locked in one order, so that two transactions with the same files cannot deadlock.
      for (const hex of files.map(({ sha256 }) => sha256.toString('hex')).sort()) await client.query(HOLD_FILE, [hex]);
      const { rows } = await client.query<{ banned: boolean }>(IS_BANNED, [[file.md5, file.sha256]]);
      if (rows[0]?.banned === true) return 'banned';
      const stored = new Stored(context, client);
      const thumb = await stored.thumbnail(drawing);
      await stored.add(file, type, { ...shapeOf(drawing), thumb });
      if (await linkPost(client, post, kind, file.sha256, context.now())) return 'stored';
      await stored.undo();
      throw new UnwantedError();
    });
  } catch (error) {
    // After any other failure the datastore may have a file without a row; the next attempt adds the row.
    if (error instanceof UnwantedError) return 'unnamed';
    throw error;
  } finally {
    const drawn = drawing.thumbnail?.file.path;
    for (const path of [file.path, ...(drawn === undefined ? [] : [drawn])]) await rm(path, { force: true });
  }
}

interface Shape {
  readonly width: number | null;
  readonly height: number | null;
  readonly pixels?: Buffer | null;
  readonly perceptual?: string | null;
  readonly thumb?: string | null;
  readonly problem?: string | null;
}

function shapeOf({ thumbnail, fingerprint, problem }: Drawing): Shape {
  return {
    width: thumbnail?.width ?? null,
    height: thumbnail?.height ?? null,
    pixels: fingerprint === null ? null : Buffer.from(fingerprint.pixels, 'hex'),
    perceptual: fingerprint?.perceptual ?? null,
    problem,
  };
}

/** The files that one transaction adds to datastores. The transaction holds the lock of each. */
class Stored {
  readonly #context: MediaContext;
  readonly #client: pg.PoolClient;
  readonly #written: (() => Promise<void>)[] = [];

  constructor(context: MediaContext, client: pg.PoolClient) {
    this.#context = context;
    this.#client = client;
  }

  async thumbnail({ thumbnail }: Drawing): Promise<string | null> {
    if (thumbnail === null) return null;
    return this.add(thumbnail.file, thumbnail.type, { width: thumbnail.thumbWidth, height: thumbnail.thumbHeight });
  }

  /** Returns the id of the row in `images`. */
  async add(file: Arrived, type: string, shape: Shape): Promise<string> {
    const known = await findImage(this.#client, file.sha256);
    if (known?.datastore_id != null) return known.id;
    const row = await this.#context.datastores.forNewFile(file.sha256);
    if (row === null) throw new DatastoreAwayError('no datastore accepts files of this range');
    const datastore = await this.#context.datastores.of(row);
    const key = mediaKey(file.sha256, known?.type ?? type);
    await datastore.put({ ...file, key, mime: mediaTypeOf(type).mime });
    this.#written.push(() => datastore.delete(key));
    const { rows } = await this.#client.query<{ id: string }>(UPSERT_IMAGE, [
      file.sha256,
      file.md5,
      shape.pixels ?? null,
      shape.perceptual ?? null,
      type,
      file.size,
      shape.width,
      shape.height,
      row.id,
      shape.thumb ?? null,
      shape.problem ?? null,
      this.#context.now(),
    ]);
    const id = rows[0]?.id;
    if (id === undefined) throw new Error('an upsert returns its row');
    return id;
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
}

export async function findImage(db: pg.Pool | pg.PoolClient, sha256: Uint8Array): Promise<ImageRow | null> {
  const { rows } = await db.query<ImageRow>(FIND_BY_SHA256, [sha256]);
  return rows[0] ?? null;
}

/** Draws the thumbnail and hashes the pixels. An image that cannot be decoded is stored without them. */
async function draw(context: MediaContext, path: string): Promise<Drawing> {
  const into = `${path}.thumb`;
  try {
    const thumbnail = await context.imageWorker.run({ kind: 'thumbnail', path, into });
    const print = await context.imageWorker.run({ kind: 'fingerprint', path, scratch: `${path}.v` });
    const file = await readBack(into);
    context.metrics.onThumbnail('drawn');
    return { thumbnail: { ...thumbnail, file }, fingerprint: print, problem: null };
  } catch (error) {
    await Promise.all([into, `${path}.v`].map((left) => rm(left, { force: true })));
    if (!(error instanceof ImageError)) throw error;
    context.metrics.onThumbnail('failed');
    context.logger.info({ reason: error.message }, 'no thumbnail could be drawn of an image');
    return { ...NOTHING_DRAWN, problem: error.message };
  }
}

async function readBack(path: string): Promise<Arrived> {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')];
  let head: Buffer = Buffer.alloc(0);
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    if (head.length === 0) head = piece.subarray(0, HEAD_BYTES);
    md5.update(piece);
    sha256.update(piece);
  }
  return { path, size: (await stat(path)).size, md5: md5.digest(), sha256: sha256.digest(), head };
}

/** Creates the archive's first datastore if there is none. */
export async function ensureDatastore(context: MediaContext): Promise<void> {
  if ((await context.datastores.rows()).length > 0) return;
  try {
    await context.datastores.add({ name: 'local', kind: 'local', base: '.' });
  } catch (error) {
    // Another scraper created it first.
    if (!(error instanceof ConfigError)) throw new DatastoreAwayError(toError(error).message, { cause: error });
  }
}
