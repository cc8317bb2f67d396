/** One look at a board: its list, then each thread that the list makes due. */
import type { Board } from '../../mappings/board.ts';
import type { BoardSettings } from '../../mappings/board-settings.ts';
import { harvestArchivedThreads } from './archived-threads.ts';
import { accept, request, recordRefusal } from '../net/request.ts';
import { DEFAULT_SETTINGS, readCurrentSettings } from './board-settings.ts';
import { applyCatalogDiff } from './catalog-diff.ts';
import type { ScraperContext } from '../context.ts';
import { decidePosts, decideThreads, hasDueThreads, recordList } from '../deletions/watch-board.ts';
import { afterFailure, afterPause, dueThreads, inOrder, type DueThread } from './due-threads.ts';
import { harvestThread, refetchThread } from './harvest-thread.ts';
import { underLease, type LeasedBoard } from '../leases/board-leases.ts';
import { refusalOf } from '../sources/parse-result.ts';
import type { ListedThread } from '../sources/source.ts';
import { livingSourceOf } from '../sources/registry.ts';
import { createThreadSchedule, type ThreadSchedule } from './thread-schedule.ts';
import { readHarvestStates, saveHarvestState } from '../store/harvest-state.ts';

/** What a process remembers of a board between passes. Losing it costs requests, never posts. */
export interface BoardState {
  due: Map<number, DueThread>;
  /** Validator of the list that `due` comes from; null while that list may still change unseen. */
  listValidator: string | null;
  /** The one in the database. It gets there when nothing of that list is due any more: a restart before asks anew. */
  savedValidator: string | null;
  /** As of the last look. */
  settings: BoardSettings;
  readonly threads: ThreadSchedule;
  /** Threads of the source's archive that are still to be fetched; null before it was asked. */
  archived: number[] | null;
  /** It answered that there is none. */
  hasNoCatalog: boolean;
}

export async function loadBoardState(context: ScraperContext, board: Board): Promise<BoardState> {
  const url = livingSourceOf(board).threads.url(board);
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

/** Returns whether the board had news. Throws only when a store of ours fails, the lease is lost, or the signal aborts. */
export async function pollBoard(
  context: ScraperContext,
  board: LeasedBoard,
  memory: BoardState,
  signal: AbortSignal,
): Promise<boolean> {
  memory.settings = await readCurrentSettings(context, board, memory.settings);
  const { settings, threads } = memory;
  const paced = settings.throttleMs === null ? context : { ...context, hostDelayMs: settings.throttleMs };
  const url = livingSourceOf(board).threads.url(board);
  threads.settingsChanged(settings);
  const mustJudge = await hasDueThreads(context, board);
  const isNewest = await readList(paced, board, url, memory, mustJudge, signal);
  let news = settings.catalog && (await applyCatalogDiff(paced, board, memory, signal));
  for (const thread of inOrder(memory.due.values())) {
    if (threads.isUnwanted(thread.num)) {
      memory.due.delete(thread.num);
      continue;
    }
    if (!threads.mayFetch(thread.num, settings, context.now())) continue;
    if (thread.pause > 0) {
      memory.due.set(thread.num, afterPause(thread));
      continue;
    }
    const outcome = await harvestThread(paced, board, thread, signal, settings);
    threads.fetched(thread.num, context.now());
    news ||= outcome === 'settled' || outcome === 'unsettled';
    if (outcome === 'unwanted') threads.unwanted(thread.num);
    if (outcome === 'settled' || outcome === 'unwanted') memory.due.delete(thread.num);
    else memory.due.set(thread.num, afterFailure(thread));
  }
  for (const num of threads.toRefresh(settings, context.now())) {
    await refetchThread(paced, board, num, signal);
    threads.fetched(num, context.now());
  }
  news = (await decidePosts(paced, board, signal)) || news;
  const { deletedThreadsThresholdPage: page } = settings;
  if (isNewest) news = (await decideThreads(paced, board, page, signal)) || news;
  news = (await harvestArchivedThreads(paced, board, memory, signal)) || news;
  if (memory.due.size === 0 && memory.listValidator !== memory.savedValidator) {
    const state = { lastModified: memory.listValidator, seenModified: null };
    await underLease(context.pool, board, (client) => saveHarvestState(client, board.id, url, state, context.now()));
    memory.savedValidator = memory.listValidator;
  }
  return news;
}

/** Brings `memory` to what the list says; leaves it as it is when no list comes. Returns whether the newest list came. */
async function readList(
  context: ScraperContext,
  board: LeasedBoard,
  url: string,
  memory: BoardState,
  mustBeWhole: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const answer = await request(context, board, url, mustBeWhole ? null : memory.listValidator, signal);
  switch (answer.kind) {
    case 'fetched': {
      const listed = await accept(context, board, url, null, livingSourceOf(board).threads.read(answer.body, board));
      if (listed === null) return false;
      const isNewest = await recordList(context, board, listed, answer.lastModified);
      memory.threads.listed(listed, context.now());
      memory.due = dueThreads(listed, await seenTimes(context, board, listed), memory.due);
      memory.listValidator = answer.mayStillChange ? null : answer.lastModified;
      context.metrics.onSuccess(board.name, context.now());
      return isNewest;
    }
    case 'not-modified':
      context.metrics.onSuccess(board.name, context.now());
      return false;
    case 'gone':
      await recordRefusal(context, board, url, null, refusalOf('not_found', 'the source knows no such board', ''));
      return false;
    case 'refused':
      await recordRefusal(context, board, url, null, answer.refusal);
      return false;
    case 'slow-down':
    case 'failed':
      context.logger.info({ board: board.name, url, answer }, 'no answer; the board is looked at again');
      return false;
  }
}

async function seenTimes(
  context: ScraperContext,
  board: Board,
  listed: readonly ListedThread[],
): Promise<Map<number, number | null>> {
  const { thread } = livingSourceOf(board);
  const urls = listed.map(({ num }) => thread.url(board, num));
  const states = await readHarvestStates(context.pool, board.id, urls);
  return new Map(listed.map(({ num }, index) => [num, states.get(urls[index] ?? '')?.seenModified ?? null]));
}
