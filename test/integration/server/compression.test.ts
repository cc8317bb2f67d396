import { gunzipSync } from 'node:zlib';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compressionPlugin } from '../../../server/http/plugins/compression.ts';
import { useWorld } from '../../support/world.ts';
import { givenArchive, givenServer, type GivenServer } from './given-archive.ts';

const world = useWorld();
let server: GivenServer;

const THREAD = '/api/v1/boards/g/threads/100';
const SEARCH = '/api/v1/search?q=heron';

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  const comments = Array.from({ length: 12 }, (_, place) => `The heron stood in the shallows for an hour, ${place}.`);
  await archive.storeAndIndex(
    'g',
    comments.map((comment, place) => ({ num: 100 + place, thread: 100, opener: place === 0, comment })),
  );
  server = await givenServer(world());
});

afterAll(async () => server.close());

/** The text without the duration of the search. */
const timeless = (text: string) => text.replaceAll(/"took_ms":\d+(\.\d+)?/g, '');
const ask = async (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });

test.each([THREAD, SEARCH, '/api/openapi.json', '/g/thread/100.json'])(
  'the answer of %s is gzipped for clients that accept gzip, with the same content',
  async (url) => {
    const plain = await ask(url);
    expect({ url, status: plain.statusCode }).toEqual({ url, status: 200 });
    expect(plain.headers['content-encoding']).toBeUndefined();
    const zipped = await ask(url, { 'accept-encoding': 'br;q=0.9, gzip' });
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip' });
    expect(zipped.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    expect(Number(zipped.headers['content-length'])).toBe(zipped.rawPayload.length);
    expect(timeless(gunzipSync(zipped.rawPayload).toString())).toBe(timeless(plain.payload));
    for (const { headers } of [plain, zipped]) expect(headers['vary']).toMatch(/\baccept-encoding\b/i);
  },
);

test('the ETag of a gzipped answer allows a 304, and differs from the ETag of the plain answer', async () => {
  const { etag: plain } = (await ask(THREAD)).headers;
  const { etag } = (await ask(THREAD, { 'accept-encoding': 'gzip' })).headers;
  expect(etag).toBe(`W/${String(plain)}`);
  const again = await ask(THREAD, { 'accept-encoding': 'gzip', 'if-none-match': String(etag) });
  expect(again).toMatchObject({ statusCode: 304, payload: '' });
  expect(again.headers['content-encoding']).toBeUndefined();
});

test.each(['identity', 'br', 'gzip;q=0', 'gzip; q=0.0, br', 'x-gzip-like'])(
  'nothing is gzipped for clients that accept %s',
  async (encoding) => {
    const { headers } = await ask(THREAD, { 'accept-encoding': encoding });
    expect(headers['content-encoding']).toBeUndefined();
  },
);

test('short answers, files and answers that require a session are not gzipped', async () => {
  const app = fastify();
  await app.register(compressionPlugin);
  const long = { words: 'a heron '.repeat(1_000) };
  app.get('/long', async () => long);
  app.get('/short', async () => ({ words: 'a heron' }));
  app.get('/file', async (_request, reply) => reply.type('image/png').send(Buffer.alloc(8_000)));
  app.get('/api/v1/admin/tasks', async () => long);
  const encodingOf = async (url: string) => {
    const { headers } = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    return headers['content-encoding'] ?? null;
  };
  const urls = ['/long', '/short', '/file', '/api/v1/admin/tasks', '/api/v1/admin/tasks?page=2'];
  expect(await Promise.all(urls.map(encodingOf))).toEqual(['gzip', null, null, null, null]);
  await app.close();
});

test('HEAD returns the same length as GET', async () => {
  const headers = { 'accept-encoding': 'gzip' };
  const head = await server.app.inject({ method: 'HEAD', url: THREAD, headers });
  const whole = await ask(THREAD, headers);
  expect(head.headers['content-length']).toBe(whole.headers['content-length']);
  expect(head.payload).toBe('');
});
