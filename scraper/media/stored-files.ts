/** The files that one transaction adds to datastores, and their rows in `images`. */
import type pg from 'pg';
import { LARGE_THUMBNAIL, PIXELS_RULE, THUMBNAIL_RULE, mediaKey, mediaTypeOf } from '../../mappings/media.ts';
import type { PrintedDifference } from '../../platform/images/fingerprint.ts';
import { DatastoreUnavailableError, type Datastore, type PutOrder } from '../../platform/datastore/datastore.ts';
import type { MediaContext } from './context.ts';
import type { Arrived } from './download.ts';
import type { DrawnThumbnail } from './draw-thumbnail.ts';
import { ADD_DIFFERENCES, FIND_BY_SHA256, NOTE_FILE_CHANGE, UPSERT_IMAGE } from './sql.ts';

/** The facts about an image besides its file. */
export interface Shape {
  readonly pixels?: Buffer | null;
  readonly perceptual?: string | null;
  /** null if the file was not decoded. */
  readonly differences?: readonly PrintedDifference[] | null;
  /** Id of the drawn thumbnail. */
  readonly thumb?: string | null;
  /** Size of a drawn thumbnail, in bytes. */
  readonly size?: Pick<DrawnThumbnail, 'width' | 'height'>;
  /** The large thumbnail. */
  readonly large?: Arrived | null;
}

/** The transaction holds the lock of each file. */
export class StoredFiles {
  readonly #context: Pick<MediaContext, 'datastores'>;
  readonly #client: pg.PoolClient;
  readonly #written: (() => Promise<void>)[] = [];

  constructor(context: Pick<MediaContext, 'datastores'>, client: pg.PoolClient) {
    this.#context = context;
    this.#client = client;
  }

  /** Returns the id of the thumbnail's row. */
  async thumbnail(drawn: DrawnThumbnail): Promise<string> {
    return this.add(drawn.file, drawn.type, { size: drawn });
  }

  /** Stores the large thumbnail of a picture beside the picture. It has no row. */
  async large(ofSha256: Uint8Array, datastore: Datastore, { path, size, sha256 }: Arrived): Promise<void> {
    const key = mediaKey(ofSha256, LARGE_THUMBNAIL);
    await this.#put(datastore, { path, size, sha256, key, mime: mediaTypeOf(LARGE_THUMBNAIL).mime });
    this.#written.push(() => datastore.delete(key));
  }

  /** Returns the id of the row in `images`. */
  async add(file: Arrived, type: string, shape: Shape = {}): Promise<string> {
    const known = await findImage(this.#client, file.sha256);
    if (known?.datastore_id != null) return known.id;
    const row = await this.#context.datastores.forNewFile(file.sha256);
    if (row === null) throw new DatastoreUnavailableError('no datastore accepts files of this range');
    const datastore = await this.#context.datastores.of(row);
    // The type in a dump was not detected from the content.
    const key = mediaKey(file.sha256, known === null || known.only_described ? type : known.type);
    await this.#put(datastore, { ...file, key, mime: mediaTypeOf(type).mime });
    this.#written.push(() => datastore.delete(key));
    if (shape.large != null) await this.large(file.sha256, datastore, shape.large);
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
      shape.size?.width ?? null,
      shape.size?.height ?? null,
      THUMBNAIL_RULE,
      shape.differences != null,
    ]);
    const [image] = rows;
    if (image === undefined) throw new Error('an upsert returns its row');
    await addDifferences(this.#client, image.id, shape.differences ?? []);
    if (image.is_back) await this.#client.query(NOTE_FILE_CHANGE);
    return image.id;
  }

  /** If the disk fails, the files that this transaction stored before are deleted again. */
  async #put(datastore: Datastore, order: PutOrder): Promise<void> {
    try {
      await datastore.put(order);
    } catch (error) {
      // A transaction that lost its connection has lost its locks, and another worker may own the files by now.
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

/** The row in `images` notes that they are complete. */
export async function addDifferences(
  client: pg.PoolClient,
  imageId: string,
  differences: readonly PrintedDifference[],
): Promise<void> {
  if (differences.length === 0) return;
  await client.query(ADD_DIFFERENCES, [
    imageId,
    differences.map(({ trimmed }) => trimmed),
    differences.map(({ hash }) => hash),
    differences.map(({ mirrored }) => mirrored),
  ]);
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
