/** A place where files are kept, whatever it is made of. Keys are `aa/bb/{sha256}.{type}` (mappings/media.ts). */
import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';

/** Both ends are in it. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredFile {
  readonly key: string;
  readonly size: number;
  readonly modified: Date;
}

export interface PutOrder {
  readonly key: string;
  /** A whole file, which is the store's from then on: it may be moved. */
  readonly path: string;
  readonly size: number;
  readonly sha256: Uint8Array;
  readonly mime: string;
}

export interface Datastore {
  /**
   * The key names the whole file when this returns, and nothing before. What was there is replaced.
   * @throws DatastoreAwayError before anything is written where the marker is missing or another store's.
   */
  put(order: PutOrder): Promise<void>;
  /** null when it is not there. */
  open(key: string, range?: ByteRange): Promise<Readable | null>;
  exists(key: string): Promise<boolean>;
  /** Safe to repeat. */
  delete(key: string): Promise<void>;
  /** Every file but the marker, in no order; keys that are no names of ours too. */
  list(): AsyncIterable<StoredFile>;
  /** Makes a new, empty place this store. Where one is marked already it must be this one. */
  mark(): Promise<void>;
  /** @throws DatastoreAwayError when the place is not there, or not this store. */
  check(): Promise<void>;
  close(): void;
}

/** The place cannot be reached, or is not what it should be: worth trying again. */
export class DatastoreAwayError extends AppError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('datastore_away', message, options);
  }
}

/** Beside the folders of two digits, so that it is no file's key. */
export const MARKER_NAME = '.sagasu-datastore';
