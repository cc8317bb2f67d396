import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readCaptures } from '../../../demo/captures.ts';
import type { ChanPost } from '../../../demo/chan.ts';
import { createDemoSite } from '../../../demo/demo-site.ts';
import { serveDemo, type DemoServer } from '../../../demo/serve.ts';
import type { DemoSite } from '../../../demo/site.ts';
import { ARCHIVED_THREAD, capturedFolder, OLD_THREAD } from './captured-folder.ts';

const MADE_AT = 1_790_000_000;
/** Milliseconds; every test moves it on by itself. */
let now = MADE_AT * 1000;
let site: DemoSite;
let server: DemoServer;
let picturesDir = '';

beforeAll(async () => {
  picturesDir = mkdtempSync(join(tmpdir(), 'sagasu-demo-'));
  site = await createDemoSite({ seed: 'serve', madeAt: MADE_AT, picturesDir });
  server = await serveDemo(site, { port: 0, clock: () => now });
});
afterAll(async () => {
  await server.close();
  rmSync(picturesDir, { recursive: true });
});
beforeEach(() => {
  now += 5000;
  server.faults.clear();
});

interface ThreadFile {
  readonly posts: readonly ChanPost[];
}

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });
async function json<T>(path: string): Promise<T> {
  const response = await get(path);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}
