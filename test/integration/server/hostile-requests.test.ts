/**
 * Hostile requests over every operation of the API and every header, sent as bytes to a listening server: whatever a client sends is
 * answered, or refused as the client's mistake.
 */
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Redis } from 'ioredis';
import { createPatientRedis } from '../../support/patient-redis.ts';
import { countOf } from '../../support/full-counts.ts';
import { changedTexts, filledBodies, type Schema } from '../../support/filled-schema.ts';
import { useWorld } from '../../support/world.ts';
import { givenAdmin, type Admin } from './admin/given-admin.ts';
import { givenArchive, givenServer, type GivenServer } from './given-archive.ts';

const REQUESTS = countOf(7_400);
const AT_ONCE = 4;
const TIMEOUT_MS = 30_000;
const PATIENCE_MS = 2_000;
/** Number of requests per client. */
const HANGS_UP = 3;

const world = useWorld();
let redis: Redis;
let server: GivenServer;
let admin: Admin;
let port: number;
let operations: readonly Operation[];

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  /** Type of the body, JSON or form; null without one. */
  readonly body: { readonly type: string; readonly schema: Schema } | null;
}

interface Documented {
  readonly parameters?: { readonly in: string; readonly name: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

interface Hostile {
  readonly operation: number;
  readonly parts: readonly string[];
  readonly query: readonly (readonly [name: number | string, value: string])[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
  readonly isAdmin: boolean;
}

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [
    { num: 100, opener: true, subject: 'Herons', comment: 'a heron', mediaTime: 1, mediaType: 'png', mediaName: 'x' },
    { num: 101, thread: 100, comment: 'a reply' },
    { num: 101, subnum: 1, thread: 100, comment: 'a ghost' },
  ]);
  // Without it kicks answer 503.
  redis = createPatientRedis(world().redisUrl);
  server = await givenServer(world(), { redis });
  admin = await givenAdmin(world(), server);
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
  operations = operationsOf(server.app.swagger());
});
afterAll(async () => {
  await server?.close();
  const keys = await redis.keys(`${world().queuePrefix}-*`);
  if (keys.length > 0) await redis.del(keys);
  redis.disconnect();
});

function operationsOf(document: { readonly paths?: unknown }): readonly Operation[] {
  const paths = document.paths as Record<string, Record<string, Documented>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
      const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      return {
        method: method.toUpperCase(),
        path,
        query: parameters.flatMap((parameter) => (parameter.in === 'query' ? [parameter.name] : [])),
        body: type === undefined || content === undefined ? null : { type, schema: content.schema },
      };
    }),
  );
}

