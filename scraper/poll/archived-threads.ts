/** Threads that fell off a board before anybody here fetched them: asked for when a scraper takes the board up. */
import { accept, request, recordRefusal } from '../net/request.ts';
import type { BoardState } from './poll-board.ts';
import type { ScraperContext } from '../context.ts';
import { harvestThread } from './harvest-thread.ts';
import type { LeasedBoard } from '../leases/board-leases.ts';
import { livingSourceOf } from '../sources/registry.ts';
import { readHarvestStates } from '../store/harvest-state.ts';

/** Of the archive, in one pass: what lives comes first. */
const A_PASS = 10;

/** Returns whether anything came. */
export async function harvestArchivedThreads(
  context: ScraperContext,
  board: LeasedBoard,
  memory: BoardState,
  signal: AbortSignal,
): Promise<boolean> {
  const { archive } = livingSourceOf(board);
  if (archive === undefined || !memory.settings.archive || memory.due.size > 0) return false;
  memory.archived ??= await readArchive(context, board, archive.url(board), signal);
  let news = false;
  for (const num of memory.archived?.splice(0, A_PASS) ?? []) {
    const due = { num, modified: 0, seen: null, failures: 0, pause: 0 };
    news = (await harvestThread(context, board, due, signal, memory.settings)) !== 'failed' || news;
  }
  return news;
}

/** Those that are not stored, newest first; null when it has to be asked for again. */
async function readArchive(
  context: ScraperContext,
  board: LeasedBoard,
  url: string,
  signal: AbortSignal,
): Promise<number[] | null> {
  const source = livingSourceOf(board);
  const answer = await request(context, board, url, null, signal);
  // A board without an archive has no such document.
  if (answer.kind === 'gone' || source.archive === undefined) return [];
  if (answer.kind === 'refused') {
    await recordRefusal(context, board, url, null, answer.refusal);
    return [];
  }
  if (answer.kind !== 'fetched') return null;
  const nums = (await accept(context, board, url, null, source.archive.read(answer.body, board))) ?? [];
  const urls = new Map(nums.map((num) => [source.thread.url(board, num), num]));
  const stored = await readHarvestStates(context.pool, board.id, [...urls.keys()]);
  return [...urls].flatMap(([address, num]) => (stored.has(address) ? [] : [num])).toReversed();
}
