import type { Board } from '../../mappings/board.ts';
import type { ScraperContext } from '../context.ts';
import type { FetchResult } from './fetch.ts';
import { requestInTurn } from './host-clock.ts';
import type { ParseResult, Refusal } from '../sources/parse-result.ts';
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
export async function request(
  context: ScraperContext,
  board: Board,
  document: DocumentRequest,
  signal: AbortSignal,
): Promise<FetchResult> {
  const { url, validator } = document;
  return sendInTurn(context, board, document, signal, (allowedOrigins) =>
    context.fetcher.get({ url, validator, allowedOrigins, signal }),
  );
}

/** As `request`, for a binary document. */
export async function requestBytes(
  context: ScraperContext,
  board: Board,
  document: DocumentRequest,
  signal: AbortSignal,
): Promise<FetchResult<Uint8Array>> {
  const { url, validator } = document;
  return sendInTurn(context, board, document, signal, (allowedOrigins) =>
    context.fetcher.getBytes({ url, validator, allowedOrigins, signal }),
  );
}

async function sendInTurn<B>(
  context: ScraperContext,
  board: Board,
  document: RequestedDocument,
  signal: AbortSignal,
  get: (allowedOrigins: ReadonlySet<string>) => Promise<FetchResult<B>>,
): Promise<FetchResult<B>> {
  const { clock, metrics, ownOrigin, hostDelayMs, burst } = context;
  const { url } = document;
  const options = { clock, url, proxy: context.fetcher.proxyFor(url), hostDelayMs, ownOrigin, burst, signal };
  const answer = await requestInTurn(options, async () =>
    get(new Set([new URL(board.url).origin, new URL(board.mediaUrl).origin])),
  );
  metrics.onAnswer(board.name, answer.kind === 'failed' && answer.byProxy === true ? 'proxy_error' : answer.kind);
  if (answer.kind === 'refused') await recordRefusal(context, board, document, answer.refusal);
  return answer;
}

/** Counts, logs and stores a refusal. */
export async function recordRefusal(
  context: ScraperContext,
  board: Board,
  { url, thread }: RequestedDocument,
  refusal: Refusal,
): Promise<void> {
  context.metrics.onRefusal(board.name, refusal.reason);
  context.logger.warn({ board: board.name, url, reason: refusal.reason, detail: refusal.detail }, 'document refused');
  await saveRefusal(context.pool, board.id, url, thread, refusal, context.now());
}

/** Returns the parsed value of a document; null after recording why the parser refused it. */
export async function accept<T>(
  context: ScraperContext,
  board: Board,
  document: RequestedDocument,
  reading: ParseResult<T>,
): Promise<T | null> {
  if (!reading.ok) {
    await recordRefusal(context, board, document, reading.refusal);
    return null;
  }
  context.metrics.onOddities(board.name, reading.oddities);
  return reading.value;
}