const long = (text: string, times: number) => text.repeat(times);
const VALUES = [
  '',
  '0',
  '-1',
  '1',
  '100',
  '101',
  '1.5',
  '1e400',
  'NaN',
  'Infinity',
  '2147483648',
  '9007199254740993',
  long('9', 400),
  'g',
  'G',
  '*',
  '_all',
  '../../etc/passwd',
  '..%2f..%2fetc',
  '%2e%2e/',
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%FF%FE',
  '%zz',
  '%',
  'é',
  '%F0%9F%98%80',
  '%E2%80%AE',
  long('x', 600),
  long('%F0%9F%98%80', 200),
  long('(', 300),
  long('"a" OR ', 60),
  'null',
  'true',
  '[]',
  '{}',
  '{"$gt":""}',
  '__proto__',
  'constructor',
  'a,b',
  'a;b',
  "'; drop table posts; --",
  '{{7*7}}',
  '<script>',
  'javascript:1',
  'http://169.254.169.254/',
  'file:///etc/passwd',
  '//example.org',
  'board:g',
  'sort:old',
  'during:0001..9999',
  'after:99999999999',
  'modified:0001',
  'width:>99999999999999999999',
  'num:0..',
  '-',
  '"',
  'op.subject:a*',
] as const;
const HEADERS = [
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'authorization',
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'forwarded',
  'host',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'last-event-id',
  'max-forwards',
  'origin',
  'range',
  'referer',
  'sec-fetch-mode',
  'sec-fetch-site',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
  'x-api-key',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-http-method-override',
  'x-real-ip',
  'x-request-id',
  'x-sagasu',
] as const;
const HEADER_VALUES = [
  ...VALUES,
  'bytes=0-0',
  'bytes=9-1',
  'bytes=-1',
  'bytes=0-18446744073709551615',
  `W/"${long('a', 200)}"`,
  '"',
  '*',
  'Basic Og==',
  'Bearer ',
  `Bearer ${long('A', 2_000)}`,
  'sagasu_session=',
  `a=${long('b', 3_000)}`,
  '=;=;',
  'chunked',
  'gzip;q=nan',
  long('gzip,', 400),
  '127.0.0.1, ::1, unknown',
  '::ffff:1.2.3.4%eth0',
  '999.999.999.999',
  'example.org:99999',
  'Thu, 99 Foo 9999 99:99:99 GMT',
  'Thu, 01 Jan 1970 00:00:00 GMT',
  'application/json; charset=utf-16',
  'multipart/form-data; boundary=',
  '100-continue',
  'close, x',
  '\u0001',
  '\u007F',
  '\u00FF\u00FE',
  'a\tb',
  'websocket',
  'POST',
  '*/*;q=1e9',
  'application/problem+json',
  'text/html',
] as const;
const BODIES = [
  '',
  '{',
  '[]',
  'null',
  '0',
  '"x"',
  '{"a":1}',
  long('[', 5_000),
  `{"a":${long('[', 2_000)}${long(']', 2_000)}}`,
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{}}}',
  '{"posts":[{"num":1e400}],"action":"hide"}',
  '{"action":"purge","posts":[{"num":-1,"subnum":1.5}]}',
  '{"url":"/g/thread/9007199254740993"}',
  '{"url":"http://169.254.169.254/"}',
  '{"url":"\\u0000"}',
  '{"name":"\\u0000\\ud800","password":"\\u0000"}',
  '{"settings":{"threads.only":"(a+)+$","media":{"files":1}},"revision":"\\u0000"}',
  '{"settings":{"__proto__":1}}',
  long('x', 70_000),
  '{"kind":"rebuild","board":"../"}',
  '{"reason":"\\u0000\\udfff","boards":["*"]}',
  '\u00FF\u00FE\u0000',
  '{"a":1}{"a":2}',
  '{"a":1,"a":2}',
] as const;

const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...VALUES) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map((text) => encodeURIComponent(text.toWellFormed())),
  },
);
const headerValue = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HEADER_VALUES) },
  { weight: 1, arbitrary: fc.string({ maxLength: 60 }) },
);
const hostile: fc.Arbitrary<Hostile> = fc.record({
  operation: fc.nat(),
  parts: fc.array(value, { minLength: 4, maxLength: 4 }),
  query: fc.array(fc.tuple(fc.oneof(fc.nat({ max: 30 }), fc.constantFrom('__proto__', 'q[]', 'a', '')), value), {
    maxLength: 4,
  }),
  headers: fc.array(fc.tuple(fc.constantFrom(...HEADERS), headerValue), { maxLength: 4 }),
  body: fc.option(fc.constantFrom(...BODIES)),
  isAdmin: fc.boolean(),
});

/** The request as sent, including NUL, control characters and lone surrogates. */
function requestOf({ operation, parts, query, headers, body, isAdmin }: Hostile): string {
  const chosen = operations[operation % operations.length];
  if (chosen === undefined) throw new Error('the API has no operation');
  const { method, path, query: names } = chosen;
  const endsSession = method === 'DELETE' && path.endsWith('/session');
  let at = 0;
  // A path that contains the end of a request line would only turn the request into another one.
  const filled = path.replaceAll(/\{[^}]+\}/g, () => (parts[at++ % parts.length] ?? '').replaceAll(/[\s#?]/g, '%20'));
  const search = query
    .map(([name, text]) => [typeof name === 'number' ? (names[name % Math.max(names.length, 1)] ?? 'q') : name, text])
    .map(([name, text]) => `${name ?? ''}=${(text ?? '').replaceAll(/[\s#]/g, '+')}`)
    .join('&');
  const sent = headers.map(([name, text]) => `${name}: ${text.replaceAll(/[\r\n]/g, ' ')}`);
  const has = (name: string) => headers.some(([known]) => known === name);
  const hasBody = body !== null && method !== 'GET';
  const lines = [
    `${method} ${filled}${search === '' ? '' : `?${search}`} HTTP/1.1`,
    ...(has('host') ? [] : ['host: localhost']),
    ...(isAdmin && !endsSession ? [`cookie: ${admin.cookie}`, 'sec-fetch-site: same-origin'] : []),
    ...(hasBody && !has('content-type') ? ['content-type: application/json'] : []),
    ...(hasBody && !has('content-length') ? [`content-length: ${Buffer.byteLength(body, 'latin1')}`] : []),
    ...sent,
    'connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${hasBody ? body : ''}`;
}

/** The status of the answer; null if the server waited for more of the request, which the client did not send. */
async function send(request: string, hangsUp: boolean): Promise<number | null> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  const timer = setTimeout(() => {
    socket.destroy();
    reject(new Error(`no answer to ${JSON.stringify(request.slice(0, 2_000))}`));
  }, TIMEOUT_MS);
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => (heard += chunk));
  // The server may have answered and closed while the rest of a refused body is in transit.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearTimeout(timer);
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(heard.replace(/^HTTP\/1\.1 100 [^\r]*\r\n\r\n/, ''));
    resolve(status === null ? null : Number(status[1]));
  });
  socket.write(Buffer.from(request, 'latin1'));
  if (hangsUp) socket.end();
  // Ends a request that announces more bytes than it sends.
  const ending = setTimeout(() => socket.end(), PATIENCE_MS);
  return promise.finally(() => clearTimeout(ending));
}

