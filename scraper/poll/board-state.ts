/** The state of a board that a process keeps in memory between polls, and the settings that apply to it. */
import type { Board } from '../../mappings/board.ts';
import { readBoardSettings, type BoardSettings } from '../../mappings/board-settings.ts';
import { BoardSettingError } from '../../mappings/board-settings/table.ts';
import { readSettings } from '../../store/boards/settings.ts';
import type { ScraperContext } from '../context.ts';
import { pollableSourceOf } from '../sources/registry.ts';
import { readHarvestStates } from '../store/harvest-state.ts';
import type { DueThread } from './due-threads.ts';
import { createThreadSchedule, type ThreadSchedule } from './thread-schedule.ts';

/** After a loss of this state the scraper makes more requests, but misses no post. */
export interface BoardState {
  due: Map<number, DueThread>;
  /** Validator of the list that `due` comes from; null while that list may still change without a new validator. */
  listValidator: string | null;
  /** The stored validator. It is stored when no thread of that list is due any more, so that a restart before fetches the list again. */
  savedValidator: string | null;
  /** The board as of the last poll. */
  settings: BoardSettings;
  readonly threads: ThreadSchedule;
  /** Threads of the source's archive that are still to be fetched; null until the archive is read. */
  archived: number[] | null;
  /** The source answered that it has no catalog. */
  hasNoCatalog: boolean;
}

const DEFAULT_SETTINGS = readBoardSettings({}, {});

export async function loadBoardState(context: ScraperContext, board: Board): Promise<BoardState> {
  const url = pollableSourceOf(board).threads.url(board);
  const saved = (await readHarvestStates(context.pool, board.id, [url])).get(url)?.lastModified ?? null;
  return {
    due: new Map(),
    listValidator: saved,
    savedValidator: saved,
    settings: DEFAULT_SETTINGS,
    threads: createThreadSchedule(),
    archived: null,
    hasNoCatalog: false,
  };
}

/** The stored settings, read at every poll. While they are invalid, the last valid ones apply. */
export async function readCurrentSettings(
  { pool, logger }: Pick<ScraperContext, 'pool' | 'logger'>,
  board: Board,
  last: BoardSettings,
): Promise<BoardSettings> {
  try {
    const { settings, defaults } = await readSettings(pool, board);
    return readBoardSettings(settings, defaults);
  } catch (error) {
    if (!(error instanceof BoardSettingError)) throw error;
    logger.error({ board: board.name, setting: error.setting }, error.message);
    return last;
  }
}

/** The context with the board's own delay between requests to its host, where one is set. */
export function withBoardDelay(context: ScraperContext, { throttleMs }: BoardSettings): ScraperContext {
  return throttleMs === null ? context : { ...context, hostDelayMs: throttleMs };
}
