/** Makes the dump of one file. Needs no server and no database. */
import { open, type FileHandle } from 'node:fs/promises';
import type { Dump, DumpClient, DumpImage } from '../mappings/dump/dump.ts';
import { detectMediaType, HEAD_BYTES } from '../mappings/media.ts';
import { AppError } from '../platform/errors.ts';
import type { TrackAnalyser } from './analyse-tracks.ts';
import { hashFile } from './hash-file.ts';
import { EXIF_BYTES, readExif } from './read-exif.ts';

/** What a decoder finds out about an image. */
export type DecodedImage = Pick<DumpImage, 'width' | 'height' | 'pixels' | 'perceptual'>;

export interface DumpMaker {
  readonly client: DumpClient;
  readonly tracks: TrackAnalyser;
  /** Decodes an image, in another process if it is foreign; null for one that cannot be decoded. */
  readonly decode: (path: string) => Promise<DecodedImage | null>;
}

/** The file cannot be described. */
export class DumpFileError extends AppError {
  constructor(message: string) {
    super('dump_file', message);
  }
}

const IMAGES: ReadonlySet<string> = new Set(['jpg', 'png', 'gif', 'webp']);

/** @param offered The contributor would hand over the file. @throws DumpFileError, and errors of the disk */
export async function makeDump({ client, tracks, decode }: DumpMaker, path: string, offered: boolean): Promise<Dump> {
  const file = await open(path, 'r');
  try {
    const { size: expected } = await file.stat();
    if (expected === 0) throw new DumpFileError('the file is empty');
    const head = await headOf(file);
    const { type } = detectMediaType(head.subarray(0, HEAD_BYTES));
    const { size, md5, sha1, sha256 } = await hashFile(file);
    const decoded = IMAGES.has(type) ? await decode(path) : null;
    const media = IMAGES.has(type) ? null : await tracks.analyse(file, size);
    // Hashes, pixels and tracks were read one after the other, and must be of the same file.
    if (size !== expected || (await file.stat()).size !== size) throw new DumpFileError('the file changed meanwhile');
    return {
      client,
      file: { size, type, md5, sha1, sha256, offered },
      image: decoded === null ? null : { ...decoded, exif: readExif(head) },
      media,
    };
  } finally {
    await file.close();
  }
}

async function headOf(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(EXIF_BYTES), 0, EXIF_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}