/** PostgreSQL's texts and JSON cannot contain NUL, so a route without a check answers with an error of PostgreSQL. */
test('NUL in any part of an address, any parameter or any text of a body is not a server error', async () => {
  const { components } = server.app.swagger() as { components?: { schemas?: Readonly<Record<string, Schema>> } };
  const find = (name: string) => components?.schemas?.[name] ?? {};
  const faults: unknown[] = [];
  let requests = 0;
  for (const { method, path, query, body } of operations) {
    if (path.endsWith('/session')) continue;
    const named = path.replaceAll(/\{(board|num)\}/g, (_whole, name) => (name === 'board' ? 'g' : '100'));
    const plain = named.replaceAll(/\{[^}]+\}/g, '1');
    const parts = [...named.matchAll(/\{[^}]+\}/g), ...path.matchAll(/\{(?:board|num)\}/g)].map(([part]) =>
      path
        .replace(part, 'a%00')
        .replaceAll('{board}', 'g')
        .replaceAll('{num}', '100')
        .replaceAll(/\{[^}]+\}/g, '1'),
    );
    const addresses = [...parts, ...query.map((name) => `${plain}?${name}=a%00`)];
    const bodies = body === null ? [] : filledBodies(body.schema, find);
    const sent = [
      ...addresses.flatMap((url) =>
        bodies.length === 0 ? [{ url, payload: undefined }] : bodies.map((payload) => ({ url, payload })),
      ),
      ...bodies.flatMap((whole) =>
        changedTexts(whole, (text) => `${text}\0`).map((payload) => ({ url: plain, payload })),
      ),
    ];
    for (const { url, payload } of sent) {
      requests++;
      const isForm = body?.type === 'application/x-www-form-urlencoded';
      const { statusCode, body: answer } = await server.app.inject({
        method: method as 'GET',
        url,
        headers: {
          cookie: admin.cookie,
          'sec-fetch-site': 'same-origin',
          'x-sagasu-admin': '1',
          ...(body !== null && { 'content-type': body.type }),
        },
        ...(body !== null && {
          payload: isForm ? new URLSearchParams(payload as Record<string, string>).toString() : (payload as object),
        }),
      });
      if (statusCode >= 500) faults.push([method, url, payload, statusCode, answer]);
    }
  }
  expect(faults).toEqual([]);
  expect(requests).toBeGreaterThan(200);
});

test(`${REQUESTS} hostile requests over every operation and header cause no server error`, async () => {
  const seed = Number(process.env['SEED'] ?? 20_260_301);
  const requests = fc
    .sample(hostile, { seed, numRuns: REQUESTS })
    .map((one, index) => requestOf({ ...one, operation: index }));
  const statuses = new Map<number | null, number>();
  const faults: unknown[] = [];
  const queue = requests.entries();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [index, request] of queue) {
        // Some clients are gone before they are answered.
        const hangsUp = index % HANGS_UP === 0;
        const status = await send(request, hangsUp);
        if (hangsUp && status === null) continue;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status !== null && status >= 500) faults.push([status, request.slice(0, 1_500)]);
      }
    }),
  );
  expect(faults).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(0);
  expect(statuses.get(400)).toBeGreaterThan(0);
  // A request may be aborted by its own headers; hardly any is.
  expect(statuses.get(null) ?? 0).toBeLessThan(REQUESTS / 20);
  expect((await server.get('/livez')).status).toBe(200);
});
