/** Reads a file back from its disk, since a write may have been incomplete. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { AppError } from '../errors.ts';

/** The file on disk differs from the one that was hashed on arrival. Nothing is stored; a retry may succeed. */
export class IncompleteFileError extends AppError {
  constructor(message: string) {
    super('file_incomplete', message);
  }
}

export interface FileContent {
  /** Bytes. */
  readonly size: number;
  /** 32 bytes. */
  readonly sha256: Uint8Array;
}

/** @throws IncompleteFileError, errors of the disk */
export async function checkWhole(path: string, { size, sha256 }: FileContent): Promise<void> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(piece);
    count += piece.length;
  }
  if (count !== size) throw new IncompleteFileError(`${path} has ${count} bytes on disk, but ${size} were written`);
  if (!hash.digest().equals(sha256))
    throw new IncompleteFileError(`${path} has other content on disk than was written`);
}

/** Writes all of the bytes: a single write may store only a part when the disk is nearly full. @throws errors of the disk */
export async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at);
    if (bytesWritten === 0) throw new IncompleteFileError('the disk accepted no more bytes');
    at += bytesWritten;
  }
}
