/** Uses a server of the test's own, on loopback, without stores. */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import {
  createFetcher,
  parseRetryAfter,
  type FetchLimits,
  type FetchResult,
  type Fetcher,
} from '../../../../scraper/net/fetch.ts';

const NOW = new Date('2024-05-01T12:00:00Z');
const LIMITS: FetchLimits = { headersMs: 60_000, idleMs: 60_000, totalMs: 60_000, bytes: 100_000 };
/** For servers that never answer. */
const IMPATIENT: FetchLimits = { ...LIMITS, headersMs: 300, idleMs: 300, totalMs: 1_500 };

let server: Server | undefined;
let fetcher: Fetcher | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  await fetcher?.close();
  fetcher = undefined;
});

interface Question {
  readonly validator?: string;
  readonly signal?: AbortSignal;
  readonly allowed?: string;
  readonly limits?: FetchLimits;
}

async function ask(listener: RequestListener, question: Question = {}): Promise<FetchResult> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  fetcher = createFetcher('Test/1', () => NOW, question.limits ?? LIMITS);
  return fetcher.get({
    url: `${origin}/g/threads.json`,
    validator: question.validator ?? null,
    allowedOrigins: new Set([question.allowed ?? origin]),
    signal: question.signal ?? new AbortController().signal,
  });
}

const answer =
  (status: number, headers: Record<string, string | number> = {}, body: string | Buffer = ''): RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };

test('a body is returned unchanged, with its validator', async () => {
  const result = await ask(answer(200, { 'last-modified': 'Wed, 01 May 2024 11:00:00 GMT' }, '["é"]'));
  expect(result).toEqual({
    kind: 'fetched',
    body: '["é"]',
    lastModified: 'Wed, 01 May 2024 11:00:00 GMT',
    mayStillChange: false,
  });
});

test('the validator is sent unchanged, with our user agent', async () => {
  let seen: IncomingMessage['headers'] = {};
  const result = await ask(
    (request, response) => {
      seen = request.headers;
      response.writeHead(304).end();
    },
    { validator: 'Wed,  1 May 2024 11:00:00 GMT' },
  );
  expect(result).toEqual({ kind: 'not-modified' });
  expect(seen).toMatchObject({ 'if-modified-since': 'Wed,  1 May 2024 11:00:00 GMT', 'user-agent': 'Test/1' });
});

const moments: readonly [string, Record<string, string>, boolean][] = [
  ['in the second of its Last-Modified', { date: 'Wed, 01 May 2024 11:00:00 GMT' }, true],
  ['a second later', { date: 'Wed, 01 May 2024 11:00:01 GMT' }, false],
  ['in that second, and kept by a cache for a minute', { date: 'Wed, 01 May 2024 11:01:00 GMT', age: '60' }, true],
  ['a second later, and kept for a minute', { date: 'Wed, 01 May 2024 11:01:01 GMT', age: '60' }, false],
];

test.each(moments)('a body made %s: may it still change unseen?', async (_name, headers, expected) => {
  const result = await ask(answer(200, { 'last-modified': 'Wed, 01 May 2024 11:00:00 GMT', ...headers }, '[]'));
  expect(result).toMatchObject({ mayStillChange: expected });
});

test('a body is decoded by the charset of its Content-Type', async () => {
  const sjis = Buffer.from('5b2290b6835c815b225d', 'hex');
  const headers = { 'content-type': 'application/json; charset=Shift_JIS', 'content-encoding': 'gzip' };
  expect(await ask(answer(200, headers, gzipSync(sjis)))).toEqual({
    kind: 'fetched',
    body: '["生ソー"]',
    lastModified: null,
    mayStillChange: false,
  });
});

test('gzip is decompressed', async () => {
  expect(await ask(answer(200, { 'content-encoding': 'gzip' }, gzipSync('[1]')))).toMatchObject({ body: '[1]' });
});

const endless = (_request: IncomingMessage, response: ServerResponse): void => {
  const write = (): void => {
    while (!response.destroyed && response.write('x'.repeat(10_000)));
    if (!response.destroyed) response.once('drain', write);
  };
  write();
};