const post = (path: string, body: unknown, method = 'POST') =>
  fetch(`${server.url}/_demo/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
async function created(path: string, body: unknown): Promise<number> {
  const response = await post(path, body);
  expect(response.status).toBe(201);
  return ((await response.json()) as { no: number }).no;
}
const threadFile = (board: string, no: number) => json<ThreadFile>(`/${board}/thread/${no}.json`);
const remove = (path: string) => fetch(`${server.url}/_demo/${path}`, { method: 'DELETE' });

describe('documents', () => {
  test('boards.json names every board with its settings', async () => {
    const { boards } = await json<{ boards: { board: string; title: string; pages: number }[] }>('/boards.json');
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
      await json<{ page: number; threads: { no: number; last_modified: number; replies: number }[] }[]>(
        '/cook/threads.json',
      );
    const catalog = await json<{ page: number; threads: ChanPost[] }[]>('/cook/catalog.json');
    expect(pages.map(({ page }) => page)).toEqual(catalog.map(({ page }) => page));
    for (const [index, { threads }] of pages.entries()) {
      const indexPage = await json<{ threads: ThreadFile[] }>(`/cook/${index + 1}.json`);
      expect(indexPage.threads.map(({ posts }) => posts[0]?.no)).toEqual(threads.map(({ no }) => no));
      const inCatalog = catalog[index]?.threads ?? [];
      expect(
        inCatalog.map(({ no, replies, ...rest }) => ({ no, last_modified: (rest as never)['last_modified'], replies })),
      ).toEqual(threads);
    }
    expect((await get(`/cook/${pages.length + 1}.json`)).status).toBe(404);
    expect((await get('/cook/0.json')).status).toBe(404);
  });

  test('the catalog and the pages show the last five replies and count the others', async () => {
    const catalog = await json<{ threads: (ChanPost & Record<string, unknown>)[] }[]>('/tech/catalog.json');
    const long = catalog.flatMap(({ threads }) => threads).find(({ replies = 0 }) => replies > 10);
    const file = await threadFile('tech', long?.no ?? 0);
    expect(long?.['last_replies']).toEqual(file.posts.slice(-5));
    expect(long?.['omitted_posts']).toBe((long?.replies ?? 0) - 5);
    const omitted = file.posts.slice(1, -5).filter((reply) => reply.ext !== undefined).length;
    expect(long?.['omitted_images']).toBe(omitted);
  });

  test('archive.json lists archived threads by number, whose files go on being served; a board may have none', async () => {
    const archive = await json<number[]>('/tech/archive.json');
    expect(archive.length).toBeGreaterThan(0);
    expect(archive).toEqual(archive.toSorted((a, b) => a - b));
    const { posts } = await threadFile('tech', archive[0] ?? 0);
    expect(posts[0]).toMatchObject({ archived: 1, closed: 1 });
    expect((await get('/draw/archive.json')).status).toBe(404);
  });

  test('a long thread has a tail, a short one does not', async () => {
    const threads = [...site.board('tech').threads.values()];
    const long = threads.find((thread) => thread.posts[0]?.tail_size === 50);
    const { posts } = await json<ThreadFile>(`/tech/thread/${long?.no}-tail.json`);
    expect(posts).toHaveLength(51);
    expect(posts[0]).not.toHaveProperty('time');
    expect(posts[0]).toMatchObject({ no: long?.no, tail_size: 50, tail_id: long?.posts.at(-51)?.no });
    const short = threads.find((thread) => thread.posts.length < 10);
    expect((await get(`/tech/thread/${short?.no}-tail.json`)).status).toBe(404);
  });

  test('JSON is written as the real site writes it, slashes and letters beyond ASCII escaped', async () => {
    const text = await (await get('/bunka/catalog.json')).text();
    expect(text).toMatch(/^[\x20-\x7e]*$/);
    expect(text).toContain('<\\/a>');
  });
});

describe('headers', () => {
  test('are those of the real site', async () => {
    const response = await get('/tech/threads.json');
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'public, must-revalidate, proxy-revalidate',
      expires: '-1',
      vary: 'Accept-Encoding',
      'content-encoding': 'gzip',
    });
    expect(headers['etag']).toBeUndefined();
    expect(headers['last-modified']).toBe(new Date(site.board('tech').lastModified * 1000).toUTCString());
  });

  test('If-Modified-Since is answered with 304 and no body until something changes', async () => {
    const no = await created('tech/thread', { com: 'a thread to watch' });
    const path = `/tech/thread/${no}.json`;
    const first = await get(path);
    const lastModified = first.headers.get('last-modified') ?? '';
    expect(lastModified).toBe(new Date(Math.floor(now / 1000) * 1000).toUTCString());
    const same = await get(path, { 'If-Modified-Since': lastModified });
    expect([same.status, await same.text(), same.headers.get('last-modified')]).toEqual([304, '', lastModified]);
    now += 1000;
    await created(`tech/thread/${no}/reply`, { com: 'news' });
    const changed = await get(path, { 'If-Modified-Since': lastModified });
    expect(changed.status).toBe(200);
    expect(((await changed.json()) as ThreadFile).posts).toHaveLength(2);
    const nonsense = await get(path, { 'If-Modified-Since': 'yesterday' });
    expect(nonsense.status).toBe(200);
  });

  test('HEAD answers without a body, with the length of GET', async () => {
    const plain = await fetch(`${server.url}/boards.json`, { headers: { 'Accept-Encoding': 'identity' } });
    const head = await fetch(`${server.url}/boards.json`, {
      method: 'HEAD',
      headers: { 'Accept-Encoding': 'identity' },
    });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    expect(head.headers.get('content-length')).toBe(plain.headers.get('content-length'));
  });

  test('only the pages of the site itself may read it from a browser', async () => {
    const allowed = await get('/boards.json', { Origin: 'https://boards.4chan.org' });
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://boards.4chan.org');
    const other = await get('/boards.json', { Origin: 'https://example.org' });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('what is not there is 404, what is not GET or HEAD is refused', async () => {
    for (const path of [
      '/nope/threads.json',
      '/tech/thread/1.json',
      '/tech/thread/x.json',
      '/tech/',
      '/a/b/c',
      '/tech/1.png',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    expect((await fetch(`${server.url}/boards.json`, { method: 'POST' })).status).toBe(405);
  });
});

describe('files', () => {
  test('have the size, the MD5 and the type that their posts name', async () => {
    const seen = new Map<string, string | null>();
    for (const board of site.boards.values()) {
      for (const { ext = '', tim, md5, fsize } of board.files.values()) {
        if (seen.has(ext)) continue;
        const response = await get(`/${board.info.board}/${tim}${ext}`);
        const body = Buffer.from(await response.arrayBuffer());
        expect(body).toHaveLength(fsize ?? 0);
        expect(createHash('md5').update(body).digest('base64')).toBe(md5);
        seen.set(ext, response.headers.get('content-type'));
      }
    }
    expect(Object.fromEntries(seen)).toEqual({
      '.jpg': 'image/jpeg',
      '.png': 'image/png',
      '.gif': 'image/gif',
      '.webm': 'video/webm',
      '.pdf': 'application/pdf',
    });
  });

  test('pictures have the width and height that their posts name, moving ones more than one frame', async () => {
    for (const picture of site.pictures.all) {
      const bytes = site.pictures.byMd5(picture.md5)?.bytes;
      if (['.webm', '.pdf'].includes(picture.ext)) continue;
      const { width, height, pages } = await sharp(bytes).metadata();
      expect([width, height]).toEqual([picture.w, picture.h]);
      if (picture.ext === '.gif') expect(pages).toBeGreaterThan(1);
    }
  });

  test('thumbnails are JPEG in the size that the post names, for every kind of file', async () => {
    const kinds = new Map([...site.board('travel').files.values()].map((one) => [one.ext, one]));
    for (const { tim, tn_w: width, tn_h: height } of kinds.values()) {
      const response = await get(`/travel/${tim}s.jpg`);
      const metadata = await sharp(await response.arrayBuffer()).metadata();
      expect(metadata).toMatchObject({ format: 'jpeg', width, height });
    }
  });

  test('go with their posts', async () => {
    const no = await created('tech/thread', {
      com: 'x',
      file: { ext: '.png', filename: 'a <b> & "c"', spoiler: true },
    });
    const [first] = (await threadFile('tech', no)).posts;
    expect(first).toMatchObject({ filename: 'a &lt;b&gt; &amp; &quot;c&quot;', ext: '.png', spoiler: 1 });
    const paths = [`/tech/${first?.tim}.png`, `/tech/${first?.tim}s.jpg`];
    for (const path of paths) expect((await get(path)).status).toBe(200);
    expect((await get(`/tech/${first?.tim}m.jpg`)).status).toBe(404);
    expect((await remove(`tech/post/${no}/file`)).status).toBe(200);
    for (const path of paths) expect((await get(path)).status).toBe(404);
    const [bare] = (await threadFile('tech', no)).posts;
    expect(bare).toMatchObject({ filedeleted: 1, com: 'x' });
    for (const key of ['tim', 'ext', 'md5', 'filename', 'spoiler']) expect(bare).not.toHaveProperty(key);
    expect((await remove(`tech/post/${no}/file`)).status).toBe(404);
  });
});

describe('a site that is told to change', () => {
  test('grows: a thread and a reply are in every document at once', async () => {
    const no = await created('cook/thread', { sub: 'Kettle & co.', com: '>hello\n>>1', name: 'Anna', trip: '!abc' });
    now += 2000;
    const reply = await created(`cook/thread/${no}/reply`, { com: `>>${no}\nfine`, poster: 'b', file: {} });
    expect(reply).toBeGreaterThan(no);
    const { posts } = await threadFile('cook', no);
    expect(posts[0]).toMatchObject({
      sub: 'Kettle &amp; co.',
      name: 'Anna',
      trip: '!abc',
      resto: 0,
      replies: 1,
      images: 1,
    });
    expect(posts[0]?.com).toBe('<span class="quote">&gt;hello</span><br><span class="deadlink">&gt;&gt;1</span>');
    expect(posts[0]).toMatchObject({ semantic_url: 'kettle-co', unique_ips: 2, bumplimit: 0, imagelimit: 0 });
    expect(posts[1]).toMatchObject({ no: reply, resto: no, time: Math.floor(now / 1000) });
    expect(posts[1]?.com).toBe(`<a href="#p${no}" class="quotelink">&gt;&gt;${no}</a><br>fine`);
    const pages = await json<{ threads: object[] }[]>('/cook/threads.json');
    expect(pages[0]?.threads[1]).toEqual({ no, last_modified: Math.floor(now / 1000), replies: 1 });
  });

  test('bumps with a reply, and does not with a sage', async () => {
    const older = await created('cook/thread', { com: 'older' });
    now += 1000;
    const newer = await created('cook/thread', { com: 'newer' });
    const order = async () => {
      const pages = await json<{ threads: { no: number }[] }[]>('/cook/threads.json');
      return pages.flatMap(({ threads }) => threads.map(({ no }) => no)).filter((no) => no === older || no === newer);
    };
    now += 1000;
    await created(`cook/thread/${older}/reply`, { com: 'quietly', sage: true });
    expect(await order()).toEqual([newer, older]);
    await created(`cook/thread/${older}/reply`, { com: 'aloud' });
    expect(await order()).toEqual([older, newer]);
  });

  test('does not bump a thread past its limit, and says that the limit is reached', async () => {
    const no = await created('draw/thread', { com: 'long' });
    const limit = site.board('draw').info.bump_limit;
    for (let reply = 0; reply < limit; reply++) {
      now += 1000;
      await created(`draw/thread/${no}/reply`, { com: 'more' });
    }
    const { bumped } = site.board('draw').threads.get(no) ?? {};
    expect(bumped).toBe(Math.floor(now / 1000));
    now += 1000;
    await created(`draw/thread/${no}/reply`, { com: 'too late' });
    expect(site.board('draw').threads.get(no)).toMatchObject({ bumped, lastModified: Math.floor(now / 1000) });
    expect((await threadFile('draw', no)).posts[0]).toMatchObject({ bumplimit: 1, replies: limit + 1 });
  });

  test('is edited: text, notice, flags and any field', async () => {
    const no = await created('tech/thread', { com: 'before' });
    now += 1000;
    const patched = await post(
      `tech/post/${no}`,
      { com: 'after & all', notice: 'banned', closed: true, fields: { x: [1] } },
      'PATCH',
    );
    expect(patched.status).toBe(200);
    const [first] = (await threadFile('tech', no)).posts;
    expect(first).toMatchObject({ closed: 1, x: [1] });
    expect(first?.com).toBe(
      'after &amp; all<br><br><strong style="color: red;">(USER WAS BANNED FOR THIS POST)</strong>',
    );
    expect(site.board('tech').threads.get(no)?.lastModified).toBe(Math.floor(now / 1000));
    expect((await post(`tech/thread/${no}/reply`, { com: 'late' })).status).toBe(409);
    expect((await post(`tech/thread/${no}/reply`, { com: 'staff', capcode: 'mod' })).status).toBe(201);
    await post(`tech/post/${no}`, { closed: false, fields: { x: null, sub: 5 } }, 'PATCH');
    const [again] = (await threadFile('tech', no)).posts;
    expect(again).not.toHaveProperty('closed');
    expect(again).not.toHaveProperty('x');
    expect(again?.sub).toBe(5);
  });

  test('loses a reply, then the whole thread', async () => {
    const no = await created('tech/thread', { com: 'op' });
    const reply = await created(`tech/thread/${no}/reply`, { com: 'reply', file: {} });
    const staying = await created(`tech/thread/${no}/reply`, { com: 'stays' });
    now += 1000;
    expect((await remove(`tech/post/${reply}`)).status).toBe(200);
    const { posts } = await threadFile('tech', no);
    expect(posts.map((one) => one.no)).toEqual([no, staying]);
    expect(posts[0]).toMatchObject({ replies: 1, images: 0 });
    expect((await remove(`tech/post/${reply}`)).status).toBe(404);
    expect((await remove(`tech/post/${no}`)).status).toBe(200);
    expect((await get(`/tech/thread/${no}.json`)).status).toBe(404);
    const archive = await json<number[]>('/tech/archive.json');
    expect(archive).not.toContain(no);
  });

  test('pushes the last thread into the archive, or into nothing where there is none', async () => {
    const last = async (board: string) => {
      const pages = await json<{ threads: { no: number }[] }[]>(`/${board}/threads.json`);
      return pages.at(-1)?.threads.at(-1)?.no ?? 0;
    };
    for (const [board, status] of [
      ['cook', 200],
      ['draw', 404],
    ] as const) {
      const { per_page: size, pages } = site.board(board).info;
      while (site.board(board).living.size < size * pages) await created(`${board}/thread`, { com: 'filler' });
      const pushed = await last(board);
      now += 1000;
      await created(`${board}/thread`, { com: 'one more' });
      expect((await get(`/${board}/thread/${pushed}.json`)).status).toBe(status);
      expect(site.board(board).living.size).toBe(size * pages);
    }
    expect(await json<number[]>('/cook/archive.json')).not.toHaveLength(0);
  });

  test.each([
    ['POST', 'tech/thread', { com: 5 }, 400, 'bad_body'],
    ['POST', 'tech/thread', {}, 400, 'empty_post'],
    ['POST', 'tech/thread', { com: 'x', unknown: 1 }, 400, 'bad_body'],
    ['POST', 'tech/thread', { com: 'x', file: { ext: '.exe' } }, 400, 'no_such_file'],
    ['POST', 'nope/thread', { com: 'x' }, 404, 'unknown_board'],
    ['POST', 'tech/thread/1/reply', { com: 'x' }, 404, 'unknown_thread'],
    ['POST', 'tech/thread/x/reply', { com: 'x' }, 400, 'bad_number'],
    ['POST', 'tech/thread/1/unknown', { com: 'x' }, 404, 'unknown_request'],
    ['PATCH', 'tech/post/1', { com: 'x' }, 404, 'unknown_post'],
    ['POST', 'faults', { path: '*', kind: 'other' }, 400, 'bad_body'],
  ])('%s %s %j is refused with %i %s', async (method, path, body, status, code) => {
    const response = await post(path, body, method);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error: expect.stringMatching(/./), code });
  });

  test('takes JSON only, of a limited size, and does not move a post', async () => {
    const text = await fetch(`${server.url}/_demo/tech/thread`, { method: 'POST', body: 'com=x' });
    expect(text.status).toBe(415);
    const broken = await fetch(`${server.url}/_demo/tech/thread`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{',
    });
    expect([broken.status, await broken.json()]).toEqual([400, { error: expect.anything(), code: 'not_json' }]);
    const no = await created('tech/thread', { com: 'x' });
    const moved = await post(`tech/post/${no}`, { fields: { no: 1 } }, 'PATCH');
    expect(await moved.json()).toMatchObject({ code: 'fixed_field' });
  });
});

describe('faults', () => {
  const path = '/tech/threads.json';

  test('an HTML page with status 200, as often as asked, then the truth again', async () => {
    await post('faults', { path, kind: 'html200', times: 2 });
    for (let i = 0; i < 2; i++) {
      const response = await get(path);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(await response.text()).toMatch(/^<!DOCTYPE html>/);
    }
    expect((await get(path)).headers.get('content-type')).toBe('application/json');
  });

  test('a status with Retry-After, for every path of a pattern', async () => {
    await post('faults', { path: '/tech/thread/*.json', kind: 'status', status: 429, retry_after: 7 });
    expect((await get(path)).status).toBe(200);
    const response = await get('/tech/thread/123.json');
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
  });

  test('JSON that ends in the middle', async () => {
    await post('faults', { path, kind: 'truncated' });
    const text = await (await get(path)).text();
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(text).toMatch(/^\[\{"page":1/);
  });

  test('a connection that breaks in the middle', async () => {
    await post('faults', { path, kind: 'cut' });
    const response = await get(path);
    await expect(response.text()).rejects.toThrow();
  });

  test('any other body', async () => {
    await post('faults', { path, kind: 'body', body: '[{"page":"one"}]' });
    expect(await json(path)).toEqual([{ page: 'one' }]);
  });

  test('an answer in drips is whole in the end, and one that nobody waits for harms nothing', async () => {
    await post('faults', { path, kind: 'slow', delay_ms: 1, drip_bytes: 200 });
    expect(Array.isArray(await json(path))).toBe(true);
    await post('faults', { path, kind: 'slow', delay_ms: 50, drip_bytes: 1 });
    const impatient = await fetch(server.url + path, { signal: AbortSignal.timeout(120) })
      .then((response) => response.text())
      .catch((error: unknown) => (error as Error).name);
    expect(impatient).toBe('TimeoutError');
    expect((await get(path)).status).toBe(200);
  });

  test('can be listed and taken back', async () => {
    await post('faults', { path, kind: 'html200', times: 9 });
    expect(await json('/_demo/faults')).toEqual({ faults: [{ path, kind: 'html200', times: 9 }] });
    await remove('faults');
    expect((await get(path)).headers.get('content-type')).toBe('application/json');
  });
});

test('requests are counted by kind and by second, those of control are not', async () => {
  await remove('stats');
  now += 10_000;
  await get('/tech/threads.json');
  await get('/tech/threads.json', { 'If-Modified-Since': new Date(now).toUTCString() });
  now += 1000;
  await get('/tech/thread/1.json');
  const stats = await json<{ all: object; kinds: Record<string, object>; paths: object }>('/_demo/stats');
  expect(stats.all).toMatchObject({ requests: 3, not_modified: 1, refused: 1, max_in_1s: 2, max_in_10s: 3 });
  expect(stats.kinds['threads']).toMatchObject({ requests: 2, max_in_1s: 2 });
  expect(stats.paths).toEqual({ '/tech/threads.json': 2, '/tech/thread/1.json': 1 });
});

test('a port that is taken is told in one sentence', async () => {
  const port = Number(new URL(server.url).port);
  await expect(serveDemo(site, { port })).rejects.toThrow(`port ${port} is taken: set SAGASU_DEMO_PORT`);
});

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
    captured = await serveDemo(capturedSite, { port: 0, clock: () => now });
  });
  afterAll(async () => {
    await captured.close();
    rmSync(folder, { recursive: true });
  });
  const at = (path: string) => fetch(captured.url + path);

  test('are served as they were captured, living and archived', async () => {
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

  test('have the captured file and its thumbnail; a file that was not captured is 404, its thumbnail says so', async () => {
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

  test('grow, and a captured opening post without counters gets none', async () => {
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
