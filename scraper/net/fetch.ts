/**
 * One GET request to a source: only to the board's origins at public addresses, without redirects, with limits on time and decoded
 * size. undici's `request` does not decompress bodies; gzip is decoded here with a limit.
 */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { request, type Dispatcher } from 'undici';
import { AppError, toError } from '../../platform/errors.ts';
import { AddressForbiddenError } from '../../platform/public-connector.ts';
import { textOfDocument } from './document-text.ts';
import { refusalOf, type Refusal } from '../sources/parse-result.ts';
import { createProxyRoutes, isProxyFailure, type ProxyRouteOptions } from './proxy-routes.ts';

export type FetchResult<B = string> =
  | Fetched<B>
  | { readonly kind: 'not-modified' }
  | { readonly kind: 'gone' }
  /** The host refuses requests for now: 403, 408, 429, 5xx. */
  | { readonly kind: 'slow-down'; readonly status: number; readonly retryAfterMs: number | null }
  /** The response cannot be used. */
  | Refused
  /**
   * No complete response: connection failed, timed out, or ended early. `code`: that of the error; null for none. `byProxy`: the proxy
   * failed, not the host.
   */
  | { readonly kind: 'failed'; readonly code: string | null; readonly detail: string; readonly byProxy?: true };

interface Refused {
  readonly kind: 'refused';
  readonly refusal: Refusal;
}

interface Fetched<B> {
  readonly kind: 'fetched';
  readonly body: B;
  readonly lastModified: string | null;
  /** Generated in the same second as its Last-Modified: a later change in that second has the same validator, and a 304 would hide it. */
  readonly mayStillChange: boolean;
}

interface FetchedBytes extends Fetched<Buffer> {
  readonly contentType: string | null;
}

type BytesResult = Exclude<FetchResult<Buffer>, Fetched<Buffer>> | FetchedBytes;

export interface FetchLimits {
  readonly headersMs: number;
  /** Longest time between two chunks of a body. */
  readonly idleMs: number;
  readonly totalMs: number;
  readonly bytes: number;
}

const LIMITS: FetchLimits = { headersMs: 10_000, idleMs: 10_000, totalMs: 120_000, bytes: 16 * 1024 * 1024 };

/** Binary documents may be this many times larger: a month of a busy mailing list is larger than any thread. */
const BINARY_FACTOR = 4;

interface FetchOptions {
  readonly url: string;
  /** Verbatim Last-Modified of the stored copy; null to get the whole document. */
  readonly validator: string | null;
  /** Origins of the board's addresses. */
  readonly allowedOrigins: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

export interface Fetcher {
  /** @throws AppError `origin_forbidden` for an address outside the allowed origins; the signal's reason if aborted. */
  get(order: FetchOptions): Promise<FetchResult>;
  /** Fetches a binary document. */
  getBytes(order: FetchOptions): Promise<FetchResult<Uint8Array>>;
  /** Name of the proxy that an address is requested through; null for a direct connection. */
  proxyFor(url: string): string | null;
  close(): Promise<void>;
}

export function createFetcher(
  userAgent: string,
  now: () => Date,
  limits: FetchLimits = LIMITS,
  network: Partial<ProxyRouteOptions> = {},
): Fetcher {
  const routes = createProxyRoutes({ ...limits, ...network });
  const getBytes = async (
    { url, validator, allowedOrigins, signal }: FetchOptions,
    accept: string,
    bytes: number,
  ): Promise<BytesResult> => {
    const { origin } = new URL(url);
    if (!allowedOrigins.has(origin)) throw new AppError('origin_forbidden', `${origin} is not an origin of the board`);
    try {
      const response = await request(url, {
        dispatcher: routes.dispatcherFor(new URL(url)),
        headers: {
          'user-agent': userAgent,
          accept,
          'accept-encoding': 'gzip',
          ...(validator !== null && { 'if-modified-since': validator }),
        },
        signal: AbortSignal.any([signal, AbortSignal.timeout(limits.totalMs)]),
      });
      return await readResponse(response, { ...limits, bytes }, now());
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AddressForbiddenError) return refused('address', error.message);
      const code = codeOf(error);
      // An error about several addresses of a name has no message.
      const detail = toError(error).message || (code ?? 'unknown error');
      return { kind: 'failed', code, detail, ...(isProxyFailure(error) && { byProxy: true }) };
    }
  };
  return {
    async get(order) {
      const answer = await getBytes(order, 'application/json, text/html;q=0.5', limits.bytes);
      return answer.kind === 'fetched' ? asText(answer) : answer;
    },
    getBytes: (order) => getBytes(order, '*/*', limits.bytes * BINARY_FACTOR),
    proxyFor: (url) => routes.proxyFor(new URL(url)),
    close: async () => routes.close(),
  };
}

