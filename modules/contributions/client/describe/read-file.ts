/** Reads a file and computes its hashes in one pass. */
import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';

export interface FileRead {
  /** Number of bytes that were read. */
  readonly size: number;
  readonly md5: string;
  readonly sha1: string;
  readonly sha256: string;
  /** The whole file, if the caller wanted to keep it. */
  readonly bytes: Buffer | null;
}

const CHUNK_BYTES = 2 ** 20;

/**
 * Reads synchronously, since the process has nothing else to do.
 * @param size The expected size. If the file has grown, at most one more chunk is read.
 */
export function readFileOnce(file: number, size: number, isKept: boolean): FileRead {
  const hashes = [createHash('md5'), createHash('sha1'), createHash('sha256')] as const;
  const bytes = Buffer.allocUnsafeSlow(isKept ? size + 1 : Math.min(size + 1, CHUNK_BYTES));
  let at = 0;
  while (at <= size) {
    const into = isKept ? at : 0;
    const count = readSync(file, bytes, into, Math.min(CHUNK_BYTES, bytes.length - into), at);
    if (count === 0) break;
    at += count;
    for (const hash of hashes) hash.update(bytes.subarray(into, into + count));
  }
  const [md5, sha1, sha256] = hashes.map((hash) => hash.digest('hex')) as [string, string, string];
  return { size: at, md5, sha1, sha256, bytes: isKept ? bytes.subarray(0, at) : null };
}
