/** Settings of boards, as a scraper acts on them. */
import { readBoardSettings, type BoardSettings } from '../../mappings/board-settings.ts';
import { BoardSettingError } from '../../mappings/board-settings/table.ts';
import type { Board } from '../../mappings/board.ts';
import { readSettings } from '../../store/boards/settings.ts';
import type { ScraperContext } from '../context.ts';

export const DEFAULT_SETTINGS = readBoardSettings({});

/** Read anew at every look. What nobody understands is not acted on: the last that was understood counts on. */
export async function readCurrentSettings(
  { pool, logger }: Pick<ScraperContext, 'pool' | 'logger'>,
  board: Board,
  last: BoardSettings,
): Promise<BoardSettings> {
  try {
    return readBoardSettings((await readSettings(pool, board)).settings);
  } catch (error) {
    if (!(error instanceof BoardSettingError)) throw error;
    logger.error({ board: board.name, setting: error.setting }, error.message);
    return last;
  }
}
