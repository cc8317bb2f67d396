/** Copies a stored file to a local folder, for work that needs a path. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaKey } from '../../mappings/media.ts';
import type { Datastore } from '../../platform/datastore/datastore.ts';
import { writeAll } from '../../platform/datastore/whole-file.ts';
import type { ImageRow } from './stored-files.ts';

export interface CopiedFile {
  /** The caller deletes it. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * `missing`: the datastore has no such file. `damaged`: its content has another SHA-256.
 * @throws DatastoreUnavailableError, errors of the disk; nothing is left behind
 */
export async function copyOut(
  store: Datastore,
  image: Pick<ImageRow, 'type'> & { readonly sha256: Uint8Array },
  folder: string,
): Promise<CopiedFile | 'missing' | 'damaged'> {
  await store.check();
  const stream = await store.open(mediaKey(image.sha256, image.type));
  if (stream === null) return 'missing';
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${randomUUID()}.part`);
  const hash = createHash('sha256');
  let size = 0;
  let whole = false;
  const file = await open(path, 'wx');
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      hash.update(piece);
      size += piece.length;
      await writeAll(file, piece);
    }
    whole = hash.digest().equals(image.sha256);
  } finally {
    stream.destroy();
    await file.close();
    if (!whole) await rm(path, { force: true });
  }
  return whole ? { path, size } : 'damaged';
}
