import type { Harvest } from '../board-harvest.ts';
import { outcomeOf } from './answer-outcome.ts';
import type { FetchResult } from './fetch.ts';
import { requestInTurn } from './host-clock.ts';
import { refusalOfEntries, type ParseResult, type Refusal, type RefusedEntry } from '../sources/parse-result.ts';
import { saveRefusal } from '../store/refusals.ts';

/** A document of a source. */
export interface RequestedDocument {
  readonly url: string;
  /** The thread that it shows; null for a list. Refusals are stored with it. */
  readonly thread: number | null;
}

interface DocumentRequest extends RequestedDocument {
  /** Last-Modified of the stored copy, which allows a 304; null to get the whole document. */
  readonly validator: string | null;
}

/**
 * Requests a text document of the board when it is the host's turn. A refusal or failure makes the host's next request wait longer.
 * An answer that is `refused` is recorded.
 */
export async function request(harvest: Harvest, document: DocumentRequest): Promise<FetchResult> {
  const { url, validator } = document;
  const { fetcher } = harvest.context;
  return sendInTurn(harvest, document, (allowedOrigins) =>
    fetcher.get({ url, validator, allowedOrigins, signal: harvest.signal }),
  );
}

/** Like `request`, for a binary document. */
export async function requestBytes(harvest: Harvest, document: DocumentRequest): Promise<FetchResult<Uint8Array>> {
  const { url, validator } = document;
  const { fetcher } = harvest.context;
  return sendInTurn(harvest, document, (allowedOrigins) =>
    fetcher.getBytes({ url, validator, allowedOrigins, signal: harvest.signal }),
  );
}

async function sendInTurn<B>(
  harvest: Harvest,
  document: RequestedDocument,
  get: (allowedOrigins: ReadonlySet<string>) => Promise<FetchResult<B>>,
): Promise<FetchResult<B>> {
  const { context, board, signal } = harvest;
  const { clock, metrics, ownOrigin, hostDelayMs, burst } = context;
  const { url } = document;
  const options = { clock, url, proxy: context.fetcher.proxyFor(url), hostDelayMs, ownOrigin, burst, signal };
  const answer = await requestInTurn(options, async () =>
    get(new Set([new URL(board.url).origin, new URL(board.mediaUrl).origin])),
  );
  metrics.onAnswer(board.name, answer.kind === 'failed' && answer.byProxy === true ? 'proxy_error' : answer.kind);
  if (answer.kind === 'refused') await recordRefusal(harvest, document, answer.refusal);
  return answer;
}

/** Keeps the answer to a request of a list, which shows whether the source works. `reading`: of a fetched list. */
export async function noteListAnswer(
  { context, board }: Harvest,
  answer: FetchResult<unknown>,
  reading: ParseResult<unknown> | null = null,
): Promise<void> {
  const refusal = reading === null || reading.ok ? null : reading.refusal.reason;
  await context.answers?.note(board, { at: context.now().toISOString(), ...outcomeOf(answer, refusal) });
}

/** Counts, logs and stores a refusal. `entries`: how many entries it concerns, null for the whole document. */
export async function recordRefusal(
  { context, board }: Harvest,
  { url, thread }: RequestedDocument,
  refusal: Refusal,
  entries: number | null = null,
): Promise<void> {
  context.metrics.onRefusal(board.name, refusal.reason);
  context.logger.warn({ board: board.name, url, reason: refusal.reason, detail: refusal.detail }, 'document refused');
  await saveRefusal(context.pool, board.id, url, thread, refusal, context.now(), entries);
}

/** Counts, logs and stores the entries of a document that were refused alone, once for each reason. */
async function recordRefusedEntries(
  { context, board }: Harvest,
  { url, thread }: RequestedDocument,
  refused: readonly RefusedEntry[],
): Promise<void> {
  for (const [reason, entries] of Map.groupBy(refused, (entry) => entry.reason)) {
    const refusal = refusalOfEntries(reason, entries);
    context.metrics.onRefusedEntries(board.name, reason, entries.length);
    const facts = { board: board.name, url, reason, entries: entries.length, detail: refusal.detail };
    context.logger.warn(facts, 'entries of a document refused');
    await saveRefusal(context.pool, board.id, url, thread, refusal, context.now(), entries.length);
  }
}

/** Returns the parsed value of a document after recording what of it was refused; null if all of it was. */
export async function acceptParsed<T>(
  harvest: Harvest,
  document: RequestedDocument,
  reading: ParseResult<T>,
): Promise<T | null> {
  if (!reading.ok) {
    await recordRefusal(harvest, document, reading.refusal);
    return null;
  }
  harvest.context.metrics.onParseWarnings(harvest.board.name, reading.warnings);
  await recordRefusedEntries(harvest, document, reading.refused);
  return reading.value;
}
