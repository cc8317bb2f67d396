/** Shared by exports and backups, which copy rows from PostgreSQL to compressed files. */
import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { callbackify } from 'node:util';
import type pg from 'pg';
import type { Datastores } from '../platform/datastore/datastores.ts';
import { liftTimeLimits } from '../platform/postgres.ts';

/** How an export or a backup runs, and how it reports. */
export interface CopyOptions<Step extends string> {
  readonly folder: string;
  /** null if files are left out. */
  readonly datastores: Datastores | null;
  readonly now: Date;
  readonly signal: AbortSignal;
  /** Waits while the task is paused. */
  readonly pace: () => Promise<void>;
  readonly onProgress: (step: Step, done: number, total: number | null) => void;
}

/**
 * Runs `work` with a connection of its own, without time limits, since COPY runs longer. Only closing the connection stops COPY, so
 * an abort closes it.
 */
export async function withCopyConnection<T>(
  pool: pg.Pool,
  signal: AbortSignal,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let isReleased = false;
  const release = () => {
    if (!isReleased) client.release(true);
    isReleased = true;
  };
  signal.addEventListener('abort', release, { once: true });
  try {
    signal.throwIfAborted();
    await liftTimeLimits(client);
    return await work(client);
  } finally {
    signal.removeEventListener('abort', release);
    release();
  }
}

export interface CopySums {
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** Two streams, for the lines of COPY and for the bytes of the file, and their sums at the end. */
export function sumCopy(
  onRows: (count: number) => void,
  pace: () => Promise<void>,
): { readonly lines: Transform; readonly bytes: Transform; readonly sums: () => CopySums } {
  const hash = createHash('sha256');
  let [rows, bytes] = [0, 0];
  return {
    lines: inBlocks((count) => {
      rows += count;
      onRows(count);
    }, pace),
    bytes: new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        hash.update(chunk);
        done(null, chunk);
      },
    }),
    sums: () => ({ rows, bytes, sha256: hash.digest('hex') }),
  };
}

export const BLOCK = 256 * 1024;

/**
 * Joins chunks to blocks. COPY sends a chunk for each row, and compressing each chunk alone costs as much as printing its row. `onLines`
 * receives the number of line breaks, since COPY writes a line break within a value as \n; `pace` may delay a block.
 */
function inBlocks(onLines: (count: number) => void, pace: () => Promise<void>): Transform {
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
