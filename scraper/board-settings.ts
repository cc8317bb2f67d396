/** Settings of boards, as they are stored. */
import type pg from 'pg';
import {
  BoardSettingError,
  readBoardSettings,
  withSetting,
  type BoardSettings,
  type StoredSettings,
} from '../mappings/board-settings.ts';
import type { Board } from '../mappings/board.ts';
import type { ScraperContext } from './context.ts';
import { RELEASE_HELD } from './deletions/sql.ts';
import { SELECT_SETTINGS, UPDATE_SETTINGS } from './store/sql.ts';

export const DEFAULT_SETTINGS = readBoardSettings({});

/** Read anew at every look. What nobody understands is not acted on: the last that was understood counts on. */
export async function currentSettings(
  { pool, logger }: Pick<ScraperContext, 'pool' | 'logger'>,
  board: Board,
  last: BoardSettings,
): Promise<BoardSettings> {
  try {
    return readBoardSettings(await storedSettings(pool, board));
  } catch (error) {
    if (!(error instanceof BoardSettingError)) throw error;
    logger.error({ board: board.name, setting: error.setting }, error.message);
    return last;
  }
}

export async function storedSettings(pool: pg.Pool, board: Pick<Board, 'id'>): Promise<StoredSettings> {
  const { rows } = await pool.query<{ settings: StoredSettings }>(SELECT_SETTINGS, [board.id]);
  return rows[0]?.settings ?? {};
}

/**
 * Sets `name=value`, one after the other, all or none; a scraper acts on it with its next look.
 * @throws BoardSettingError that names the setting.
 */
export async function changeSettings(
  pool: pg.Pool,
  board: Pick<Board, 'id'>,
  assignments: readonly string[],
): Promise<StoredSettings> {
  const stored = await storedSettings(pool, board);
  const settings = assignments.reduce(withSetting, stored);
  await pool.query(UPDATE_SETTINGS, [board.id, JSON.stringify(settings)]);
  return settings;
}

/** What vanished in masses and was held is judged after all. */
export async function releaseHeld(
  pool: pg.Pool,
  board: Pick<Board, 'id'>,
): Promise<{ readonly posts: number; readonly threads: number }> {
  const { rows } = await pool.query<{ posts: number; threads: number }>(RELEASE_HELD, [board.id]);
  return rows[0] ?? { posts: 0, threads: 0 };
}
