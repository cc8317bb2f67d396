/** Downloads one file to disk and hashes it at the same time. Requests only the board's origins, with limits on size and time. */
import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { request, type Dispatcher } from 'undici';
import { HEAD_BYTES } from '../../mappings/media.ts';
import { writeAll } from '../../platform/datastore/whole-file.ts';
import { AppError, toError } from '../../platform/errors.ts';
import { AddressForbiddenError } from '../../platform/public-connector.ts';
import { codeOf, parseRetryAfter } from '../net/fetch.ts';
import { refusalOf, type Refusal } from '../sources/parse-result.ts';
import { createProxyRoutes, isProxyFailure, type ProxyRouteOptions } from '../net/proxy-routes.ts';

export interface Downloaded {
  readonly kind: 'downloaded';
  readonly path: string;
  readonly size: number;
  readonly md5: Buffer;
  readonly sha256: Buffer;
  /** The first bytes. */
  readonly head: Buffer;
}

/** A file on the local disk, measured. */
export type Arrived = Omit<Downloaded, 'kind'>;

export type DownloadResult =
  | Downloaded
  | { readonly kind: 'gone' }
  | { readonly kind: 'slow-down'; readonly status: number; readonly retryAfterMs: number | null }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'failed'; readonly code: string | null; readonly detail: string; readonly byProxy?: true };

export interface DownloadOptions {
  readonly url: string;
  readonly allowedOrigins: ReadonlySet<string>;
  /** The file to write; it is removed again unless the download succeeds. */
  readonly path: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface DownloadLimits {
  readonly headersMs: number;
  readonly idleMs: number;
  /** Base of the time limit; `maxBytes / bytesPerMs` is added to it. */
  readonly totalMs: number;
  readonly bytesPerMs: number;
}

const LIMITS: DownloadLimits = { headersMs: 10_000, idleMs: 10_000, totalMs: 60_000, bytesPerMs: 16 };

export interface Downloader {
  /** @throws AppError `origin_forbidden`; the signal's reason if aborted; errors of the disk. */
  download(order: DownloadOptions): Promise<DownloadResult>;
  /** Name of the proxy that an address is requested through; null for a direct connection. */
  proxyFor(url: string): string | null;
  close(): Promise<void>;
}

export function createDownloader(
  userAgent: string,
  now: () => Date,
  limits: DownloadLimits = LIMITS,
  network: Partial<ProxyRouteOptions> = {},
): Downloader {
  const routes = createProxyRoutes({ ...limits, ...network });
  return {
    async download(order) {
      const { url, allowedOrigins, signal, maxBytes } = order;
      const { origin } = new URL(url);
      if (!allowedOrigins.has(origin))
        throw new AppError('origin_forbidden', `${origin} is not an origin of the board`);
      const total = AbortSignal.timeout(limits.totalMs + Math.ceil(maxBytes / limits.bytesPerMs));
      let response: Dispatcher.ResponseData;
      try {
        response = await request(url, {
          dispatcher: routes.dispatcherFor(new URL(url)),
          headers: { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'identity' },
          signal: AbortSignal.any([signal, total]),
        });
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof AddressForbiddenError) return refused('address', error.message);
        const code = codeOf(error);
        // An error about several addresses of a name has no message.
        const detail = toError(error).message || (code ?? 'unknown error');
        return { kind: 'failed', code, detail, ...(isProxyFailure(error) && { byProxy: true }) };
      }
      return read(response, order, now());
    },
    proxyFor: (url) => routes.proxyFor(new URL(url)),
    close: async () => routes.destroy(),
  };
}

async function read(response: Dispatcher.ResponseData, order: DownloadOptions, now: Date): Promise<DownloadResult> {
  const { statusCode: status, headers } = response;
  const encoding = single(headers['content-encoding']);
  if (status === 200 && (encoding === null || encoding === 'identity')) return save(response, order);
  await response.body.dump({ limit: 16_384, signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 403 || status === 408 || status === 429 || status >= 500) {
    return { kind: 'slow-down', status, retryAfterMs: parseRetryAfter(single(headers['retry-after']), now) };
  }
  if (status === 200) return refused('encoding', `the file is encoded as ${encoding?.slice(0, 80)}`);
  return refused(status >= 300 && status < 400 ? 'redirect' : 'status', `status ${status}`);
}

async function save(response: Dispatcher.ResponseData, order: DownloadOptions): Promise<DownloadResult> {
  const { path, maxBytes, signal } = order;
  const [md5, sha256] = [createHash('md5'), createHash('sha256')];
  const announced = Number(single(response.headers['content-length']) ?? Number.NaN);
  if (announced > maxBytes) {
    response.body.destroy();
    return refused('too_large', `the file has ${announced} bytes, more than ${maxBytes}`);
  }
  let size = 0;
  let head: Buffer = Buffer.alloc(0);
  const file = await open(path, 'wx');
  let done = false;
  try {
    for await (const piece of piecesOf(response)) {
      size += piece.length;
      if (size > maxBytes) return refused('too_large', `the file has more than ${maxBytes} bytes`);
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)]);
      md5.update(piece);
      sha256.update(piece);
      await writeAll(file, piece);
    }
    if (size === 0) return refused('empty', 'the file is empty');
    done = true;
    return { kind: 'downloaded', path, size, md5: md5.digest(), sha256: sha256.digest(), head };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ResponseAbortedError)
      return { kind: 'failed', code: codeOf(error.cause), detail: error.message };
    throw error;
  } finally {
    await file.close();
    if (!done) await rm(path, { force: true });
  }
}

/** The response ended early: an error of the source, not of the disk. */
class ResponseAbortedError extends AppError {
  constructor(cause: unknown) {
    super('response_aborted', toError(cause).message, { cause });
  }
}

async function* piecesOf(response: Dispatcher.ResponseData): AsyncGenerator<Buffer> {
  try {
    for await (const piece of response.body as AsyncIterable<Buffer>) yield piece;
  } catch (error) {
    throw new ResponseAbortedError(error);
  }
}

function refused(reason: Refusal['reason'], detail: string): DownloadResult {
  return { kind: 'refused', refusal: refusalOf(reason, detail, '') };
}

function single(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}
