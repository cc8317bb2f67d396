import type pg from 'pg';
import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import { postsAlias } from '../../mappings/elasticsearch/index-names.ts';

export interface Standing {
  readonly scraped: number;
  readonly indexed: number;
  /** Threads with posts that Elasticsearch may not have yet. */
  readonly waiting: number;
}

/** Counts by the primary keys; for a first start, not for an archive of years. */
export async function readStanding(
  pool: pg.Pool,
  elasticsearch: Elasticsearch,
  indexPrefix: string,
): Promise<Standing> {
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

export function standingLine(standing: Standing): string {
  const waiting = standing.waiting === 0 ? '' : `, ${number.format(standing.waiting)} threads waiting`;
  return `${number.format(standing.scraped)} posts scraped, ${number.format(standing.indexed)} searchable${waiting}`;
}

export interface Teller {
  /** A line that stays. */
  say(line: string): void;
  /** A line that the next one replaces; without a terminal, a line now and then. */
  tell(line: string): void;
}

/** Without a terminal a changing line is written at most this often. */
const PLAIN_INTERVAL_MS = 5_000;

export function createTeller(out: NodeJS.WriteStream): Teller {
  let open = false;
  let told = '';
  let toldAt = Number.NEGATIVE_INFINITY;
  return {
    say(line) {
      out.write(`${open ? '\r\u001B[K' : ''}${line}\n`);
      open = false;
    },
    tell(line) {
      if (line === told) return;
      if (out.isTTY) {
        out.write(`\r\u001B[K${line}`);
        open = true;
      } else {
        if (performance.now() - toldAt < PLAIN_INTERVAL_MS) return;
        toldAt = performance.now();
        out.write(`${line}\n`);
      }
      told = line;
    },
  };
}
