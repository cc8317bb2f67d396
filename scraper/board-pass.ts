/** One look at a board: its list, then each thread that the list makes due. */
import type { Board } from '../mappings/board.ts';
import { accept, ask, refuse } from './ask.ts';
import type { ScraperContext } from './context.ts';
import { decideMissing, noteList } from './deletions/watch-board.ts';
import { afterFailure, afterPause, dueThreads, inOrder, type DueThread } from './due-threads.ts';
import { harvestThread } from './harvest-thread.ts';
import { underLease, type LeasedBoard } from './leases/board-leases.ts';
import { refusalOf } from './reading.ts';
import type { ListedThread } from './source.ts';
import { livingSourceOf } from './sources/registry.ts';
import { readHarvestStates, saveHarvestState } from './store/harvest-state.ts';

/** Threads that stood further back are never said to be deleted. */
const DELETED_UP_TO_PAGE = 8;

/** What a process remembers of a board between passes. Losing it costs requests, never posts. */
export interface BoardMemory {
  due: Map<number, DueThread>;
  /** Validator of the list that `due` comes from; null while that list may still change unseen. */
  listValidator: string | null;
  /** The one in the database. It gets there when nothing of that list is due any more: a restart before asks anew. */
  savedValidator: string | null;
}

export async function recallBoard(context: ScraperContext, board: Board): Promise<BoardMemory> {
  const url = livingSourceOf(board).threads.url(board);
  const saved = (await readHarvestStates(context.pool, board.id, [url])).get(url)?.lastModified ?? null;
  return { due: new Map(), listValidator: saved, savedValidator: saved };
}

/** Returns whether the board had news. Throws only when a store of ours fails, the lease is lost, or the signal aborts. */
export async function passBoard(
  context: ScraperContext,
  board: LeasedBoard,
  memory: BoardMemory,
  signal: AbortSignal,
): Promise<boolean> {
  const url = livingSourceOf(board).threads.url(board);
  await readList(context, board, url, memory, signal);
  let news = false;
  for (const thread of inOrder(memory.due.values())) {
    if (thread.pause > 0) {
      memory.due.set(thread.num, afterPause(thread));
      continue;
    }
    const outcome = await harvestThread(context, board, thread, signal);
    news ||= outcome !== 'failed';
    if (outcome === 'settled') memory.due.delete(thread.num);
    else memory.due.set(thread.num, afterFailure(thread));
  }
  news = (await decideMissing(context, board, DELETED_UP_TO_PAGE, signal)) || news;
  if (memory.due.size === 0 && memory.listValidator !== memory.savedValidator) {
    const state = { lastModified: memory.listValidator, seenModified: null };
    await underLease(context.pool, board, (client) => saveHarvestState(client, board.id, url, state, context.now()));
    memory.savedValidator = memory.listValidator;
  }
  return news;
}

/** Brings `memory` to what the list says; leaves it as it is when no list comes. */
async function readList(
  context: ScraperContext,
  board: LeasedBoard,
  url: string,
  memory: BoardMemory,
  signal: AbortSignal,
): Promise<void> {
  const answer = await ask(context, board, url, memory.listValidator, signal);
  switch (answer.kind) {
    case 'fetched': {
      const listed = await accept(context, board, url, null, livingSourceOf(board).threads.read(answer.body, board));
      if (listed === null) return;
      await noteList(context, board, listed, answer.lastModified);
      memory.due = dueThreads(listed, await seenTimes(context, board, listed), memory.due);
      memory.listValidator = answer.mayStillChange ? null : answer.lastModified;
      context.metrics.onSuccess(board.name, context.now());
      return;
    }
    case 'not-modified':
      context.metrics.onSuccess(board.name, context.now());
      return;
    case 'gone':
      await refuse(context, board, url, null, refusalOf('not_found', 'the source knows no such board', ''));
      return;
    case 'refused':
      await refuse(context, board, url, null, answer.refusal);
      return;
    case 'slow-down':
    case 'failed':
      context.logger.info({ board: board.name, url, answer }, 'no answer; the board is looked at again');
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
