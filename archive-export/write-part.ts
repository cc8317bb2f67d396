import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { callbackify } from 'node:util';
import { constants, createZstdCompress } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ExportPart } from '../mappings/archive-export.ts';
import type { PlannedPart } from './parts.ts';

/** Level 1 compresses the lines to a quarter of their size, and is faster than PostgreSQL prints them. */
const LEVEL = 1;

export interface PartWatch {
  /** Called with the number of rows that were written since the last call. */
  readonly onRows: (rows: number) => void;
  /** Waits while the export is paused. */
  readonly pace: () => Promise<void>;
  readonly signal: AbortSignal;
}

/** Writes one part and syncs it. */
export async function writePart(
  client: pg.ClientBase,
  folder: string,
  { kind, board, copy }: PlannedPart,
  { onRows, pace, signal }: PartWatch,
): Promise<ExportPart> {
  const name = `${kind}${board === undefined ? '' : `-${board}`}.ndjson.zst`;
  const path = join(folder, name);
  const hash = createHash('sha256');
  let [rows, bytes] = [0, 0];
  const lines = inBlocks((count) => {
    rows += count;
    onRows(count);
  }, pace);
  const summed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(
    client.query(copyTo(copy, { highWaterMark: 1024 * 1024 })),
    lines,
    // Each block is one write, since every write is passed to another thread and back.
    createZstdCompress({ chunkSize: BLOCK, params: { [constants.ZSTD_c_compressionLevel]: LEVEL } }),
    summed,
    createWriteStream(path, { flags: 'wx' }),
    { signal },
  );
  await syncFile(path);
  return { name, kind, ...(board !== undefined && { board }), rows, bytes, sha256: hash.digest('hex') };
}

const BLOCK = 256 * 1024;

/**
 * Joins chunks to blocks. COPY sends a chunk for each row, and compressing each chunk alone costs as much as printing its row. `onLines`
 * receives the number of line breaks; `pace` may delay a block.
 */
export function inBlocks(onLines: (count: number) => void, pace: () => Promise<void>): Transform {
  let block: Buffer[] = [];
  let [bytes, lines] = [0, 0];
  const take = (): Buffer => {
    const taken = Buffer.concat(block);
    onLines(lines);
    [block, bytes, lines] = [[], 0, 0];
    return taken;
  };
  const wait = callbackify(pace);
  const give = (done: TransformCallback): void => {
    wait((error) => (error instanceof Error ? done(error) : done(null, take())));
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++;
      block.push(chunk);
      bytes += chunk.length;
      if (bytes < BLOCK) done();
      else give(done);
    },
    flush: give,
  });
}

export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
