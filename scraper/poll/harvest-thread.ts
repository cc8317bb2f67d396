import pg from 'pg';
import { isWantedThread, type BoardSettings } from '../../mappings/board-settings.ts';
import { accept, request, recordRefusal } from '../net/request.ts';
import type { ScraperContext } from '../context.ts';
import type { DueThread } from './due-threads.ts';
import { underLease, type LeasedBoard } from '../leases/board-leases.ts';
import { refusalOf } from '../sources/parse-result.ts';
import { livingSourceOf } from '../sources/registry.ts';
import { markSeen, readHarvestStates } from '../store/harvest-state.ts';
import { reportStored, storeThread } from '../store/store-thread.ts';

/**
 * settled    nothing more is to be had of this version of the thread
 * unsettled  what came is stored, and may not be the last word: the thread stays due
 * failed     nothing came of it: the thread stays due
 * unwanted   the board's settings leave it out
 */
export type HarvestOutcome = 'settled' | 'unsettled' | 'failed' | 'unwanted';

type ThreadFilters = Pick<BoardSettings, 'onlyThreads' | 'notThreads'>;

/**
 * A copy from before the list's time is a stale one of an edge cache: in captured headers of the 4chan API a thread's
 * Last-Modified is never earlier than its time in a list that came first. After so many tries it is taken for what it is.
 */
const STALE_TRIES = 3;

/** Fetches one thread and stores what is new in it. Throws only when a store of ours fails, the lease is lost, or the signal aborts. */
export async function harvestThread(
  context: ScraperContext,
  board: LeasedBoard,
  due: DueThread,
  signal: AbortSignal,
  filters: ThreadFilters | null = null,
): Promise<HarvestOutcome> {
  const { pool, logger } = context;
  const url = livingSourceOf(board).thread.url(board, due.num);
  const stored = (await readHarvestStates(pool, board.id, [url])).get(url);
  // Another scraper was here first.
  if (stored?.seenModified === due.modified) return 'settled';

  // A copy that was not the last word is asked for whole: a 304 could hide the difference.
  const validator = stored === undefined || stored.seenModified === null ? null : stored.lastModified;
  const answer = await request(context, board, url, validator, signal);
  if (answer.kind === 'fetched') return storeAnswer(context, { board, url, due, filters, ...answer });
  if (answer.kind === 'refused') {
    await recordRefusal(context, board, url, due.num, answer.refusal);
    return 'failed';
  }
  if (answer.kind === 'slow-down' || answer.kind === 'failed') {
    logger.info({ board: board.name, url, answer }, 'no answer; the thread is tried again');
    return 'failed';
  }
  if (answer.kind === 'not-modified' && isBehind(validator, due)) return 'failed';
  // Nothing new, or gone between the list and now: whether it was pruned or deleted is for another look to say.
  await underLease(pool, board, (client) => markSeen(client, board.id, url, due.modified, context.now()));
  return 'settled';
}

/** Fetches a thread that somebody asks for, whatever the list says. `settled` when there is nothing new. */
export async function harvestKickedThread(
  context: ScraperContext,
  board: LeasedBoard,
  num: number,
  filters: ThreadFilters,
  signal: AbortSignal,
): Promise<HarvestOutcome> {
  const url = livingSourceOf(board).thread.url(board, num);
  const stored = (await readHarvestStates(context.pool, board.id, [url])).get(url);
  const seen = stored?.seenModified ?? null;
  const validator = seen === null ? null : (stored?.lastModified ?? null);
  const answer = await request(context, board, url, validator, signal);
  if (answer.kind === 'not-modified' || answer.kind === 'gone') return 'settled';
  if (answer.kind === 'refused') await recordRefusal(context, board, url, num, answer.refusal);
  if (answer.kind !== 'fetched') return 'failed';
  const due = { num, modified: seen ?? 0, seen, failures: 0, pause: 0 };
  // What the list says of this copy is not known: the thread stays due by its next one.
  return storeAnswer(context, { board, url, due, filters, seenModified: seen, ...answer });
}

/**
 * Fetches a thread whole although its list says nothing new: what a copy left out is looked for again. `gone` when the
 * source has no such thread.
 */
export async function refetchThread(
  context: ScraperContext,
  board: LeasedBoard,
  num: number,
  signal: AbortSignal,
): Promise<HarvestOutcome | 'gone'> {
  const url = livingSourceOf(board).thread.url(board, num);
  const stored = (await readHarvestStates(context.pool, board.id, [url])).get(url);
  const seen = stored?.seenModified ?? null;
  const answer = await request(context, board, url, null, signal);
  if (answer.kind === 'gone') return 'gone';
  if (answer.kind === 'refused') await recordRefusal(context, board, url, num, answer.refusal);
  if (answer.kind !== 'fetched') return 'failed';
  const due = { num, modified: seen ?? 0, seen, failures: 0, pause: 0 };
  return storeAnswer(context, { board, url, due, seenModified: seen, ...answer });
}

interface ThreadBody {
  readonly board: LeasedBoard;
  readonly url: string;
  readonly due: DueThread;
  readonly body: string;
  readonly lastModified: string | null;
  readonly mayStillChange: boolean;
  /** null for a thread that is stored whatever it is about. */
  readonly filters?: ThreadFilters | null;
  /** To be noted as seen whatever the answer's time is. */
  readonly seenModified?: number | null;
}

async function storeAnswer(context: ScraperContext, answer: ThreadBody): Promise<HarvestOutcome> {
  const { board, url, due, body, lastModified, mayStillChange } = answer;
  const { logger } = context;
  const thread = await accept(context, board, url, due.num, livingSourceOf(board).thread.read(body, due.num, board));
  if (thread === null) return 'failed';
  const [opener] = thread.posts;
  const { filters = null } = answer;
  if (filters !== null && opener !== undefined && !isWantedThread(filters, opener.fields)) return 'unwanted';
  const isLastWord = !mayStillChange && !isBehind(lastModified, due);
  try {
    const result = await storeThread(context.pool, context.slices, {
      board,
      url,
      thread,
      lastModified,
      seenModified: answer.seenModified !== undefined ? answer.seenModified : isLastWord ? due.modified : null,
      isLive: true,
      now: context.now(),
    });
    reportStored(context, board, result, thread.posts.length);
    if (result.held > 0) {
      const { held } = result;
      logger.warn(
        { board: board.name, posts: held },
        'more than a fifth of the board is missing: none is said to be deleted',
      );
    }
    if (result.kind === 'stale') return 'failed';
    return isLastWord ? 'settled' : 'unsettled';
  } catch (error) {
    if (!isDataError(error)) throw error;
    // Ours to mend, and yet no reason to stop the board's other threads.
    await recordRefusal(context, board, url, due.num, refusalOf('database', error.message, body));
    return 'failed';
  }
}

function isBehind(lastModified: string | null, due: DueThread): boolean {
  if (lastModified === null || due.failures >= STALE_TRIES) return false;
  return Date.parse(lastModified) < due.modified * 1000;
}

/** Classes 22 and 23: the database will not have these values, now or later. */
function isDataError(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');
}