const refusals: readonly [string, RequestListener, string][] = [
  ['a body past the limit', answer(200, {}, 'x'.repeat(100_001)), 'too_large'],
  ['an endless body', endless, 'too_large'],
  ['a gzip bomb', answer(200, { 'content-encoding': 'gzip' }, gzipSync('x'.repeat(10_000_000))), 'too_large'],
  ['gzip that is none', answer(200, { 'content-encoding': 'gzip' }, 'plain'), 'encoding'],
  [
    'half of a gzip',
    answer(200, { 'content-encoding': 'gzip' }, gzipSync('abc'.repeat(99)).subarray(0, 20)),
    'encoding',
  ],
  ['gzip in gzip', answer(200, { 'content-encoding': 'gzip, gzip' }, gzipSync(gzipSync('[]'))), 'encoding'],
  ['an encoding nobody asked for', answer(200, { 'content-encoding': 'br' }, 'x'), 'encoding'],
  ['a body that is not UTF-8', answer(200, {}, Buffer.from([0x22, 0xff, 0x22])), 'charset'],
  ['a redirect', answer(302, { location: 'http://169.254.169.254/latest' }), 'redirect'],
  ['an odd status', answer(204), 'status'],
];

test.each(refusals)('%s is refused', async (_name, listener, reason) => {
  expect(await ask(listener)).toMatchObject({ kind: 'refused', refusal: { reason } });
});

test.each([404, 410])('status %i means that the document is gone', async (status) => {
  expect(await ask(answer(status))).toEqual({ kind: 'gone' });
});

test.each([403, 408, 429, 500, 502, 503])('status %i means that the host refuses requests for now', async (status) => {
  const result = await ask(answer(status, { 'retry-after': '7' }, '<html>'));
  expect(result).toEqual({ kind: 'slow-down', status, retryAfterMs: 7_000 });
});

test('an endless body of an error does not block', async () => {
  const result = await ask((request, response) => {
    response.writeHead(503);
    endless(request, response);
  });
  expect(result).toMatchObject({ kind: 'slow-down', status: 503 });
});

const silences: readonly [string, RequestListener][] = [
  ['no headers', () => undefined],
  ['a body that stops', (_request, response) => void response.writeHead(200).write('[')],
  [
    'a body that drips',
    (_request, response) => {
      response.writeHead(200).write('[');
      const timer = setInterval(() => response.write(' '), 100);
      response.once('close', () => clearInterval(timer));
    },
  ],
  [
    'a body cut short',
    (_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('[');
      setTimeout(() => response.destroy(), 20);
    },
  ],
  ['a connection that ends', (request) => void request.socket.destroy()],
];

test.each(silences)('%s: no answer', async (_name, listener) => {
  expect(await ask(listener, { limits: IMPATIENT })).toMatchObject({ kind: 'failed' });
});

test('a missing host: no answer', async () => {
  fetcher = createFetcher('Test/1', () => NOW, LIMITS);
  const order = {
    url: 'http://127.0.0.1:1/g/threads.json',
    validator: null,
    allowedOrigins: new Set(['http://127.0.0.1:1']),
    signal: new AbortController().signal,
  };
  expect(await fetcher.get(order)).toMatchObject({ kind: 'failed' });
});

test('an address outside the board’s origins is not requested', async () => {
  let asked = 0;
  const count: RequestListener = (_request, response) => {
    asked++;
    response.end('[]');
  };
  await expect(ask(count, { allowed: 'http://127.0.0.1:1' })).rejects.toMatchObject({ code: 'origin_forbidden' });
  expect(asked).toBe(0);
});

test('an aborted request throws', async () => {
  const abort = new AbortController();
  const pending = ask(() => abort.abort(), { signal: abort.signal });
  await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
});

const retryAfter: readonly [string | null, number | null][] = [
  [null, null],
  ['', null],
  ['soon', null],
  ['0', 0],
  ['120', 120_000],
  ['999999', 3_600_000],
  ['Wed, 01 May 2024 12:00:30 GMT', 30_000],
  ['Wed, 01 May 2024 11:00:00 GMT', 0],
];

test.each(retryAfter)('Retry-After %j is %j ms', (value, expected) => {
  expect(parseRetryAfter(value, NOW)).toBe(expected);
});
