/**
 * Files that servers and scrapers share, besides those of datastores: exports, packages that wait for PostgreSQL, files that contributors
 * hand over. They lie in the data folder, or in a bucket (SAGASU_SHARED_FILES), so that several machines need no common folder.
 */
import type { Readable } from 'node:stream';
import type { Config } from '../config.ts';
import type { ByteRange } from '../datastore/datastore.ts';

export interface SharedFile {
  /** In its folder. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly modified: Date;
}

/** Keys are `folder/name`. @throws DatastoreUnavailableError from every method when a bucket does not answer. */
export interface SharedFiles {
  /** The key does not exist or has its old content until `content` has ended. Nothing is stored when `content` throws. */
  write(key: string, content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void>;
  /** null when the key does not exist. */
  open(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Bytes; null when the key does not exist. */
  size(key: string): Promise<number | null>;
  /** Succeeds also when the key does not exist. */
  delete(key: string): Promise<void>;
  /** Sorted by name. The list of a bucket may miss what other processes changed within the last minute. */
  list(folder: string): Promise<readonly SharedFile[]>;
  close(): void;
}

export type SharedFilesConfig = Pick<
  Config,
  'dataDir' | 'sharedFiles' | 's3AccessKeyId' | 's3SecretAccessKey' | 's3Region'
>;

/** The whole content, or null when the key does not exist. */
export async function readShared(files: Pick<SharedFiles, 'open'>, key: string): Promise<Buffer | null> {
  const stream = await files.open(key);
  if (stream === null) return null;
  const pieces: Buffer[] = [];
  for await (const piece of stream as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}
