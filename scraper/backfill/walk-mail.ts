import { accept, request, requestBytes, recordRefusal } from '../net/request.ts';
import type { ScraperContext } from '../context.ts';
import type { FetchResult } from '../net/fetch.ts';
import type { UrlHistory } from '../forums/url-history.ts';
import { underLease, type LeasedBoard } from '../leases/board-leases.ts';
import { RefusedError, refusalOf } from '../sources/parse-result.ts';
import type { MailHistory, MailPart } from '../sources/source.ts';
import { reportStored } from '../store/store-thread.ts';
import { readHarvestStates, saveHarvestState } from '../store/harvest-state.ts';
import { readProgress, saveProgress } from './progress.ts';
import { writeMessages } from './write-messages.ts';

/** The newest parts of a mailing list may still receive messages. */
const LIVING_PARTS = 2;
/** Parts read per pass. Between passes the caller handles kicks, settings and the lease. */
const PARTS_A_PASS = 12;

/** State of one board between passes. Losing it costs requests, never posts. */
export interface MailMemory {
  /** Newest first; null before the index was read. */
  parts: readonly MailPart[] | null;
  /** Last-Modified of the index; null if it has none or may still change. */
  indexValidator: string | null;
}

/**
 * One pass over a mailing list: reads its index, the newest parts, and the finished parts that were never read, newest first. Returns
 * whether posts were added or changed, or parts remain to be read.
 */
export async function walkMail(
  context: ScraperContext,
  board: LeasedBoard,
  mail: MailHistory,
  history: UrlHistory,
  memory: MailMemory,
  signal: AbortSignal,
): Promise<boolean> {
  await readIndex(context, board, mail, memory, signal);
  const parts = memory.parts ?? [];
  let news = false;
  let read = 0;
  let finished = 0;
  for (const [position, part] of parts.entries()) {
    const isLiving = position < LIVING_PARTS;
    if (!isLiving && (await history.seen(part.url, placeOf(part)))) {
      finished++;
      continue;
    }
    if (read === PARTS_A_PASS) return true;
    read++;
    const outcome = await readPart(context, board, mail, part, isLiving, signal);
    if (outcome === 'failed') return news;
    news ||= outcome === 'news';
    if (!isLiving) {
      await history.remember(part.url, placeOf(part));
      finished++;
    }
  }
  await collapse(parts, history);
  const origin = { ...board };
  const progress = await readProgress(context.pool, origin, context.now());
  const isFinished = parts.length > 0 && finished >= parts.length - LIVING_PARTS;
  await saveProgress(
    context.pool,
    origin,
    { ...progress, downPage: finished + 1, finished: isFinished },
    context.now(),
  );
  return news;
}

/** Months since the year 0, so that consecutive months have consecutive places. */
function placeOf({ month }: MailPart): number {
  return Math.floor(month / 100) * 12 + (month % 100) - 1;
}

/** Marks each month as finished whose parts are all stored and final. */
async function collapse(parts: readonly MailPart[], history: UrlHistory): Promise<void> {
  const living = new Set(parts.slice(0, LIVING_PARTS).map(placeOf));
  for (const [place, ofMonth] of Map.groupBy(parts, placeOf)) {
    if (living.has(place) || (await history.isFinished(place))) continue;
    const seen = await Promise.all(ofMonth.map(async ({ url }) => history.seen(url, place)));
    if (seen.every(Boolean)) await history.finish(place, place);
  }
}

/** Updates `memory` from the index; leaves it unchanged if the request fails. */
async function readIndex(
  context: ScraperContext,
  board: LeasedBoard,
  mail: MailHistory,
  memory: MailMemory,
  signal: AbortSignal,
): Promise<void> {
  const url = mail.index.url(board);
  const answer = await request(context, board, url, memory.parts === null ? null : memory.indexValidator, signal);
  if (answer.kind === 'not-modified') {
    context.metrics.onSuccess(board.name, context.now());
  } else if (answer.kind === 'fetched') {
    const parts = await accept(context, board, url, null, mail.index.read(answer.body, board));
    if (parts === null) return;
    memory.parts = parts;
    memory.indexValidator = answer.mayStillChange ? null : answer.lastModified;
    context.metrics.onSuccess(board.name, context.now());
  } else {
    await noteFailure(context, board, url, answer);
  }
}

/** `settled`: nothing new, or a part that can never be read. */
type PartOutcome = 'news' | 'settled' | 'failed';

async function readPart(
  context: ScraperContext,
  board: LeasedBoard,
  mail: MailHistory,
  part: MailPart,
  isLiving: boolean,
  signal: AbortSignal,
): Promise<PartOutcome> {
  const { pool, now } = context;
  const stored = isLiving ? (await readHarvestStates(pool, board.id, [part.url])).get(part.url) : undefined;
  const answer = await requestBytes(context, board, part.url, stored?.lastModified ?? null, signal);
  if (answer.kind === 'not-modified') return 'settled';
  if (answer.kind !== 'fetched') {
    await noteFailure(context, board, part.url, answer);
    // A part that is gone or invalid does not stop the walk to older parts.
    return answer.kind === 'gone' || answer.kind === 'refused' ? 'settled' : 'failed';
  }
  const messages = await accept(context, board, part.url, null, await mail.readPart(answer.body, part));
  if (messages === null) return 'settled';
  try {
    const result = await writeMessages(context, board, part, messages);
    reportStored(context, board, result, messages.length);
    if (isLiving && !answer.mayStillChange && answer.lastModified !== (stored?.lastModified ?? null)) {
      const state = { lastModified: answer.lastModified, seenModified: null };
      await underLease(pool, board, (client) => saveHarvestState(client, board.id, part.url, state, now()));
    }
    return result.kind === 'written' ? 'news' : 'settled';
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    await recordRefusal(context, board, part.url, null, refusalOf(error.reason, error.message, ''));
    return 'settled';
  }
}

async function noteFailure(
  context: ScraperContext,
  board: LeasedBoard,
  url: string,
  answer: Exclude<FetchResult<unknown>, { readonly kind: 'fetched' | 'not-modified' }>,
): Promise<void> {
  if (answer.kind === 'refused') await recordRefusal(context, board, url, null, answer.refusal);
  else if (answer.kind === 'gone') {
    await recordRefusal(context, board, url, null, refusalOf('not_found', 'the source does not have the document', ''));
  } else context.logger.info({ board: board.name, url, answer }, 'no answer; the request is repeated in the next pass');
}
