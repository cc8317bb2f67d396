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

/** Counts whole tables, which is fast enough for a first start and too slow for a large archive. */
export async function readProgress(
  pool: pg.Pool,
  elasticsearch: Elasticsearch,
  indexPrefix: string,
): Promise<Progress> {
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

const number = new Intl.NumberFormat('en');

export function formatProgress(progress: Progress): string {
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
