/** One poll of a board: its list of threads, then each thread that the list makes due. */
import type { BoardHarvest } from '../board-harvest.ts';
import { withLease } from '../leases/board-leases.ts';
import { acceptParsed, noteListAnswer, recordRefusal, request } from '../net/request.ts';
import { isReadWhole, refusalOf } from '../sources/parse-result.ts';
import type { ListCopy, ListedThread } from '../sources/source.ts';
import { readHarvestStates, saveHarvestState } from '../store/harvest-state.ts';
import { harvestThread, refetchThread } from '../threads/harvest-thread.ts';
import type { BoardState } from './board-state.ts';
import { applyCatalogDiff } from './catalog-diff.ts';
import { afterFailure, afterPause, dueThreads, inOrder } from './due-threads.ts';

export interface BoardPoll {
  readonly hasNews: boolean;
  /** null if the list has not changed, or was not received. */
  readonly list: ListCopy | null;
}

/**
 * `mustReadList`: requests the list in full, even if it has not changed. Throws only if one of our stores fails, the lease is lost, or the
 * signal aborts.
 */
export async function pollBoard(harvest: BoardHarvest, state: BoardState, mustReadList: boolean): Promise<BoardPoll> {
  state.threads.settingsChanged(harvest.settings);
  const list = await readList(harvest, mustReadList ? null : state.listValidator);
  if (list !== null) await updateDueThreads(harvest, state, list.threads);
  const hasSaved = harvest.settings.catalog && (await applyCatalogDiff(harvest, state));
  const hasFetched = await fetchDueThreads(harvest, state);
  await refreshThreads(harvest, state);
  return { hasNews: hasSaved || hasFetched, list };
}

/** Records that all of this list is harvested: the next poll requests it only if it has changed. */
export async function finishList(harvest: BoardHarvest, state: BoardState, list: ListCopy | null): Promise<void> {
  const { context, board, source } = harvest;
  if (list !== null) state.listValidator = list.mayStillChange ? null : list.lastModified;
  if (state.due.size > 0 || state.listValidator === state.savedValidator) return;
  const saved = { lastModified: state.listValidator, seenModified: null };
  await withLease(context.pool, board, (client) =>
    saveHarvestState(client, board.id, source.threads.url(board), saved, context.now()),
  );
  state.savedValidator = state.listValidator;
}

async function readList(harvest: BoardHarvest, validator: string | null): Promise<ListCopy | null> {
  const { context, board, source } = harvest;
  const document = { url: source.threads.url(board), thread: null };
  const answer = await request(harvest, { ...document, validator });
  if (answer.kind !== 'fetched') await noteListAnswer(harvest, answer);
  switch (answer.kind) {
    case 'fetched': {
      const reading = source.threads.read(answer.body, board);
      await noteListAnswer(harvest, answer, reading);
      const threads = await acceptParsed(harvest, document, reading);
      if (threads === null) return null;
      const readAt = context.now();
      context.metrics.onSuccess(board.name, readAt);
      const { lastModified, mayStillChange } = answer;
      return { threads, isWhole: isReadWhole(reading), lastModified, mayStillChange, readAt };
    }
    case 'not-modified':
      context.metrics.onSuccess(board.name, context.now());
      return null;
    case 'gone':
      await recordRefusal(harvest, document, refusalOf('not_found', 'the source has no such board', ''));
      return null;
    case 'refused':
      return null;
    case 'slow-down':
    case 'failed':
      context.logger.info(
        { board: board.name, url: document.url, answer },
        'no response; the board will be polled again',
      );
      return null;
  }
}

async function updateDueThreads(
  { context, board, source }: BoardHarvest,
  state: BoardState,
  listed: readonly ListedThread[],
): Promise<void> {
  const urls = listed.map(({ num }) => source.thread.url(board, num));
  const states = await readHarvestStates(context.pool, board.id, urls);
  const seen = new Map(listed.map(({ num }, index) => [num, states.get(urls[index] ?? '')?.seenModified ?? null]));
  state.threads.listed(listed, context.now());
  state.due = dueThreads(listed, seen, state.due);
}

/** Returns whether anything was stored. */
async function fetchDueThreads(harvest: BoardHarvest, { due, threads }: BoardState): Promise<boolean> {
  const { context, settings } = harvest;
  let news = false;
  for (const thread of inOrder(due.values())) {
    if (threads.isUnwanted(thread.num)) {
      due.delete(thread.num);
      continue;
    }
    if (!threads.mayFetch(thread.num, settings, context.now())) continue;
    if (thread.pause > 0) {
      due.set(thread.num, afterPause(thread));
      continue;
    }
    const outcome = await harvestThread(harvest, thread);
    threads.fetched(thread.num, context.now());
    news ||= outcome === 'complete' || outcome === 'incomplete';
    if (outcome === 'unwanted') threads.unwanted(thread.num);
    if (outcome === 'complete' || outcome === 'unwanted') due.delete(thread.num);
    else due.set(thread.num, afterFailure(thread));
  }
  return news;
}

/** Fetches threads that the list does not show as changed, but that the settings want to be fetched regularly. */
async function refreshThreads(harvest: BoardHarvest, { threads }: BoardState): Promise<void> {
  const { context, settings } = harvest;
  for (const num of threads.toRefresh(settings, context.now())) {
    await refetchThread(harvest, num);
    threads.fetched(num, context.now());
  }
}
