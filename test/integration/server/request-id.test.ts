/** The id of a request is in its answer, in the lines of every process that works for it, and in its requests to Elasticsearch. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createElasticsearch } from '../../../platform/elasticsearch.ts';
import { withRequestId } from '../../../platform/request-id.ts';
import { WatchedProcess } from '../../faults/watched-process.ts';
import { aPost, insertBoard, writePosts } from '../../support/builders.ts';
import { drained } from '../../support/indexer.ts';
import { freePort } from '../../support/ports.ts';
import { openSession } from '../../support/sessions.ts';
import { useWorld } from '../../support/world.ts';
import { drawPicture, fieldsOf, send } from '../scraper/media/harness.ts';
import { addBoard, Upstream } from '../scraper/upstream.ts';

const world = useWorld();
let server: WatchedProcess;
let indexer: WatchedProcess;
let url: string;
let headers: Record<string, string>;

beforeAll(async () => {
  const board = await insertBoard(world().pool, 'g');
  await writePosts(world().pool, board, [aPost({ num: 1 }), aPost({ num: 2 })]);
  const port = await freePort();
  const settings = { SAGASU_LOG_LEVEL: 'info', SAGASU_PORT: String(port), SAGASU_RATE_LIMIT: '0' };
  server = new WatchedProcess('server/main.ts', world(), settings);
  indexer = new WatchedProcess('indexer/main.ts', world(), settings);
  await Promise.all([server.logged('"listening"'), indexer.logged('"indexing"')]);
  await drained(world());
  url = `http://127.0.0.1:${port}`;
  const token = await openSession(world().pool, { role: 'admin' });
  headers = { cookie: `sagasu=${token}`, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
});
afterAll(async () => {
  await Promise.all([server.kill(), indexer.kill()]);
});

async function post(path: string, body: object, id: string): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...headers, 'x-request-id': id },
    body: JSON.stringify(body),
  });
}

/** Messages of the lines with the id. */
function linesWith(id: string, { log }: WatchedProcess): string[] {
  return log
    .split('\n')
    .filter((line) => line.includes(`"reqId":"${id}"`))
    .map((line) => (JSON.parse(line) as { msg: string }).msg);
}

test('a hide has the same id in the lines of the server and of the indexer', async () => {
  const id = 'hide-0123456789';
  const answer = await post('/api/v1/admin/posts', { action: 'hide', board: 'g', num: 1 }, id);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-request-id')).toBe(id);
  await expect.poll(() => linesWith(id, server)).toEqual(['moderated', 'answered']);
  await expect.poll(() => linesWith(id, indexer)).toEqual(['indexed']);
});

test('a task has the id of the request that has added it', async () => {
  const id = 'task-0123456789';
  expect((await post('/api/v1/admin/tasks', { kind: 'reindex', boards: ['g'] }, id)).status).toBe(202);
  await expect.poll(() => linesWith(id, indexer)).toEqual(expect.arrayContaining(['task started', 'task succeeded']));
});

test('a kick has the same id in the lines of the scraper that harvests it and of the indexer', async () => {
  const upstream = new Upstream();
  await upstream.open();
  upstream.start(100, 1);
  await addBoard(world(), upstream.url, undefined, 'ck');
  const scraper = new WatchedProcess('scraper/main.ts', world(), {
    SAGASU_LOG_LEVEL: 'info',
    SAGASU_MEDIA_CONCURRENCY: '0',
  });
  onTestFinished(async () => {
    await scraper.kill();
    await upstream.close();
  });
  const id = 'kick-0123456789';
  expect((await post('/api/v1/kick', { url: '/ck/thread/100' }, id)).status).toBe(202);
  await expect.poll(() => linesWith(id, scraper)).toEqual(expect.arrayContaining(['kicked']));
  await expect.poll(() => linesWith(id, indexer)).toEqual(['indexed']);
});

test('files that a kick finds have its id in the lines of the scraper', async () => {
  const upstream = new Upstream();
  await upstream.open();
  const [tim, bytes] = [1_700_000_000_001, await drawPicture(1)];
  upstream.instead.set(`/ck2/${tim}.png`, send(bytes));
  upstream.start(100);
  const board = await addBoard(world(), upstream.url, undefined, 'ck2');
  await world().pool.query('update boards set media_url = url where id = $1', [board.id]);
  const scraper = new WatchedProcess('scraper/main.ts', world(), {
    SAGASU_LOG_LEVEL: 'info',
    SAGASU_SCRAPER_INTERVAL_MS: '600000',
    SAGASU_SCRAPER_HOST_DELAY_MS: '20',
    SAGASU_SCRAPER_OWN_ORIGIN: upstream.url,
  });
  onTestFinished(async () => {
    await scraper.kill();
    await upstream.close();
  });
  await expect.poll(() => upstream.asked.some(({ path }) => path === '/ck2/archive.json')).toBe(true);
  upstream.reply(100, 101, fieldsOf(tim, bytes));
  const id = 'file-0123456789';
  expect((await post('/api/v1/kick', { url: '/ck2/thread/100' }, id)).status).toBe(202);
  // The file, and its thumbnail, which the source lacks.
  await expect.poll(() => linesWith(id, scraper)).toEqual(['kicked', 'requested file', 'requested file']);
  expect(scraper.log).toContain('"kind":"file","outcome":"fetched"');
});

test.each(['', 'short', 'with space 123', "'; drop table posts --", 'a'.repeat(65)])(
  'the invalid id %j is replaced',
  async (given) => {
    const answer = await fetch(`${url}/api/v1/boards`, { headers: { 'x-request-id': given } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  },
);

test('a problem names the id of its answer', async () => {
  const answer = await fetch(`${url}/api/v1/boards/none`);
  expect(await answer.json()).toMatchObject({ request_id: answer.headers.get('x-request-id') });
});

test('Elasticsearch receives the id', async () => {
  const received: unknown[] = [];
  const stand = createServer((request, response) => {
    received.push(request.headers['x-opaque-id']);
    response.writeHead(200, { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' }).end('{}');
  });
  await new Promise<void>((resolve) => stand.listen(0, '127.0.0.1', resolve));
  const client = createElasticsearch([`http://127.0.0.1:${(stand.address() as AddressInfo).port}`]);
  onTestFinished(async () => {
    await client.close();
    stand.close();
  });
  await withRequestId('search-0123456789', async () => client.search({ index: 'a' }));
  await client.search({ index: 'a' });
  expect(received).toEqual(['search-0123456789', undefined]);
});
