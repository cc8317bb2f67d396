import {
  acceptParsed,
  noteListAnswer,
  recordRefusal,
  request,
  requestBytes,
  type RequestedDocument,
} from '../net/request.ts';
import type { Harvest } from '../board-harvest.ts';
import type { FetchResult } from '../net/fetch.ts';
import { placeOfMonth } from '../forums/places.ts';
import type { UrlHistory } from '../forums/url-history.ts';
import { withLease } from '../leases/board-leases.ts';
import { RefusedError, refusalOf } from '../sources/parse-result.ts';
import type { MailHistory, MailPart, MailReading } from '../sources/source.ts';
import { reportStored } from '../store/report-stored.ts';
import { readHarvestStates, saveHarvestState } from '../store/harvest-state.ts';
import { followCharset, proposeBoardCharset, readMailSettings } from './board-charset.ts';
import { readProgress, saveProgress } from './progress.ts';
import { writeMessages } from './write-messages.ts';

/** The newest parts of a mailing list may still receive messages. */
const GROWING_PARTS = 2;
/** Parts read per pass. Between passes the caller handles kicks, settings and the lease. */
const PARTS_PER_PASS = 12;

/** State of one board between passes. Losing it costs requests, never posts. */
export interface MailState {
  /** Newest first; null before the index was read. */
  parts: readonly MailPart[] | null;
  /** Last-Modified of the index; null if it has none or may still change. */
  indexValidator: string | null;
  /** The charset of the board for which a better one was sought; null if messages came since. */
  soughtFor: string | null;
}

export interface MailWalk extends Harvest {
  readonly mail: MailHistory;
  readonly history: UrlHistory;
  readonly memory: MailState;
}

/**
 * One pass over a mailing list: reads kept messages again after a change of the charset, then the index, the newest parts, and the finished
 * parts that were never read, newest first. Returns whether posts were added or changed, or something remains to be read.
 */
export async function walkMail(walk: MailWalk): Promise<boolean> {
  const { mail, memory } = walk;
  const reading = await readMailSettings(walk);
  const hasMonths = await followCharset(walk, mail, reading);
  const hasParts = await walkParts(walk, reading);
  if (!hasMonths && memory.soughtFor !== reading.charset) {
    await proposeBoardCharset(walk, mail, reading);
    memory.soughtFor = reading.charset;
  }
  return hasMonths || hasParts;
}

async function walkParts(walk: MailWalk, reading: MailReading): Promise<boolean> {
  const { context, board, history, memory } = walk;
  await readIndex(walk);
  const parts = memory.parts ?? [];
  let news = false;
  let read = 0;
  let finished = 0;
  for (const [position, part] of parts.entries()) {
    const isGrowing = position < GROWING_PARTS;
    if (!isGrowing && (await history.seen(part.url, placeOf(part)))) {
      finished++;
      continue;
    }
    if (read === PARTS_PER_PASS) return true;
    read++;
    const outcome = await readPart(walk, part, isGrowing, reading);
    if (outcome === 'failed') return news;
    news ||= outcome === 'news';
    if (!isGrowing) {
      await history.remember(part.url, placeOf(part));
      finished++;
    }
  }
  await collapse(parts, history);
  const origin = { ...board };
  const progress = await readProgress(context.pool, origin);
  const isFinished = parts.length > 0 && finished >= parts.length - GROWING_PARTS;
  const reached = { ...progress, downPage: finished + 1, finished: isFinished };
  await withLease(context.pool, board, (client) => saveProgress(client, origin, reached, context.now()));
  return news;
}

function placeOf({ month }: MailPart): number {
  return placeOfMonth(month);
}

/** Marks each month as finished whose parts are all stored and final. */
async function collapse(parts: readonly MailPart[], history: UrlHistory): Promise<void> {
  const growing = new Set(parts.slice(0, GROWING_PARTS).map(placeOf));
  for (const [place, ofMonth] of Map.groupBy(parts, placeOf)) {
    if (growing.has(place) || (await history.isFinished(place))) continue;
    const seen = await Promise.all(ofMonth.map(async ({ url }) => history.seen(url, place)));
    if (seen.every(Boolean)) await history.finish(place, place);
  }
}

/** Updates `memory` from the index; leaves it unchanged if the request fails. */
async function readIndex(walk: MailWalk): Promise<void> {
  const { context, board, mail, memory } = walk;
  const document = { url: mail.index.url(board), thread: null };
  const validator = memory.parts === null ? null : memory.indexValidator;
  const answer = await request(walk, { ...document, validator });
  if (answer.kind !== 'fetched') await noteListAnswer(walk, answer);
  if (answer.kind === 'not-modified') {
    context.metrics.onSuccess(board.name, context.now());
  } else if (answer.kind === 'fetched') {
    const reading = mail.index.read(answer.body, board);
    await noteListAnswer(walk, answer, reading);
    const parts = await acceptParsed(walk, document, reading);
    if (parts === null) return;
    memory.parts = parts;
    memory.indexValidator = answer.mayStillChange ? null : answer.lastModified;
    context.metrics.onSuccess(board.name, context.now());
  } else {
    await recordFailure(walk, document, answer);
  }
}

/** `settled`: the request brought nothing new, or the part can never be read. */
type PartOutcome = 'news' | 'settled' | 'failed';

async function readPart(
  walk: MailWalk,
  part: MailPart,
  isGrowing: boolean,
  reading: MailReading,
): Promise<PartOutcome> {
  const { context, board, mail, memory } = walk;
  const { pool, now } = context;
  const stored = isGrowing ? (await readHarvestStates(pool, board.id, [part.url])).get(part.url) : undefined;
  const document = { url: part.url, thread: null };
  const answer = await requestBytes(walk, { ...document, validator: stored?.lastModified ?? null });
  if (answer.kind === 'not-modified') return 'settled';
  if (answer.kind !== 'fetched') {
    await recordFailure(walk, document, answer);
    // A part that is gone or invalid does not stop the walk to older parts.
    return answer.kind === 'gone' || answer.kind === 'refused' ? 'settled' : 'failed';
  }
  const messages = await acceptParsed(walk, document, await mail.readPart(answer.body, part, reading));
  if (messages === null) return 'settled';
  try {
    const result = await writeMessages(context, board, part, messages);
    await reportStored(walk, document, result, messages.length);
    if (result.kind === 'written' && messages.some(({ readAs }) => readAs !== null)) memory.soughtFor = null;
    if (isGrowing && !answer.mayStillChange && answer.lastModified !== (stored?.lastModified ?? null)) {
      const state = { lastModified: answer.lastModified, seenModified: null };
      await withLease(pool, board, (client) => saveHarvestState(client, board.id, part.url, state, now()));
    }
    return result.kind === 'written' ? 'news' : 'settled';
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    await recordRefusal(walk, document, refusalOf(error.reason, error.message, ''));
    return 'settled';
  }
}

async function recordFailure(
  walk: MailWalk,
  document: RequestedDocument,
  answer: Exclude<FetchResult<unknown>, { readonly kind: 'fetched' | 'not-modified' }>,
): Promise<void> {
  if (answer.kind === 'gone') {
    await recordRefusal(walk, document, refusalOf('not_found', 'the source does not have the document', ''));
  } else if (answer.kind !== 'refused') {
    const { url } = document;
    walk.context.logger.info(
      { board: walk.board.name, url, answer },
      'no response; the request is repeated in the next pass',
    );
  }
}
