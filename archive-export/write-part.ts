import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ExportPart } from '../mappings/archive-export.ts';
import { syncFile } from '../platform/sync-file.ts';
import { BLOCK, sumCopy } from './copy-rows.ts';
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
  const { lines, bytes, sums } = sumCopy(onRows, pace);
  await pipeline(
    client.query(copyTo(copy, { highWaterMark: 1024 * 1024 })),
    lines,
    // Each block is one write, since every write is passed to another thread and back.
    createZstdCompress({ chunkSize: BLOCK, params: { [constants.ZSTD_c_compressionLevel]: LEVEL } }),
    bytes,
    createWriteStream(path, { flags: 'wx' }),
    { signal },
  );
  await syncFile(path);
  return { name, kind, ...(board !== undefined && { board }), ...sums() };
}
