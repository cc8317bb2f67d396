/** Brings a file that came into a store, its row into `images`, and its hash into the post, in one transaction. */
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
import { linkPost, type WantingPost } from './link-post.ts';
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

/** The post has another file by now, or was purged: what came is kept for nobody. */
class UnwantedError extends Error {}

/**
 * stored   it is there, and the post says so
 * banned   it is not to be stored
 * unnamed  the post does not name it any more
 * @throws DatastoreAwayError when the store cannot take it now.
 */
export type KeepOutcome = 'stored' | 'banned' | 'unnamed';

export async function keepFile(
  context: MediaContext,
  file: Downloaded,
  post: WantingPost,
  kind: MediaKind,
): Promise<KeepOutcome> {
  const type = kind === 'replay' ? 'tgkr' : detectMediaType(file.head).type;
  const known = await findImage(context.pool, file.sha256);
  const isNew = known?.datastore_id == null;
  const drawing = isNew && kind === 'file' && isDrawn(type) ? await draw(context, file.path) : NOTHING_DRAWN;
  try {
    return await inTransaction(context.pool, async (client) => {
      const files = [file, ...(drawing.thumbnail === null ? [] : [drawing.thumbnail.file])];
      // In order: two who keep the same files do not wait for each other in a circle.
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
    // After any other failure a file may be in the store without a row: the next try gives it one.
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

/** What one transaction puts into stores. It holds every file that it adds. */
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

  /** Returns the id of its row. */
  async add(file: Arrived, type: string, shape: Shape): Promise<string> {
    const known = await findImage(this.#client, file.sha256);
    if (known?.datastore_id != null) return known.id;
    const row = await this.#context.datastores.forNewFile(file.sha256);
    if (row === null) throw new DatastoreAwayError('no datastore takes files of this range');
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

  /** Before the rollback, which lets others have the files. */
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

/** A picture that cannot be drawn is kept all the same. */
async function draw(context: MediaContext, path: string): Promise<Drawing> {
  const into = `${path}.thumb`;
  try {
    const thumbnail = await context.imageWorker.run({ kind: 'thumbnail', path, into });
    const print = await context.imageWorker.run({ kind: 'fingerprint', path, scratch: `${path}.v` });
    const file = await readBack(into);
    context.metrics.onPicture('drawn');
    return { thumbnail: { ...thumbnail, file }, fingerprint: print, problem: null };
  } catch (error) {
    await Promise.all([into, `${path}.v`].map((left) => rm(left, { force: true })));
    if (!(error instanceof ImageError)) throw error;
    context.metrics.onPicture('failed');
    context.logger.info({ reason: error.message }, 'a picture has no thumbnail of ours');
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

/** Makes the archive's first store when there is none, and there is something to store. */
export async function ensureDatastore(context: MediaContext): Promise<void> {
  if ((await context.datastores.rows()).length > 0) return;
  try {
    await context.datastores.add({ name: 'local', kind: 'local', base: '.' });
  } catch (error) {
    // Another scraper was first.
    if (!(error instanceof ConfigError)) throw new DatastoreAwayError(toError(error).message, { cause: error });
  }
}
