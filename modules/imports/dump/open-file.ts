/** Bytes of a dump file, plain or compressed with gzip or zstd. */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { ImportError } from '../import-error.ts';

const CHUNK = 256 * 1024;
/**
 * The size of a slice that is read without a pause. After each slice the event loop handles answers of the database, which would
 * otherwise idle.
 */
const SLICE = 32 * 1024;

export interface OpenFile {
  readonly chunks: AsyncIterable<Buffer>;
  /** From 0 to 1, of the file as it is on disk. */
  progress(): number;
}

export type FileKind = 'plain' | 'gzip' | 'zstd' | 'sqlite';

export async function kindOfFile(path: string): Promise<FileKind> {
  const head = Buffer.alloc(16);
  let file;
  try {
    file = await open(path);
  } catch (error) {
    throw new ImportError('source', `${path} cannot be opened: ${(error as Error).message}`, { cause: error });
  }
  try {
    await file.read(head, 0, 16, 0);
  } finally {
    await file.close();
  }
  if (head.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]))) return 'gzip';
  if (head.subarray(0, 4).equals(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]))) return 'zstd';
  return head.toString('latin1') === 'SQLite format 3\0' ? 'sqlite' : 'plain';
}

/** Error codes of a compressed file that ends too early. */
const CUT_OFF = new Set(['Z_BUF_ERROR', 'ZSTD_error_srcSize_wrong', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Reads a truncated compressed file up to its last decompressed byte, and calls `onCut`. */
export async function openFile(path: string, onCut: () => void): Promise<OpenFile> {
  const [kind, { size }] = await Promise.all([kindOfFile(path), stat(path)]);
  const raw = createReadStream(path, { highWaterMark: CHUNK });
  return {
    chunks: inSlices(kind === 'gzip' || kind === 'zstd' ? unpacked(raw, kind, onCut) : raw),
    progress: () => (size === 0 ? 1 : Math.min(1, raw.bytesRead / size)),
  };
}

async function* inSlices(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += SLICE) {
      yield chunk.subarray(at, at + SLICE);
      await nextTurn();
    }
  }
}

async function* unpacked(raw: Readable, kind: 'gzip' | 'zstd', onCut: () => void): AsyncGenerator<Buffer> {
  const unpacker = kind === 'gzip' ? createGunzip({ chunkSize: CHUNK }) : createZstdDecompress({ chunkSize: CHUNK });
  // The loop below receives the errors.
  pipeline(raw, unpacker, () => undefined);
  try {
    for await (const chunk of unpacker) yield chunk as Buffer;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || !CUT_OFF.has(code)) {
      throw new ImportError('format', `the file cannot be unpacked: ${(error as Error).message}`, { cause: error });
    }
    onCut();
  }
}
