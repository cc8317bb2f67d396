/** Threads that left the board before they were fetched: read from the source's archive when a scraper takes the board. */
import { accept, request } from '../net/request.ts';
import type { BoardState } from './board-state.ts';
import type { ScraperContext } from '../context.ts';
import { harvestThread } from './harvest-thread.ts';
import type { LeasedBoard } from '../leases/board-leases.ts';
import { pollableSourceOf } from '../sources/registry.ts';
import { readHarvestStates } from '../store/harvest-state.ts';

/** Archived threads per poll; living threads come first. */
const MAX_PER_POLL = 10;

/** Returns whether any thread was fetched. */
export async function harvestArchivedThreads(
  context: ScraperContext,
  board: LeasedBoard,
  state: BoardState,
  signal: AbortSignal,
): Promise<boolean> {
  const { archive } = pollableSourceOf(board);
  if (archive === undefined || !state.settings.archive || state.due.size > 0) return false;
  state.archived ??= await readArchive(context, board, archive.url(board), signal);
  let news = false;
  for (const num of state.archived?.splice(0, MAX_PER_POLL) ?? []) {
    const due = { num, modified: 0, seen: null, failures: 0, pause: 0 };
    news = (await harvestThread(context, board, due, signal, state.settings)) !== 'failed' || news;
  }
  return news;
}

/** The archived threads that are not stored, newest first; null if the archive must be requested again. */
async function readArchive(
  context: ScraperContext,
  board: LeasedBoard,
  url: string,
  signal: AbortSignal,
): Promise<number[] | null> {
  const source = pollableSourceOf(board);
  const answer = await request(context, board, { url, thread: null, validator: null }, signal);
  // A board without an archive does not have the document.
  if (answer.kind === 'gone' || answer.kind === 'refused' || source.archive === undefined) return [];
  if (answer.kind !== 'fetched') return null;
  const nums = (await accept(context, board, { url, thread: null }, source.archive.read(answer.body, board))) ?? [];
  const urls = new Map(nums.map((num) => [source.thread.url(board, num), num]));
  const stored = await readHarvestStates(context.pool, board.id, [...urls.keys()]);
  return [...urls].flatMap(([address, num]) => (stored.has(address) ? [] : [num])).toReversed();
}
