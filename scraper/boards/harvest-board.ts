/** Harvests a board once: a poll stores new posts, then the list is compared with stored threads, then threads of the source's archive follow. */
import { readBoardSettings, type BoardSettings } from '../../mappings/board-settings.ts';
import { BoardSettingError } from '../../mappings/board-settings/table.ts';
import { readSettings } from '../../store/boards/settings.ts';
import type { BoardHarvest, Harvest } from '../board-harvest.ts';
import { harvestArchivedThreads } from '../poll/archived-threads.ts';
import type { BoardState } from '../poll/board-state.ts';
import { finishList, pollBoard } from '../poll/poll-board.ts';
import { hasDueThreads, reconcileBoard } from '../reconcile/reconcile-board.ts';
import { pollableSourceOf } from '../sources/registry.ts';

const DEFAULT_SETTINGS = readBoardSettings({}, {});

/** A harvest with the board's settings as they are now. While the stored ones are invalid, the last valid ones apply: `last`. */
export async function openHarvest(harvest: Harvest, last: BoardSettings | null): Promise<BoardHarvest> {
  const { context, board } = harvest;
  const settings = await readValidSettings(harvest, last ?? DEFAULT_SETTINGS);
  const { throttleMs } = settings;
  return {
    ...harvest,
    context: throttleMs === null ? context : { ...context, hostDelayMs: throttleMs },
    source: pollableSourceOf(board),
    settings,
  };
}

async function readValidSettings({ context, board }: Harvest, last: BoardSettings): Promise<BoardSettings> {
  try {
    const { settings, defaults } = await readSettings(context.pool, board);
    return readBoardSettings(settings, defaults);
  } catch (error) {
    if (!(error instanceof BoardSettingError)) throw error;
    context.logger.error({ board: board.name, setting: error.setting }, error.message);
    return last;
  }
}

/** Returns whether the board had anything new. Throws only if one of our stores fails, the lease is lost, or the signal aborts. */
export async function harvestBoard(harvest: BoardHarvest, state: BoardState): Promise<boolean> {
  const { hasNews, list } = await pollBoard(harvest, state, await hasDueThreads(harvest));
  const hasDecided = await reconcileBoard(harvest, list);
  const hasArchived = await harvestArchivedThreads(harvest, state);
  await finishList(harvest, state, list);
  return hasNews || hasDecided || hasArchived;
}
