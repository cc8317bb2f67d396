/** A datastore: a folder or bucket of files. Keys are `aa/bb/{sha256}.{type}` (mappings/media.ts). */
import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';

/** Byte offsets, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredFile {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  readonly modified: Date;
}

export interface PutOrder {
  readonly key: string;
  /** A complete local file. The datastore owns it from then on, and may move or delete it. */
  readonly path: string;
  readonly size: number;
  readonly sha256: Uint8Array;
  readonly mime: string;
}

export interface Datastore {
  /**
   * Stores a complete file under a key; the key does not exist or has its old content until then.
   * @throws DatastoreUnavailableError before anything is written, when the marker is missing or belongs to another datastore;
   * IncompleteFileError when the local file or its copy does not match `size` and `sha256`. Nothing is stored then.
   */
  put(order: PutOrder): Promise<void>;
  /** null when the key does not exist. */
  open(key: string, range?: ByteRange): Promise<Readable | null>;
  exists(key: string): Promise<boolean>;
  /** Succeeds also when the key does not exist. */
  delete(key: string): Promise<void>;
  /** Every file except the marker, in no particular order, including files with foreign names. */
  list(): AsyncIterable<StoredFile>;
  /** Writes the marker into a new place. @throws DatastoreUnavailableError when it has the marker of another datastore. */
  mark(): Promise<void>;
  /** @throws DatastoreUnavailableError when the place is unreachable or lacks this datastore's marker. */
  check(): Promise<void>;
  close(): void;
}

/** The place is unreachable or has the wrong marker, an unmounted disk for example. Worth trying again. */
export class DatastoreUnavailableError extends AppError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('datastore_unavailable', message, options);
  }
}

/** It is beside the two-digit folders, so no key equals it. */
export const MARKER_NAME = '.sagasu-datastore';
