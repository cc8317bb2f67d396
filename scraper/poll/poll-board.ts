/** One poll of a board: its list of threads, then each thread that the list makes due. */
import type { Board } from '../../mappings/board.ts';
import { harvestArchivedThreads } from './archived-threads.ts';
import { accept, recordRefusal, request } from '../net/request.ts';
import { readCurrentSettings, withBoardDelay, type BoardState } from './board-state.ts';
import { applyCatalogDiff } from './catalog-diff.ts';
import type { ScraperContext } from '../context.ts';
import { decidePosts, decideThreads, hasDueThreads, recordList } from '../deletions/watch-board.ts';
import { afterFailure, afterPause, dueThreads, inOrder } from './due-threads.ts';
import { harvestThread, refetchThread } from './harvest-thread.ts';
import { underLease, type LeasedBoard } from '../leases/board-leases.ts';
import { isReadWhole, refusalOf } from '../sources/parse-result.ts';
import type { ListedThread } from '../sources/source.ts';
import { pollableSourceOf } from '../sources/registry.ts';
import { readHarvestStates, saveHarvestState } from '../store/harvest-state.ts';

/** Returns whether the board had anything new. Throws only if one of our stores fails, the lease is lost, or the signal aborts. */
export async function pollBoard(
  context: ScraperContext,
  board: LeasedBoard,
  state: BoardState,
  signal: AbortSignal,
): Promise<boolean> {
  state.settings = await readCurrentSettings(context, board, state.settings);
  const { settings, threads } = state;
  const delayed = withBoardDelay(context, settings);
  const url = pollableSourceOf(board).threads.url(board);
  threads.settingsChanged(settings);
  const mustJudge = await hasDueThreads(context, board);
  const isNewest = await readList(delayed, board, url, state, mustJudge, signal);
  let news = settings.catalog && (await applyCatalogDiff(delayed, board, state, signal));
  for (const thread of inOrder(state.due.values())) {
    if (threads.isUnwanted(thread.num)) {
      state.due.delete(thread.num);
      continue;
    }
    if (!threads.mayFetch(thread.num, settings, context.now())) continue;
    if (thread.pause > 0) {
      state.due.set(thread.num, afterPause(thread));
      continue;
    }
    const outcome = await harvestThread(delayed, board, thread, signal, settings);
    threads.fetched(thread.num, context.now());
    news ||= outcome === 'settled' || outcome === 'unsettled';
    if (outcome === 'unwanted') threads.unwanted(thread.num);
    if (outcome === 'settled' || outcome === 'unwanted') state.due.delete(thread.num);
    else state.due.set(thread.num, afterFailure(thread));
  }
  for (const num of threads.toRefresh(settings, context.now())) {
    await refetchThread(delayed, board, num, signal);
    threads.fetched(num, context.now());
  }
  news = (await decidePosts(delayed, board, signal)) || news;
  const { deletedThreadsThresholdPage: page } = settings;
  if (isNewest) news = (await decideThreads(delayed, board, page, signal)) || news;
  news = (await harvestArchivedThreads(delayed, board, state, signal)) || news;
  if (state.due.size === 0 && state.listValidator !== state.savedValidator) {
    const list = { lastModified: state.listValidator, seenModified: null };
    await underLease(context.pool, board, (client) => saveHarvestState(client, board.id, url, list, context.now()));
    state.savedValidator = state.listValidator;
  }
  return news;
}

/** Updates the state from the board's list. Returns whether the list is current; without a list the state stays unchanged. */
async function readList(
  context: ScraperContext,
  board: LeasedBoard,
  url: string,
  state: BoardState,
  mustBeWhole: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const document = { url, thread: null };
  const validator = mustBeWhole ? null : state.listValidator;
  const answer = await request(context, board, { ...document, validator }, signal);
  switch (answer.kind) {
    case 'fetched': {
      const reading = pollableSourceOf(board).threads.read(answer.body, board);
      const listed = await accept(context, board, document, reading);
      if (listed === null) return false;
      const isNewest = await recordList(context, board, { listed, isWhole: isReadWhole(reading) }, answer.lastModified);
      state.threads.listed(listed, context.now());
      state.due = dueThreads(listed, await seenTimes(context, board, listed), state.due);
      state.listValidator = answer.mayStillChange ? null : answer.lastModified;
      context.metrics.onSuccess(board.name, context.now());
      return isNewest;
    }
    case 'not-modified':
      context.metrics.onSuccess(board.name, context.now());
      return false;
    case 'gone':
      await recordRefusal(context, board, document, refusalOf('not_found', 'the source has no such board', ''));
      return false;
    case 'refused':
      return false;
    case 'slow-down':
    case 'failed':
      context.logger.info({ board: board.name, url, answer }, 'no response; the board will be polled again');
      return false;
  }
}

async function seenTimes(
  context: ScraperContext,
  board: Board,
  listed: readonly ListedThread[],
): Promise<Map<number, number | null>> {
  const { thread } = pollableSourceOf(board);
  const urls = listed.map(({ num }) => thread.url(board, num));
  const states = await readHarvestStates(context.pool, board.id, urls);
  return new Map(listed.map(({ num }, index) => [num, states.get(urls[index] ?? '')?.seenModified ?? null]));
}
