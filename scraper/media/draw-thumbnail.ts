/** Draws the thumbnail of a file on the local disk. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { HEAD_BYTES } from '../../mappings/media.ts';
import { IncompleteFileError } from '../../platform/datastore/whole-file.ts';
import type { Arrived } from './download.ts';
import type { ImageWorker } from './image-worker/image-worker.ts';
import type { Thumbnail } from './image-worker/protocol.ts';

export type DrawnThumbnail = Thumbnail & { readonly file: Arrived };

/** The path that the thumbnail is drawn to. The caller deletes the file. */
export function drawnPath(path: string): string {
  return `${path}.thumb`;
}

/** @throws ImageError, ImageDiskError, IncompleteFileError if the disk has not all of the thumbnail */
export async function drawThumbnailOf(imageWorker: ImageWorker, path: string): Promise<DrawnThumbnail> {
  const into = drawnPath(path);
  const thumbnail = await imageWorker.run({ kind: 'thumbnail', path, into });
  return { ...thumbnail, file: await readBack(into, thumbnail) };
}

async function readBack(path: string, { size, sha256 }: Thumbnail): Promise<Arrived> {
  const bytes = await readFile(path);
  const hashOf = (algorithm: string) => createHash(algorithm).update(bytes).digest();
  const file = { path, size, md5: hashOf('md5'), sha256: hashOf('sha256'), head: bytes.subarray(0, HEAD_BYTES) };
  if (file.sha256.toString('hex') !== sha256)
    throw new IncompleteFileError(`${path} is not the thumbnail that was drawn`);
  return file;
}
