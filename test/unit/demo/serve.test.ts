import { describe, expect, test } from 'vitest';
import type { ChanPost } from '../../../demo/chan.ts';
import { serveDemo } from '../../../demo/serve.ts';
import { useDemo, type ThreadFile } from './given-demo.ts';

const demo = useDemo();

describe('documents', () => {
  test('boards.json names every board with its settings', async () => {
    const { boards } = await demo.json<{ boards: { board: string; title: string; pages: number }[] }>('/boards.json');
    expect(boards.map(({ board }) => board)).toEqual(['tech', 'bunka', 'cook', 'travel', 'draw']);
    expect(boards[1]).toMatchObject({
      title: 'Japanese Culture 文化',
      per_page: 10,
      is_archived: 1,
      custom_spoilers: 3,
    });
  });

  test('threads.json, the catalog and the pages show the same threads in the same order', async () => {
    const pages =
      await demo.json<{ page: number; threads: { no: number; last_modified: number; replies: number }[] }[]>(
        '/cook/threads.json',
      );
    const catalog = await demo.json<{ page: number; threads: ChanPost[] }[]>('/cook/catalog.json');
    expect(pages.map(({ page }) => page)).toEqual(catalog.map(({ page }) => page));
    for (const [index, { threads }] of pages.entries()) {
      const indexPage = await demo.json<{ threads: ThreadFile[] }>(`/cook/${index + 1}.json`);
      expect(indexPage.threads.map(({ posts }) => posts[0]?.no)).toEqual(threads.map(({ no }) => no));
      const inCatalog = catalog[index]?.threads ?? [];
      expect(
        inCatalog.map(({ no, replies, ...rest }) => ({ no, last_modified: (rest as never)['last_modified'], replies })),
      ).toEqual(threads);
    }
    expect((await demo.get(`/cook/${pages.length + 1}.json`)).status).toBe(404);
    expect((await demo.get('/cook/0.json')).status).toBe(404);
  });

  test('the catalog and the pages show the last five replies and count the others', async () => {
    const catalog = await demo.json<{ threads: (ChanPost & Record<string, unknown>)[] }[]>('/tech/catalog.json');
    const long = catalog.flatMap(({ threads }) => threads).find(({ replies = 0 }) => replies > 10);
    const file = await demo.threadFile('tech', long?.no ?? 0);
    expect(long?.['last_replies']).toEqual(file.posts.slice(-5));
    expect(long?.['omitted_posts']).toBe((long?.replies ?? 0) - 5);
    const omitted = file.posts.slice(1, -5).filter((reply) => reply.ext !== undefined).length;
    expect(long?.['omitted_images']).toBe(omitted);
  });

  test('archive.json lists archived threads by number, whose files are still served; a board may have no archive', async () => {
    const archive = await demo.json<number[]>('/tech/archive.json');
    expect(archive.length).toBeGreaterThan(0);
    expect(archive).toEqual(archive.toSorted((a, b) => a - b));
    const { posts } = await demo.threadFile('tech', archive[0] ?? 0);
    expect(posts[0]).toMatchObject({ archived: 1, closed: 1 });
    expect((await demo.get('/draw/archive.json')).status).toBe(404);
  });

  test('a long thread has a tail, a short one does not', async () => {
    const threads = [...demo.site.board('tech').threads.values()];
    const long = threads.find((thread) => thread.posts[0]?.tail_size === 50);
    const { posts } = await demo.json<ThreadFile>(`/tech/thread/${long?.no}-tail.json`);
    expect(posts).toHaveLength(51);
    expect(posts[0]).not.toHaveProperty('time');
    expect(posts[0]).toMatchObject({ no: long?.no, tail_size: 50, tail_id: long?.posts.at(-51)?.no });
    const short = threads.find((thread) => thread.posts.length < 10);
    expect((await demo.get(`/tech/thread/${short?.no}-tail.json`)).status).toBe(404);
  });

  test('JSON is written as the real site writes it, slashes and letters beyond ASCII escaped', async () => {
    const text = await (await demo.get('/bunka/catalog.json')).text();
    expect(text).toMatch(/^[\x20-\x7e]*$/);
    expect(text).toContain('<\\/a>');
  });
});

