import type pg from 'pg';
import type { Board } from '../../mappings/board.ts';
import { BEGIN_BACKFILL, SAVE_BACKFILL, SELECT_BACKFILL } from './sql.ts';

/** Whose history is walked, and where it has the board: its own source as a rule. */
export type Origin = Pick<Board, 'id' | 'source' | 'url' | 'sourceName'>;

export interface Progress {
  /** Next on the way down to the end of what there is; on the way only. */
  readonly downPage: number;
  /** Lowest thread of the page before it; null before there was one. */
  readonly downNum: number | null;
  /** Next on the way from the top to covered ground. */
  readonly upPage: number;
  readonly finished: boolean;
}

interface ProgressRow {
  readonly down_page: number;
  readonly down_num: string | null;
  readonly up_page: number;
  readonly finished_at: Date | null;
}

export async function readProgress(pool: pg.Pool, origin: Origin, now: Date): Promise<Progress> {
  await pool.query(BEGIN_BACKFILL, [...keyOf(origin), now]);
  const { rows } = await pool.query<ProgressRow>(SELECT_BACKFILL, keyOf(origin));
  const [row] = rows;
  if (row === undefined) throw new Error('a backfill that was begun has a row');
  const downNum = row.down_num === null ? null : Number(row.down_num);
  return { downPage: row.down_page, downNum, upPage: row.up_page, finished: row.finished_at !== null };
}

export async function saveProgress(
  db: pg.Pool | pg.PoolClient,
  origin: Origin,
  { downPage, downNum, upPage, finished }: Progress,
  now: Date,
): Promise<void> {
  await db.query(SAVE_BACKFILL, [...keyOf(origin), downPage, upPage, finished ? now : null, now, downNum]);
}

function keyOf({ id, source, url, sourceName }: Origin): unknown[] {
  return [id, source, url, sourceName];
}
