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

/** The last parts that a list has: messages still come to them. */
const LIVING_PARTS = 2;
/** A pass ends now and then, so that whoever runs it can look around. */
const PARTS_A_PASS = 12;

/** What the walk of one board remembers between passes. Losing it costs requests, never posts. */
export interface MailMemory {
  parts: readonly MailPart[] | null;
  indexValidator: string | null;
}

/**
 * One look at a list: its index, its living parts, and finished parts that were never read, newest first. Returns whether
 * there was news.
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

/** Months from the year 0: one after the other, they are one part. */
function placeOf({ month }: MailPart): number {
  return Math.floor(month / 100) * 12 + (month % 100) - 1;
}

/** One mark for months whose every part is stored and finished. */
async function collapse(parts: readonly MailPart[], history: UrlHistory): Promise<void> {
  const living = new Set(parts.slice(0, LIVING_PARTS).map(placeOf));
  for (const [place, ofMonth] of Map.groupBy(parts, placeOf)) {
    if (living.has(place) || (await history.isFinished(place))) continue;
    const seen = await Promise.all(ofMonth.map(async ({ url }) => history.seen(url, place)));
    if (seen.every(Boolean)) await history.finish(place, place);
  }
}

/** Brings `memory` to what the index says; leaves it as it is when none comes. */
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

/** `settled` and no more: nothing new, or nothing that could ever be read. */
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
    // A part that is gone, or is no part, keeps nobody from the ones before it.
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
    await recordRefusal(context, board, url, null, refusalOf('not_found', 'the source knows no such document', ''));
  } else context.logger.info({ board: board.name, url, answer }, 'no answer; it is asked for again');
}
