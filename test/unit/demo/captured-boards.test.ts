import { rmSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCaptures } from '../../../demo/captures.ts';
import { createDemoSite } from '../../../demo/demo-site.ts';
import { serveDemo, type DemoServer } from '../../../demo/serve.ts';
import { ARCHIVED_THREAD, capturedFolder, OLD_THREAD } from './captured-folder.ts';
import { MADE_AT, useDemo, type ThreadFile } from './given-demo.ts';

const demo = useDemo();

describe('captured boards', () => {
  let folder = '';
  let captured: DemoServer;
  const file = sharp({ create: { width: 400, height: 300, channels: 3, background: '#336699' } }).png();
  beforeAll(async () => {
    const missing = { ...OLD_THREAD.posts[0], no: 600, tim: 1353111299999, ext: '.webm', com: undefined };
    folder = capturedFolder({
      '4chan/rope-thread-500.json': JSON.stringify(OLD_THREAD),
      '4chan/rope-thread-400.json': JSON.stringify(ARCHIVED_THREAD),
      '4chan/rope-thread-600.json': JSON.stringify({ posts: [missing] }),
      'media/rope/1353111250000.png': await file.toBuffer(),
    });
    const captures = await readCaptures(folder);
    const capturedSite = await createDemoSite({ captures, seed: 'x', madeAt: MADE_AT, picturesDir: null });
    captured = await serveDemo(capturedSite, { port: 0, clock: () => demo.now });
  });
  afterAll(async () => {
    await captured.close();
    rmSync(folder, { recursive: true });
  });
  const at = (path: string) => fetch(captured.url + path);

  test('are served unchanged, living and archived threads alike', async () => {
    expect(await (await at('/rope/thread/500.json')).json()).toEqual(OLD_THREAD);
    expect(await (await at('/rope/thread/400.json')).json()).toEqual(ARCHIVED_THREAD);
    expect(await (await at('/rope/archive.json')).json()).toEqual([400]);
    const [page] = (await (await at('/rope/threads.json')).json()) as { threads: object[] }[];
    expect(page?.threads).toEqual([
      { no: 500, last_modified: 1353111384, replies: 1 },
      { no: 600, last_modified: 1353111250, replies: 0 },
    ]);
    expect((await at('/rope/thread/500.json')).headers.get('last-modified')).toBe('Sat, 17 Nov 2012 00:16:24 GMT');
  });

  test('serve captured files and thumbnails; for a file that was not captured there is a 404 and a placeholder thumbnail', async () => {
    const full = await at('/rope/1353111250000.png');
    expect(Buffer.from(await full.arrayBuffer())).toEqual(await file.toBuffer());
    const thumbnail = await sharp(await (await at('/rope/1353111250000s.jpg')).arrayBuffer())
      .raw()
      .toBuffer();
    expect([...thumbnail.subarray(0, 3)].map((value) => Math.round(value / 16))).toEqual([3, 6, 10]);
    expect((await at('/rope/1353111299999.webm')).status).toBe(404);
    const placeholder = await sharp(await (await at('/rope/1353111299999s.jpg')).arrayBuffer()).metadata();
    expect(placeholder).toMatchObject({ format: 'jpeg', width: 250, height: 188 });
    expect((await at('/rope/1999999999999s.jpg')).status).toBe(404);
  });

  test('grow, and a captured opener without counters gets none', async () => {
    const response = await fetch(`${captured.url}/_demo/rope/thread/500/reply`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ com: '>>507', file: { ext: '.jpg' } }),
    });
    expect(response.status).toBe(201);
    const { posts } = (await (await at('/rope/thread/500.json')).json()) as ThreadFile;
    expect(posts.slice(0, 2)).toEqual(OLD_THREAD.posts);
    expect(posts[2]).toMatchObject({ no: 601, resto: 500, ext: '.jpg' });
    expect((await at(`/rope/${posts[2]?.tim}.jpg`)).status).toBe(200);
  });
});
