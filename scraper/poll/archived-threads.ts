/** Threads that left the board before they were fetched: read from the source's archive when a scraper takes the board. */
import type { BoardHarvest } from '../board-harvest.ts';
import { acceptParsed, request } from '../net/request.ts';
import { readHarvestStates } from '../store/harvest-state.ts';
import { harvestThread } from '../threads/harvest-thread.ts';
import type { BoardState } from './board-state.ts';

/** Archived threads per poll; living threads come first. */
const MAX_PER_POLL = 10;

/** Returns whether any thread was fetched. */
export async function harvestArchivedThreads(harvest: BoardHarvest, state: BoardState): Promise<boolean> {
  if (harvest.source.archive === undefined || !harvest.settings.archive || state.due.size > 0) return false;
  state.archived ??= await findUnstored(harvest);
  let news = false;
  for (const num of state.archived?.splice(0, MAX_PER_POLL) ?? []) {
    news = (await harvestThread(harvest, { num, modified: 0, failures: 0 })) !== 'failed' || news;
  }
  return news;
}

/** The archived threads that are not stored, newest first; null if the archive must be requested again. */
async function findUnstored(harvest: BoardHarvest): Promise<number[] | null> {
  const { context, board, source } = harvest;
  if (source.archive === undefined) return [];
  const document = { url: source.archive.url(board), thread: null };
  const answer = await request(harvest, { ...document, validator: null });
  // A board without an archive does not have the document.
  if (answer.kind === 'gone' || answer.kind === 'refused') return [];
  if (answer.kind !== 'fetched') return null;
  const nums = (await acceptParsed(harvest, document, source.archive.read(answer.body, board))) ?? [];
  const urls = new Map(nums.map((num) => [source.thread.url(board, num), num]));
  const stored = await readHarvestStates(context.pool, board.id, [...urls.keys()]);
  return [...urls].flatMap(([address, num]) => (stored.has(address) ? [] : [num])).toReversed();
}