describe('headers', () => {
  test('are those of the real site', async () => {
    const response = await demo.get('/tech/threads.json');
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'public, must-revalidate, proxy-revalidate',
      expires: '-1',
      vary: 'Accept-Encoding',
      'content-encoding': 'gzip',
    });
    expect(headers['etag']).toBeUndefined();
    expect(headers['last-modified']).toBe(new Date(demo.site.board('tech').lastModified * 1000).toUTCString());
  });

  test('If-Modified-Since is answered with 304 and no body until something changes', async () => {
    const no = await demo.created('tech/thread', { com: 'a thread to watch' });
    const path = `/tech/thread/${no}.json`;
    const first = await demo.get(path);
    const lastModified = first.headers.get('last-modified') ?? '';
    expect(lastModified).toBe(new Date(Math.floor(demo.now / 1000) * 1000).toUTCString());
    const same = await demo.get(path, { 'If-Modified-Since': lastModified });
    expect([same.status, await same.text(), same.headers.get('last-modified')]).toEqual([304, '', lastModified]);
    demo.now += 1000;
    await demo.created(`tech/thread/${no}/reply`, { com: 'news' });
    const changed = await demo.get(path, { 'If-Modified-Since': lastModified });
    expect(changed.status).toBe(200);
    expect(((await changed.json()) as ThreadFile).posts).toHaveLength(2);
    const nonsense = await demo.get(path, { 'If-Modified-Since': 'yesterday' });
    expect(nonsense.status).toBe(200);
  });

  test('HEAD answers without a body, with the length of GET', async () => {
    const plain = await fetch(`${demo.server.url}/boards.json`, { headers: { 'Accept-Encoding': 'identity' } });
    const head = await fetch(`${demo.server.url}/boards.json`, {
      method: 'HEAD',
      headers: { 'Accept-Encoding': 'identity' },
    });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    expect(head.headers.get('content-length')).toBe(plain.headers.get('content-length'));
  });

  test("only the site's own pages may read it from a browser", async () => {
    const allowed = await demo.get('/boards.json', { Origin: 'https://boards.4chan.org' });
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://boards.4chan.org');
    const other = await demo.get('/boards.json', { Origin: 'https://example.org' });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('missing documents are a 404, and methods other than GET and HEAD are refused', async () => {
    for (const path of [
      '/nope/threads.json',
      '/tech/thread/1.json',
      '/tech/thread/x.json',
      '/tech/',
      '/a/b/c',
      '/tech/1.png',
    ])
      expect([path, (await demo.get(path)).status]).toEqual([path, 404]);
    expect((await fetch(`${demo.server.url}/boards.json`, { method: 'POST' })).status).toBe(405);
  });
});

describe('faults can be', () => {
  const path = '/tech/threads.json';

  test('an HTML page with status 200, a set number of times, then the real answer again', async () => {
    await demo.post('faults', { path, kind: 'html200', times: 2 });
    for (let i = 0; i < 2; i++) {
      const response = await demo.get(path);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(await response.text()).toMatch(/^<!DOCTYPE html>/);
    }
    expect((await demo.get(path)).headers.get('content-type')).toBe('application/json');
  });

  test('a status with Retry-After, for every path of a pattern', async () => {
    await demo.post('faults', { path: '/tech/thread/*.json', kind: 'status', status: 429, retry_after: 7 });
    expect((await demo.get(path)).status).toBe(200);
    const response = await demo.get('/tech/thread/123.json');
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
  });

  test('JSON that ends in the middle', async () => {
    await demo.post('faults', { path, kind: 'truncated' });
    const text = await (await demo.get(path)).text();
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(text).toMatch(/^\[\{"page":1/);
  });

  test('a connection that breaks in the middle', async () => {
    await demo.post('faults', { path, kind: 'cut' });
    const response = await demo.get(path);
    await expect(response.text()).rejects.toThrow();
  });

  test('any other body', async () => {
    await demo.post('faults', { path, kind: 'body', body: '[{"page":"one"}]' });
    expect(await demo.json(path)).toEqual([{ page: 'one' }]);
  });

  test('a slow answer, which is complete in the end and survives a disconnect', async () => {
    await demo.post('faults', { path, kind: 'slow', delay_ms: 1, drip_bytes: 200 });
    expect(Array.isArray(await demo.json(path))).toBe(true);
    await demo.post('faults', { path, kind: 'slow', delay_ms: 50, drip_bytes: 1 });
    const impatient = await fetch(demo.server.url + path, { signal: AbortSignal.timeout(120) })
      .then((response) => response.text())
      .catch((error: unknown) => (error as Error).name);
    expect(impatient).toBe('TimeoutError');
    expect((await demo.get(path)).status).toBe(200);
  });

  test('listed and removed', async () => {
    await demo.post('faults', { path, kind: 'html200', times: 9 });
    expect(await demo.json('/_demo/faults')).toEqual({ faults: [{ path, kind: 'html200', times: 9 }] });
    await demo.remove('faults');
    expect((await demo.get(path)).headers.get('content-type')).toBe('application/json');
  });
});

test('requests are counted by kind and by second, except control requests', async () => {
  await demo.remove('stats');
  demo.now += 10_000;
  await demo.get('/tech/threads.json');
  await demo.get('/tech/threads.json', { 'If-Modified-Since': new Date(demo.now).toUTCString() });
  demo.now += 1000;
  await demo.get('/tech/thread/1.json');
  const stats = await demo.json<{ all: object; kinds: Record<string, object>; paths: object }>('/_demo/stats');
  expect(stats.all).toMatchObject({ requests: 3, not_modified: 1, refused: 1, max_in_1s: 2, max_in_10s: 3 });
  expect(stats.kinds['threads']).toMatchObject({ requests: 2, max_in_1s: 2 });
  expect(stats.paths).toEqual({ '/tech/threads.json': 2, '/tech/thread/1.json': 1 });
});

test('a port in use is reported in one sentence', async () => {
  const port = Number(new URL(demo.server.url).port);
  await expect(serveDemo(demo.site, { port })).rejects.toThrow(
    `Port ${port}, on which the demo source would listen, is in use by another program: stop that program, or set SAGASU_DEMO_PORT`,
  );
});
