/** Fetches a thread of a board and stores what is new: fetch → parse → store. */
import pg from 'pg';
import { isWantedThread } from '../../mappings/board-settings.ts';
import { matchInThread } from '../../store/matching/matching-thread.ts';
import type { BoardHarvest } from '../board-harvest.ts';
import { acceptParsed, recordRefusal, request } from '../net/request.ts';
import type { FetchResult } from '../net/fetch.ts';
import { withLease } from '../leases/board-leases.ts';
import { refusalOf } from '../sources/parse-result.ts';
import { markSeen, readHarvestState } from '../store/harvest-state.ts';
import { reportStored } from '../store/report-stored.ts';
import { storeThread } from '../store/store-thread.ts';

/**
 * complete    this version of the thread is stored completely
 * incomplete  a copy is stored, but a newer one may follow: the thread stays due
 * failed      nothing was stored: the thread stays due
 * unwanted    the board's settings exclude the thread
 */
export type HarvestOutcome = 'complete' | 'incomplete' | 'failed' | 'unwanted';

/** A version of a thread that the board's list shows. */
export interface ThreadVersion {
  readonly num: number;
  /** The thread's last change, in seconds since 1970; 0 in a list without times. */
  readonly modified: number;
  /** Failed attempts to fetch this version. */
  readonly failures: number;
}

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
export async function harvestThread(harvest: BoardHarvest, version: ThreadVersion): Promise<HarvestOutcome> {
  const { context, board } = harvest;
  const thread = await findThread(harvest, version.num);
  // Another scraper has stored this version.
  if (thread.seen === version.modified) return 'complete';

  const answer = await requestThread(harvest, thread, thread.validator);
  if (answer.kind === 'fetched') return storeAnswer(harvest, thread, answer, { version, isFiltered: true });
  if (answer.kind === 'refused') return 'failed';
  if (answer.kind === 'slow-down' || answer.kind === 'failed') {
    const facts = { board: board.name, url: thread.url, answer };
    context.logger.info(facts, 'no response; the thread will be requested again');
    return 'failed';
  }
  if (answer.kind === 'not-modified' && isBehind(thread.validator, version)) return 'failed';
  // The thread is unchanged, or left the board after the list was written; whether it was pruned or deleted is decided
  // later.
  await withLease(context.pool, board, (client) =>
    markSeen(client, board.id, thread.url, version.modified, context.now()),
  );
  return 'complete';
}

/** Fetches a thread on a reader's request, regardless of the list. `complete` if there is nothing new. */
export async function harvestKickedThread(harvest: BoardHarvest, num: number): Promise<HarvestOutcome> {
  const thread = await findThread(harvest, num);
  const answer = await requestThread(harvest, thread, thread.validator);
  if (answer.kind === 'not-modified' || answer.kind === 'gone') return 'complete';
  if (answer.kind !== 'fetched') return 'failed';
  return storeAnswer(harvest, thread, answer, { version: null, isFiltered: true });
}

/**
 * Fetches a full copy of a thread that is unchanged according to the list, to look for missing posts. `gone` if the
 * source has no such thread.
 */
export async function refetchThread(harvest: BoardHarvest, num: number): Promise<HarvestOutcome | 'gone'> {
  const thread = await findThread(harvest, num);
  const answer = await requestThread(harvest, thread, null);
  if (answer.kind === 'gone') return 'gone';
  if (answer.kind !== 'fetched') return 'failed';
  return storeAnswer(harvest, thread, answer, { version: null, isFiltered: false });
}

interface KnownThread {
  readonly num: number;
  readonly url: string;
  /** The list's time of the stored copy; null if a newer copy is expected or none is stored. */
  readonly seen: number | null;
  /** null if a newer copy is expected: it is requested in full, because a 304 could hide a difference. */
  readonly validator: string | null;
}

async function findThread({ context, board, source }: BoardHarvest, num: number): Promise<KnownThread> {
  const url = source.thread.url(board, num);
  const stored = await readHarvestState(context.pool, board.id, url);
  const seen = stored?.seenModified ?? null;
  return { num, url, seen, validator: seen === null ? null : (stored?.lastModified ?? null) };
}

async function requestThread(
  harvest: BoardHarvest,
  { url, num }: KnownThread,
  validator: string | null,
): Promise<FetchResult> {
  return request(harvest, { url, thread: num, validator });
}

interface Purpose {
  /**
   * The version that the list shows; null if it is unknown. The recorded time then stays, so the next list may make the thread due
   * again.
   */
  readonly version: ThreadVersion | null;
  /** Skips a thread that the board's settings exclude. */
  readonly isFiltered: boolean;
}

async function storeAnswer(
  harvest: BoardHarvest,
  { num, url, seen }: KnownThread,
  { body, lastModified, mayStillChange }: Extract<FetchResult, { readonly kind: 'fetched' }>,
  { version, isFiltered }: Purpose,
): Promise<HarvestOutcome> {
  const { context, board, source, settings } = harvest;
  const document = { url, thread: num };
  const thread = await acceptParsed(harvest, document, source.thread.read(body, num, board));
  if (thread === null) return 'failed';
  // The filters look at the opener; a thread without one is stored.
  const opener = thread.posts.find(({ fields }) => fields.opener);
  if (isFiltered && opener !== undefined && !(await isWantedThread(settings, opener.fields, matchInThread)))
    return 'unwanted';
  const { modified, failures } = version ?? { modified: seen ?? 0, failures: 0 };
  const mayImprove = thread.refused !== undefined && failures < REFUSED_TRIES;
  const isFinal = !mayStillChange && !mayImprove && !isBehind(lastModified, { modified, failures });
  try {
    const result = await storeThread(context.pool, context.slices, {
      board,
      url,
      thread,
      lastModified,
      seenModified: version === null ? seen : isFinal ? modified : null,
      isLive: true,
      now: context.now(),
    });
    await reportStored(harvest, document, result, thread.posts.length);
    if (result.held > 0) {
      const { held } = result;
      context.logger.warn(
        { board: board.name, posts: held },
        'more than a fifth of the board is missing: no post is marked as deleted',
      );
    }
    if (result.kind === 'stale') return 'failed';
    return isFinal ? 'complete' : 'incomplete';
  } catch (error) {
    if (!isDataError(error)) throw error;
    // This is a defect of Sagasu; harvesting continues with the board's other threads.
    await recordRefusal(harvest, document, refusalOf('database', error.message, body));
    return 'failed';
  }
}

function isBehind(lastModified: string | null, { modified, failures }: Omit<ThreadVersion, 'num'>): boolean {
  if (lastModified === null || failures >= STALE_TRIES) return false;
  return Date.parse(lastModified) < modified * 1000;
}

/** Classes 22 and 23: PostgreSQL refuses these values permanently. */
function isDataError(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');
}
