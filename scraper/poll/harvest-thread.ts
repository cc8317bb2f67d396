import pg from 'pg';
import { isWantedThread, type BoardSettings } from '../../mappings/board-settings.ts';
import { matchInThread } from '../../store/matching/matching-thread.ts';
import { accept, recordRefusal, request } from '../net/request.ts';
import type { ScraperContext } from '../context.ts';
import type { DueThread } from './due-threads.ts';
import { underLease, type LeasedBoard } from '../leases/board-leases.ts';
import { refusalOf } from '../sources/parse-result.ts';
import { pollableSourceOf } from '../sources/registry.ts';
import { markSeen, readHarvestStates } from '../store/harvest-state.ts';
import { reportStored } from '../store/report-stored.ts';
import { storeThread } from '../store/store-thread.ts';

/**
 * settled    this version of the thread is stored completely
 * unsettled  a copy is stored, but a newer one may follow: the thread stays due
 * failed     nothing was stored: the thread stays due
 * unwanted   the board's settings exclude the thread
 */
export type HarvestOutcome = 'settled' | 'unsettled' | 'failed' | 'unwanted';

type ThreadFilters = Pick<BoardSettings, 'onlyThreads' | 'notThreads'>;

/**
 * A copy that is older than the list is an old copy of an edge cache: in captured headers of the 4chan API a thread's
 * Last-Modified is never earlier than its time in a list that was received before. After this many attempts the copy is
 * accepted.
 */
const STALE_TRIES = 3;
/** The posts of a copy that were refused may be readable in the next one. After this many attempts the copy is accepted. */
const REFUSED_TRIES = 3;

/**
 * Fetches one thread and stores what is new. Throws only if one of our stores fails, the lease is lost, or the signal
 * aborts.
 */
export async function harvestThread(
  context: ScraperContext,
  board: LeasedBoard,
  due: DueThread,
  signal: AbortSignal,
  filters: ThreadFilters | null = null,
): Promise<HarvestOutcome> {
  const { pool, logger } = context;
  const url = pollableSourceOf(board).thread.url(board, due.num);
  const stored = (await readHarvestStates(pool, board.id, [url])).get(url);
  // Another scraper has stored this version.
  if (stored?.seenModified === due.modified) return 'settled';

  // An unsettled copy is replaced by a full request, because a 304 could hide a difference.
  const validator = stored === undefined || stored.seenModified === null ? null : stored.lastModified;
  const answer = await request(context, board, { url, thread: due.num, validator }, signal);
  if (answer.kind === 'fetched') return storeAnswer(context, { board, url, due, filters, ...answer });
  if (answer.kind === 'refused') return 'failed';
  if (answer.kind === 'slow-down' || answer.kind === 'failed') {
    logger.info({ board: board.name, url, answer }, 'no response; the thread will be requested again');
    return 'failed';
  }
  if (answer.kind === 'not-modified' && isBehind(validator, due)) return 'failed';
  // The thread is unchanged, or left the board after the list was written; whether it was pruned or deleted is decided
  // later.
  await underLease(pool, board, (client) => markSeen(client, board.id, url, due.modified, context.now()));
  return 'settled';
}

/** Fetches a thread on a reader's request, regardless of the list. `settled` if there is nothing new. */
export async function harvestKickedThread(
  context: ScraperContext,
  board: LeasedBoard,
  num: number,
  filters: ThreadFilters,
  signal: AbortSignal,
): Promise<HarvestOutcome> {
  const url = pollableSourceOf(board).thread.url(board, num);
  const stored = (await readHarvestStates(context.pool, board.id, [url])).get(url);
  const seen = stored?.seenModified ?? null;
  const validator = seen === null ? null : (stored?.lastModified ?? null);
  const answer = await request(context, board, { url, thread: num, validator }, signal);
  if (answer.kind === 'not-modified' || answer.kind === 'gone') return 'settled';
  if (answer.kind !== 'fetched') return 'failed';
  const due = { num, modified: seen ?? 0, seen, failures: 0, pause: 0 };
  // The list's time of this copy is unknown, so the next list may make the thread due again.
  return storeAnswer(context, { board, url, due, filters, seenModified: seen, ...answer });
}

/**
 * Fetches a full copy of a thread that is unchanged according to the list, to look for missing posts. `gone` if the
 * source has no such thread.
 */
export async function refetchThread(
  context: ScraperContext,
  board: LeasedBoard,
  num: number,
  signal: AbortSignal,
): Promise<HarvestOutcome | 'gone'> {
  const url = pollableSourceOf(board).thread.url(board, num);
  const stored = (await readHarvestStates(context.pool, board.id, [url])).get(url);
  const seen = stored?.seenModified ?? null;
  const answer = await request(context, board, { url, thread: num, validator: null }, signal);
  if (answer.kind === 'gone') return 'gone';
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
  /** null stores every thread, whatever its subject. */
  readonly filters?: ThreadFilters | null;
  /** Overrides the list's time that is recorded as seen. */
  readonly seenModified?: number | null;
}

async function storeAnswer(context: ScraperContext, answer: ThreadBody): Promise<HarvestOutcome> {
  const { board, url, due, body, lastModified, mayStillChange } = answer;
  const { logger } = context;
  const document = { url, thread: due.num };
  const thread = await accept(context, board, document, pollableSourceOf(board).thread.read(body, due.num, board));
  if (thread === null) return 'failed';
  // The filters look at the opener; a thread without one is stored.
  const opener = thread.posts.find(({ fields }) => fields.opener);
  const { filters = null } = answer;
  if (filters !== null && opener !== undefined && !(await isWantedThread(filters, opener.fields, matchInThread)))
    return 'unwanted';
  const mayImprove = thread.refused !== undefined && due.failures < REFUSED_TRIES;
  const isFinal = !mayStillChange && !mayImprove && !isBehind(lastModified, due);
  try {
    const result = await storeThread(context.pool, context.slices, {
      board,
      url,
      thread,
      lastModified,
      seenModified: answer.seenModified !== undefined ? answer.seenModified : isFinal ? due.modified : null,
      isLive: true,
      now: context.now(),
    });
    await reportStored(context, board, document, result, thread.posts.length);
    if (result.held > 0) {
      const { held } = result;
      logger.warn(
        { board: board.name, posts: held },
        'more than a fifth of the board is missing: no post is marked as deleted',
      );
    }
    if (result.kind === 'stale') return 'failed';
    return isFinal ? 'settled' : 'unsettled';
  } catch (error) {
    if (!isDataError(error)) throw error;
    // This is a defect of Sagasu; harvesting continues with the board's other threads.
    await recordRefusal(context, board, document, refusalOf('database', error.message, body));
    return 'failed';
  }
}

function isBehind(lastModified: string | null, due: DueThread): boolean {
  if (lastModified === null || due.failures >= STALE_TRIES) return false;
  return Date.parse(lastModified) < due.modified * 1000;
}

/** Classes 22 and 23: PostgreSQL refuses these values permanently. */
function isDataError(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');
}
