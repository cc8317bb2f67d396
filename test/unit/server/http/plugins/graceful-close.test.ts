import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { headersPlugin } from '../../../../../server/http/plugins/headers.ts';
import { problemsPlugin } from '../../../../../server/http/plugins/problems.ts';
import { gracefulClosePlugin } from '../../../../../server/http/plugins/graceful-close.ts';

const TIMEOUT_MS = 200;

let app: FastifyInstance;
let finish: () => void;
let ends: Promise<void>;

beforeEach(async () => {
  ends = new Promise((resolve) => {
    finish = resolve;
  });
  app = fastify({ handlerTimeout: TIMEOUT_MS });
  await app.register(gracefulClosePlugin);
  await app.register(problemsPlugin);
  app.get('/fast', async () => 'fast');
  app.get('/slow', async () => ends.then(() => 'slow'));
  app.get('/patient', { handlerTimeout: 60_000 }, async () => sleep(3 * TIMEOUT_MS).then(() => 'patient'));
  app.get('/begun', async (_request, reply) => {
    reply.raw.write('begun');
    await ends;
    reply.raw.end();
  });
});

afterEach(async () => {
  finish();
  await app.close();
});

const addressOf = async () => app.listen({ port: 0, host: '127.0.0.1' });

test('a request that takes too long is answered with a problem, and the result of its handler is dropped', async () => {
  const answer = await app.inject({ url: '/slow' });
  finish();
  expect(answer.json()).toMatchObject({ status: 503, code: 'timed_out' });
  expect(answer.headers).toHaveProperty('retry-after');
  expect((await app.inject({ url: '/fast' })).body).toBe('fast');
});

test('a route with a longer timeout of its own is not stopped', async () => {
  expect((await app.inject({ url: '/patient' })).body).toBe('patient');
});

test('an answer that has begun is cut off at the timeout', async () => {
  const answer = await fetch(`${await addressOf()}/begun`);
  await expect(answer.text()).rejects.toThrow();
});

test('an answer in flight is sent when the server closes, and its keep-alive connection is closed', async () => {
  const socket = connect(Number(new URL(await addressOf()).port), '127.0.0.1');
  let received = '';
  socket.on('data', (piece) => (received += String(piece)));
  socket.write('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n');
  await once(app.server, 'request');
  const closed = app.close();
  finish();
  await Promise.all([closed, once(socket, 'close')]);
  expect(received).toMatch(/^HTTP\/1\.1 200 [^]*slow/);
});

test('a request whose client has disconnected does not delay the close', async () => {
  const socket = connect(Number(new URL(await addressOf()).port), '127.0.0.1');
  socket.write('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n');
  await once(app.server, 'request');
  socket.destroy();
  await sleep(2 * TIMEOUT_MS);
  // The time for requests in flight never ends.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    await app.close();
  } finally {
    vi.useRealTimers();
  }
});

test('a request that arrives while the server closes is refused by a problem with the security headers', async () => {
  const closingApp = fastify({ return503OnClosing: false });
  await closingApp.register(gracefulClosePlugin);
  await closingApp.register(problemsPlugin);
  await closingApp.register(headersPlugin);
  const begun = Promise.withResolvers<void>();
  closingApp.addHook('preClose', async () => begun.resolve());
  closingApp.get('/slow', async () => ends.then(() => 'slow'));
  const url = await closingApp.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let received = '';
  socket.on('data', (piece) => (received += String(piece)));
  socket.write('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n');
  await once(closingApp.server, 'request');
  const closed = closingApp.close();
  await begun.promise;
  socket.write('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n');
  await once(closingApp.server, 'request');
  finish();
  await Promise.all([closed, once(socket, 'close')]);
  const refusal = received.slice(received.indexOf('HTTP/1.1 503'));
  expect(refusal).toMatch(/^HTTP\/1\.1 503 [^]*"code":"closing"/);
  expect(refusal).toMatch(/\r\ncontent-security-policy: default-src 'none'/i);
  expect(refusal).toMatch(/\r\nretry-after: \d/i);
});
