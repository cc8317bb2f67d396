/** Bytes of a dump file, plain or compressed with gzip or zstd. */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { ImportError } from '../import-error.ts';

/** Rows of one chunk are read without a pause, in which nothing else happens: writes wait for their answers. */
const CHUNK = 128 * 1024;

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

/** A compressed file that is cut off ends with what could be unpacked, and `onCut` is called. */
export async function openFile(path: string, onCut: () => void): Promise<OpenFile> {
  const [kind, { size }] = await Promise.all([kindOfFile(path), stat(path)]);
  const raw = createReadStream(path, { highWaterMark: CHUNK });
  return {
    chunks: kind === 'gzip' || kind === 'zstd' ? unpacked(raw, kind, onCut) : raw,
    progress: () => (size === 0 ? 1 : Math.min(1, raw.bytesRead / size)),
  };
}

async function* unpacked(raw: Readable, kind: 'gzip' | 'zstd', onCut: () => void): AsyncGenerator<Buffer> {
  const unpacker = kind === 'gzip' ? createGunzip({ chunkSize: CHUNK }) : createZstdDecompress({ chunkSize: CHUNK });
  // Errors reach the loop below.
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