/** The code of a failed request; null for none. */
export function codeOf(error: unknown): string | null {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'ETIMEDOUT';
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : null;
}

async function readResponse(response: Dispatcher.ResponseData, limits: FetchLimits, now: Date): Promise<BytesResult> {
  const { statusCode: status, headers } = response;
  if (status === 200) return readBody(response, limits);
  // The body is not needed and may be endless. A short one is read, so that the connection can be reused.
  await response.body.dump({ limit: 16_384, signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
  if (status === 304) return { kind: 'not-modified' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 403 || status === 408 || status === 429 || status >= 500) {
    return { kind: 'slow-down', status, retryAfterMs: parseRetryAfter(single(headers['retry-after']), now) };
  }
  if (status >= 300 && status < 400) {
    return refused('redirect', `status ${status} to ${single(headers['location'])?.slice(0, 200) ?? 'nowhere'}`);
  }
  return refused('status', `status ${status}`);
}

async function readBody(response: Dispatcher.ResponseData, limits: FetchLimits): Promise<BytesResult> {
  const { headers, body } = response;
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > limits.bytes) return refused('too_large', `the body is longer than ${limits.bytes} bytes`);
    pieces.push(piece);
  }
  const decoded = await decode(Buffer.concat(pieces, size), single(headers['content-encoding']), limits.bytes);
  if (!Buffer.isBuffer(decoded)) return decoded;
  const lastModified = single(headers['last-modified']);
  const mayStillChange = isGeneratedWhenModified(lastModified, single(headers['date']), single(headers['age']));
  const contentType = single(headers['content-type']);
  return { kind: 'fetched', body: decoded, lastModified, mayStillChange, contentType };
}

function asText({ contentType, ...answer }: FetchedBytes): FetchResult {
  const read = textOfDocument(answer.body, contentType);
  return read.ok ? { ...answer, body: read.text } : refused('charset', read.problem, answer.body.toString('latin1'));
}

/** Compares the host's own times. false without a Date header: then a 304 is trusted. */
function isGeneratedWhenModified(lastModified: string | null, date: string | null, age: string | null): boolean {
  if (lastModified === null || date === null) return false;
  return Date.parse(date) - Number(age ?? 0) * 1000 - Date.parse(lastModified) < 1000;
}

const gunzipLimited = promisify(gunzip);

async function decode(raw: Buffer, encoding: string | null, limit: number): Promise<Buffer | Refused> {
  if (encoding === null || encoding === '' || encoding === 'identity') return raw;
  if (encoding !== 'gzip' && encoding !== 'x-gzip') return refused('encoding', `the body is encoded as ${encoding}`);
  try {
    return await gunzipLimited(raw, { maxOutputLength: limit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      return refused('too_large', `the decoded body is larger than ${limit} bytes`);
    }
    return refused('encoding', `the body is not gzip: ${toError(error).message}`);
  }
}

/** Longer Retry-After values are cut to this. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/** Parses Retry-After, in seconds or as an HTTP date, to milliseconds; null for anything else. */
export function parseRetryAfter(value: string | null, now: Date): number | null {
  if (value === null) return null;
  const wait = /^\s*\d{1,9}\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), MAX_RETRY_AFTER_MS);
}

function refused(reason: Refusal['reason'], detail: string, body = ''): Refused {
  return { kind: 'refused', refusal: refusalOf(reason, detail, body) };
}

function single(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}
