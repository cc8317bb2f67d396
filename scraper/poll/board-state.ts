/** The state of a board that a process keeps in memory between polls. */
import type { Board } from '../../mappings/board.ts';
import type { ScraperContext } from '../context.ts';
import { pollableSourceOf } from '../sources/registry.ts';
import { readHarvestStates } from '../store/harvest-state.ts';
import type { DueThread } from './due-threads.ts';
import { createThreadSchedule, type ThreadSchedule } from './thread-schedule.ts';

/** After a loss of this state the scraper makes more requests, but misses no post. */
export interface BoardState {
  due: Map<number, DueThread>;
  /** Validator of the last list that is harvested and reconciled; null while it may still change without a new validator. */
  listValidator: string | null;
  /** The stored validator. It is stored when no thread of that list is due any more, so that a restart before fetches the list again. */
  savedValidator: string | null;
  readonly threads: ThreadSchedule;
  /** Threads of the source's archive that are still to be fetched; null until the archive is read. */
  archived: number[] | null;
  /** The source answered that it has no catalog. */
  hasNoCatalog: boolean;
}

export async function loadBoardState(context: ScraperContext, board: Board): Promise<BoardState> {
  const url = pollableSourceOf(board).threads.url(board);
  const saved = (await readHarvestStates(context.pool, board.id, [url])).get(url)?.lastModified ?? null;
  return {
    due: new Map(),
    listValidator: saved,
    savedValidator: saved,
    threads: createThreadSchedule(),
    archived: null,
    hasNoCatalog: false,
  };
}
