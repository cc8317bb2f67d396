import type { Board } from '../../mappings/board.ts';
import type { ScraperContext } from '../context.ts';
import type { FetchResult } from './fetch.ts';
import { requestInTurn } from './host-clock.ts';
import type { ParseResult, Refusal } from '../sources/parse-result.ts';
import { saveRefusal } from '../store/refusals.ts';

/** Requests a text document of the board when it is the host's turn. A refusal or failure makes the host's next request wait longer. */
export async function request(
  context: ScraperContext,
  board: Board,
  url: string,
  validator: string | null,
  signal: AbortSignal,
): Promise<FetchResult> {
  return sendInTurn(context, board, url, signal, (allowedOrigins) =>
    context.fetcher.get({ url, validator, allowedOrigins, signal }),
  );
}

/** Requests a binary document. */
export async function requestBytes(
  context: ScraperContext,
  board: Board,
  url: string,
  validator: string | null,
  signal: AbortSignal,
): Promise<FetchResult<Uint8Array>> {
  return sendInTurn(context, board, url, signal, (allowedOrigins) =>
    context.fetcher.getBytes({ url, validator, allowedOrigins, signal }),
  );
}

async function sendInTurn<B>(
  context: ScraperContext,
  board: Board,
  url: string,
  signal: AbortSignal,
  get: (allowedOrigins: ReadonlySet<string>) => Promise<FetchResult<B>>,
): Promise<FetchResult<B>> {
  const { clock, metrics, ownOrigin, hostDelayMs, burst } = context;
  const options = { clock, url, proxy: context.fetcher.proxyFor(url), hostDelayMs, ownOrigin, burst, signal };
  const answer = await requestInTurn(options, async () =>
    get(new Set([new URL(board.url).origin, new URL(board.mediaUrl).origin])),
  );
  metrics.onAnswer(board.name, answer.kind === 'failed' && answer.byProxy === true ? 'proxy_error' : answer.kind);
  return answer;
}

/** Counts, logs and stores a refusal. `thread` is null for a list. */
export async function recordRefusal(
  context: ScraperContext,
  board: Board,
  url: string,
  thread: number | null,
  refusal: Refusal,
): Promise<void> {
  context.metrics.onRefusal(board.name, refusal.reason);
  context.logger.warn({ board: board.name, url, reason: refusal.reason, detail: refusal.detail }, 'document refused');
  await saveRefusal(context.pool, board.id, url, thread, refusal, context.now());
}

/** Returns the parsed value; null after recording a refusal. */
export async function accept<T>(
  context: ScraperContext,
  board: Board,
  url: string,
  thread: number | null,
  reading: ParseResult<T>,
): Promise<T | null> {
  if (!reading.ok) {
    await recordRefusal(context, board, url, thread, reading.refusal);
    return null;
  }
  context.metrics.onOddities(board.name, reading.oddities);
  return reading.value;
}
