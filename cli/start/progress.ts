import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import { postsAlias } from '../../mappings/elasticsearch/index-names.ts';

/** Numbers on the progress line. */
export interface Progress {
  /** Posts in PostgreSQL. */
  readonly scraped: number;
  /** Documents in Elasticsearch. */
  readonly indexed: number;
  /** Threads with posts that Elasticsearch may not have yet. */
  readonly waiting: number;
}

/** Counts whole tables, which takes seconds in a large archive. */
async function readProgress(pool: pg.Pool, elasticsearch: Elasticsearch, indexPrefix: string): Promise<Progress> {
  const [rows, indexed] = await Promise.all([
    pool.query<{ scraped: string; waiting: string }>(
      'select (select count(*) from posts) as scraped, (select count(*) from dirty) as waiting',
    ),
    elasticsearch
      .count({ index: postsAlias(indexPrefix), ignore_unavailable: true })
      .then((answer) => answer.count)
      .catch(() => 0),
  ]);
  return { scraped: Number(rows.rows[0]?.scraped ?? 0), indexed, waiting: Number(rows.rows[0]?.waiting ?? 0) };
}

const SHORTEST_MS = 1_000;
const LONGEST_MS = 10_000;
/** The counts may occupy the stores for this part of the time at most. */
const SHARE = 1 / 20;

/** Time until the next count: the shortest after news, doubled while there is none, longer if the counts are slow. */
export function nextCountMs(lastMs: number, { isNews, tookMs }: { isNews: boolean; tookMs: number }): number {
  const wait = isNews ? SHORTEST_MS : Math.min(lastMs * 2, LONGEST_MS);
  return Math.max(wait, tookMs / SHARE);
}

/** Shows the progress until the signal aborts. */
export async function showProgress(
  { pool, elasticsearch, indexPrefix }: { pool: pg.Pool; elasticsearch: Elasticsearch; indexPrefix: string },
  output: Pick<Output, 'update'>,
  signal: AbortSignal,
): Promise<void> {
  let waitMs = SHORTEST_MS;
  let last = '';
  while (!signal.aborted) {
    await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const began = performance.now();
    // The stores may be unavailable for a moment; the processes log it.
    const progress = await readProgress(pool, elasticsearch, indexPrefix).catch(() => null);
    const line = progress === null ? last : formatProgress(progress);
    waitMs = nextCountMs(waitMs, { isNews: line !== last, tookMs: performance.now() - began });
    last = line;
    if (line !== '' && !signal.aborted) output.update(line);
  }
}

const number = new Intl.NumberFormat('en');

function formatProgress(progress: Progress): string {
  const waiting = progress.waiting === 0 ? '' : `, ${number.format(progress.waiting)} threads waiting`;
  return `${number.format(progress.scraped)} posts scraped, ${number.format(progress.indexed)} searchable${waiting}`;
}

export interface Output {
  /** Prints a permanent line. */
  print(line: string): void;
  /** Prints a line that the next one replaces. Without a terminal it is printed at most every five seconds. */
  update(line: string): void;
}

const PLAIN_INTERVAL_MS = 5_000;

export function createOutput(out: NodeJS.WriteStream): Output {
  let open = false;
  let last = '';
  let lastAt = Number.NEGATIVE_INFINITY;
  return {
    print(line) {
      out.write(`${open ? '\r\u001B[K' : ''}${line}\n`);
      open = false;
    },
    update(line) {
      if (line === last) return;
      if (out.isTTY) {
        out.write(`\r\u001B[K${line}`);
        open = true;
      } else {
        if (performance.now() - lastAt < PLAIN_INTERVAL_MS) return;
        lastAt = performance.now();
        out.write(`${line}\n`);
      }
      last = line;
    },
  };
}
