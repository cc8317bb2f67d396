import type pg from 'pg';
import type { SourceKind } from '../../mappings/sources.ts';
import { assertBoardInput } from '../../store/boards/boards.ts';
import { ADD_BACKFILL, LIST_BACKFILLS } from './sql.ts';

export interface BackfillOrigin {
  readonly source: SourceKind;
  readonly url: string;
  readonly sourceName: string;
}

/**
 * Adds a backfill of a board from another archive. Idempotent. A trailing slash of the address is removed.
 * @throws ConfigError for an invalid address or name.
 */
export async function addBackfill(pool: pg.Pool, board: string, origin: BackfillOrigin): Promise<void> {
  const url = origin.url.replace(/\/+$/, '');
  assertBoardInput({ ...origin, url, name: board, title: board, mediaUrl: url, worksafe: true });
  await pool.query(ADD_BACKFILL, [board, origin.source, url, origin.sourceName]);
}

export interface BackfillState extends BackfillOrigin {
  readonly board: string;
  readonly downPage: number;
  readonly finishedAt: Date | null;
}

interface StateRow {
  readonly board: string;
  readonly source: SourceKind;
  readonly url: string;
  readonly source_name: string;
  readonly down_page: number;
  readonly finished_at: Date | null;
}

export async function listBackfills(pool: pg.Pool): Promise<BackfillState[]> {
  const { rows } = await pool.query<StateRow>(LIST_BACKFILLS);
  return rows.map((row) => ({
    board: row.board,
    source: row.source,
    url: row.url,
    sourceName: row.source_name,
    downPage: row.down_page,
    finishedAt: row.finished_at,
  }));
}
