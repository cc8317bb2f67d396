/** A thread as a zip file: its content, its omissions, and that it stops with its client. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { ZipBuffer } from 'node:zlib';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Board } from '../../../mappings/board.ts';
import type { Thread } from '../../../mappings/contract/thread.ts';
import { banMedia } from '../../../scraper/media/ban.ts';
import { moderate } from '../../../server/moderation/moderate.ts';
import { useWorld } from '../../support/world.ts';
import { createHarness, type Harness } from '../scraper/harness.ts';
import {
  createMediaHarness,
  drawPicture,
  MEDIA_CONFIG,
  serveFile,
  sha256Of,
  type MediaHarness,
} from '../scraper/media/harness.ts';
import { addBoard, Upstream } from '../scraper/upstream.ts';
import { givenServer, type GivenServer } from './given-archive.ts';

const world = useWorld();
const upstream = new Upstream();
/** More than the buffers of a connection can take. */
const LARGE = randomBytes(24 * 2 ** 20);
let board: Board;
let posts: Harness;
let media: MediaHarness;
let server: GivenServer;
let pictures: readonly Buffer[];

/** 101 repeats the picture of 100; 102 will be hidden; the file of 103 will be banned; 200 has a large file. */
beforeAll(async () => {
  board = await addBoard(world(), await upstream.open());
  posts = createHarness(world(), board);
  media = await createMediaHarness(world());
  server = await givenServer(world(), { media: { ...MEDIA_CONFIG, mediaDir: media.root } });
  pictures = await Promise.all([1, 2, 3].map(async (seed) => drawPicture(seed)));
  const [first, secret, banned] = pictures as [Buffer, Buffer, Buffer];
  const file = async (num: number, bytes: Buffer) => (await serveFile(upstream, num * 10, bytes)).fields;
  upstream.start(100, 0, { ...(await file(100, first)), sub: '&lt;script&gt;alert(1)&lt;/script&gt;' });
  upstream.reply(100, 101, { ...(await file(101, first)), com: '<a href="#p100" class="quotelink">&gt;&gt;100</a>' });
  upstream.reply(100, 102, { ...(await file(102, secret)), com: 'wyvern' });
  upstream.reply(100, 103, { ...(await file(103, banned)), com: 'seen' });
  upstream.start(200, 0, await file(200, LARGE));
  await posts.pass();
  await media.fetchDue([board]);
  await moderate(world().pool, {
    action: 'hide',
    board,
    posts: [{ num: 102, subnum: 0 }],
    threads: false,
    actor: 'test',
    reason: null,
    now: new Date(),
  });
  await banMedia(world().pool, Buffer.from(sha256Of(banned), 'hex'), 'test', null);
});

afterAll(async () => {
  await server.close();
  await media.close();
  await posts.close();
  await upstream.close();
});

test('the zip holds the thread as JSON, a page without scripts, and each file once, without hidden posts and banned files', async () => {
  const answer = await server.app.inject({ url: '/api/v1/boards/g/threads/100/zip' });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="g-100.zip"',
    'cache-control': 'no-store',
  });
  const zip = new ZipBuffer(answer.rawPayload);
  expect([...zip.keys()]).toEqual(['g-100/thread.json', 'g-100/files/100.png', 'g-100/index.html']);
  expect(await zip.get('g-100/files/100.png').content()).toEqual(pictures[0]);
  const textOf = async (name: string) => String(await zip.get(`g-100/${name}`).content());
  const shown = await server.get('/api/v1/boards/g/threads/100');
  expect(JSON.parse(await textOf('thread.json'))).toEqual(shown.body);
  expect((shown.body as Thread).posts.map(({ num }) => num)).toEqual([100, 101, 103]);
  const page = await textOf('index.html');
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).not.toMatch(/<script|wyvern/);
  expect(page).toContain('<a href="#p100">&gt;&gt;100</a>');
  expect(page.match(/<img src="files\/100\.png"/g)).toHaveLength(2);
  expect(page).toContain('not in this zip');
});

test('a missing thread is a 404', async () => {
  expect(await server.get('/api/v1/boards/g/threads/999/zip')).toMatchObject({
    status: 404,
    body: { code: 'thread_unknown' },
  });
});

test('a caller runs one export at a time, and a disconnect frees its slot', async () => {
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const ask = async (num: number) => {
    const request = get(`${address}/api/v1/boards/g/threads/${num}/zip`);
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return { request, answer };
  };
  const held = await ask(200);
  expect(held.answer.statusCode).toBe(200);
  const second = await ask(100);
  second.answer.resume();
  expect(second.answer.statusCode).toBe(429);
  held.request.destroy();
  await expect
    .poll(async () => {
      const { answer } = await ask(100);
      answer.resume();
      return answer.statusCode;
    })
    .toBe(200);
});
