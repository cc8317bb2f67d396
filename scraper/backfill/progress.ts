import type pg from 'pg';
import type { Board } from '../../mappings/board.ts';
import { BEGIN_BACKFILL, SAVE_BACKFILL, SELECT_BACKFILL } from './sql.ts';

/** The archive whose history is read, and the board's address there; usually the board's own source. */
export type Origin = Pick<Board, 'id' | 'source' | 'url' | 'sourceName'>;

export interface Progress {
  /** Next page of the walk to the oldest threads; meaningless once `finished`. */
  readonly downPage: number;
  /** Lowest thread of the previous page of that walk; null if no page was read. */
  readonly downNum: number | null;
  /** Next page of the walk from the newest threads to those already read. */
  readonly upPage: number;
  /** The walk to the oldest threads has reached the end. */
  readonly finished: boolean;
}

interface ProgressRow {
  readonly down_page: number;
  readonly down_num: string | null;
  readonly up_page: number;
  readonly finished_at: Date | null;
}

export async function readProgress(pool: pg.Pool, origin: Origin): Promise<Progress> {
  await pool.query(BEGIN_BACKFILL, keyOf(origin));
  const { rows } = await pool.query<ProgressRow>(SELECT_BACKFILL, keyOf(origin));
  const [row] = rows;
  if (row === undefined) throw new Error('a backfill that was begun has a row');
  const downNum = row.down_num === null ? null : Number(row.down_num);
  return { downPage: row.down_page, downNum, upPage: row.up_page, finished: row.finished_at !== null };
}

/** Call it under the board's lease: a scraper that has lost it must not undo a new beginning. */
export async function saveProgress(
  db: pg.PoolClient,
  origin: Origin,
  { downPage, downNum, upPage, finished }: Progress,
  now: Date,
): Promise<void> {
  await db.query(SAVE_BACKFILL, [...keyOf(origin), downPage, upPage, finished ? now : null, downNum]);
}

function keyOf({ id, source, url, sourceName }: Origin): unknown[] {
  return [id, source, url, sourceName];
}
