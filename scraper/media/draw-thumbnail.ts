/** Draws the thumbnail of a file on the local disk. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { HEAD_BYTES } from '../../mappings/media.ts';
import { IncompleteFileError } from '../../platform/datastore/whole-file.ts';
import type { Arrived } from './download.ts';
import type { ImageWorker } from './image-worker/image-worker.ts';
import type { Thumbnail } from './image-worker/protocol.ts';

export type DrawnThumbnail = Omit<Thumbnail, 'large'> & {
  readonly file: Arrived;
  /** null for a picture that is not larger than its thumbnail. */
  readonly large: Arrived | null;
};

/** The paths that the thumbnails are drawn to. The caller deletes the files. */
export function drawnPaths(path: string): readonly [small: string, large: string] {
  return [`${path}.thumb`, `${path}.large`];
}

/** @throws ImageError, ImageDiskError, IncompleteFileError if the disk has not all of a thumbnail */
export async function drawThumbnailOf(imageWorker: ImageWorker, path: string): Promise<DrawnThumbnail> {
  const [into, largeInto] = drawnPaths(path);
  const drawn = await imageWorker.run({ kind: 'thumbnail', path, into, large: largeInto });
  const large = drawn.large === null ? null : await readBack(largeInto, drawn.large);
  return { ...drawn, file: await readBack(into, drawn), large };
}

async function readBack(path: string, { size, sha256 }: Pick<Thumbnail, 'size' | 'sha256'>): Promise<Arrived> {
  const bytes = await readFile(path);
  const hashOf = (algorithm: string) => createHash(algorithm).update(bytes).digest();
  const file = { path, size, md5: hashOf('md5'), sha256: hashOf('sha256'), head: bytes.subarray(0, HEAD_BYTES) };
  if (file.sha256.toString('hex') !== sha256)
    throw new IncompleteFileError(`${path} is not the thumbnail that was drawn`);
  return file;
}
