/** The hashes of a file's bytes, in one pass over it. */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

export interface FileHashes {
  /** Bytes that were read. */
  readonly size: number;
  readonly md5: string;
  readonly sha1: string;
  readonly sha256: string;
}

const CHUNK_BYTES = 2 ** 20;

export async function hashFile(file: FileHandle): Promise<FileHashes> {
  const hashes = [createHash('md5'), createHash('sha1'), createHash('sha256')] as const;
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let size = 0;
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, size);
    if (bytesRead === 0) break;
    size += bytesRead;
    for (const hash of hashes) hash.update(chunk.subarray(0, bytesRead));
  }
  const [md5, sha1, sha256] = hashes.map((hash) => hash.digest('hex')) as [string, string, string];
  return { size, md5, sha1, sha256 };
}
