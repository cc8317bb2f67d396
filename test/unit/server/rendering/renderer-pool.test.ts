import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallerKind } from '../../../../server/limits/caller-kinds.ts';
import { RenderedPages, UnansweredError } from '../../../../server/rendering/rendered-page.ts';
import { RendererPool, type RendererPoolOptions } from '../../../../server/rendering/renderer-pool.ts';

/** Renders the requested page; `/slow` never ends, and `/broken` throws. `/page` needs two answers, one after the other. */
const MODULE = `
export async function renderPage({ address, answers }) {
  if (address === '/slow') for (;;);
  if (address === '/broken') throw new Error('broken');
  const missing = address === '/page' ? ['/first', '/second'].find((path) => answers[path] === undefined) : undefined;
  if (missing !== undefined) return { kind: 'needs', paths: [missing] };
  const html = JSON.stringify(answers);
  return { kind: 'page', status: 200, title: address, language: 'en', head: '', html, data: '{}' };
}`;

let folder: string;
let pool: RendererPool;
const request = (address: string) => ({ address, languages: [], answers: {} });
const given = (options: Partial<RendererPoolOptions> = {}) => {
  const bundle = join(folder, 'server.js');
  pool = new RendererPool({ bundle, threads: 2, limitMs: 60_000, waitMs: 60_000, maxWaiting: 10, ...options });
  return pool;
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sagasu-renderer-'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'server.js'), MODULE);
});
afterEach(async () => {
  await pool.close();
  await rm(folder, { recursive: true });
});

test('a page that never ends does not delay others, and ends at its time limit', async () => {
  given({ limitMs: 3_000 });
  const slow = expect(pool.render(request('/slow'), 'reader')).rejects.toMatchObject({ failure: 'slow' });
  expect(await pool.render(request('/a'), 'reader')).toMatchObject({ title: '/a' });
  await slow;
  expect(
    await Promise.all(['/b', '/c', '/d'].map(async (address) => pool.render(request(address), 'reader'))),
  ).toMatchObject([{ title: '/b' }, { title: '/c' }, { title: '/d' }]);
});

test('a page waits briefly for a free thread, and too many are refused immediately', async () => {
  given({ threads: 1, limitMs: 4_000, waitMs: 100, maxWaiting: 1 });
  const slow = expect(pool.render(request('/slow'), 'reader')).rejects.toMatchObject({ failure: 'slow' });
  const waiting = expect(pool.render(request('/a'), 'reader')).rejects.toMatchObject({ failure: 'busy' });
  await expect(pool.render(request('/b'), 'reader')).rejects.toMatchObject({ failure: 'busy' });
  await waiting;
  await slow;
});

const readers = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, place) => `reader ${from + place}`);

test('pages of readers are rendered before those of programs that waited longer, and none waits for ever', async () => {
  given({ threads: 1, maxWaiting: 30 });
  const rendered: string[] = [];
  const render = async (kind: CallerKind, name: string) => {
    await pool.render(request(name), kind);
    rendered.push(name);
  };
  // All wait before the first is rendered.
  await Promise.all([
    render('crawler', 'crawler'),
    render('unknown', 'unknown'),
    ...readers(0, 10).map(async (name) => render('reader', name)),
    render('staff', 'staff'),
  ]);
  expect(rendered).toEqual(['staff', ...readers(0, 6), 'crawler', ...readers(6, 10), 'unknown']);
});

test('the first page does not wait for threads that are still loading', async () => {
  const noted = `import { appendFileSync } from 'node:fs';\nappendFileSync(new URL('./loaded', import.meta.url), 'x');\n`;
  await writeFile(join(folder, 'server.js'), noted + MODULE);
  await given().prepare();
  await expect.poll(async () => readFile(join(folder, 'loaded'), 'utf8').catch(() => '')).toBe('xx');
  expect(await pool.render(request('/a'), 'reader')).toMatchObject({ title: '/a' });
  await pool.close();
  await given({ bundle: join(folder, 'none.js') }).prepare();
});

test('a failing page reports its error, and its thread continues', async () => {
  given({ threads: 1 });
  await expect(pool.render(request('/broken'), 'reader')).rejects.toMatchObject({ failure: 'failed' });
  expect(await pool.render(request('/a'), 'reader')).toMatchObject({ title: '/a' });
});

test('rebuilt pages are rendered again', async () => {
  given();
  const before = await pool.version();
  await pool.render(request('/a'), 'reader');
  await writeFile(join(folder, 'server.js'), MODULE.replace('title: address', "title: 'new'"));
  await utimes(join(folder, 'server.js'), new Date(), new Date(Date.now() + 5_000));
  expect(await pool.render(request('/a'), 'reader')).toMatchObject({ title: 'new' });
  expect(await pool.version()).not.toBe(before);
});

test('missing builds are an error', async () => {
  await rm(join(folder, 'server.js'));
  given();
  await expect(pool.render(request('/a'), 'reader')).rejects.toMatchObject({ failure: 'failed' });
});

test('a page requests its data, and its tag changes with each answer', async () => {
  const pages = new RenderedPages(given());
  const asked: string[] = [];
  let body = 'one';
  const ask = async (path: string) => {
    asked.push(path);
    return { status: 200, body };
  };
  const make = async (known = '') =>
    pages.make({ address: '/page', languages: ['en'], kind: 'reader', theme: '', ask, has: (etag) => etag === known });
  const first = await make();
  expect(asked).toEqual(['/first', '/second']);
  expect(first.page?.html).toContain('one');
  expect(await make(first.etag)).toEqual({ etag: first.etag, page: null });
  body = 'two';
  const second = await make(first.etag);
  expect(second.etag).not.toBe(first.etag);
  expect(second.page?.html).toContain('two');
});

test('a page that is too large to be sent initially is not rendered', async () => {
  const pages = new RenderedPages(given());
  const body = 'x'.repeat(1_000_000);
  const ask = async () => ({ status: 200, body });
  const made = pages.make({ address: '/page', languages: [], kind: 'reader', theme: '', ask, has: () => false });
  await expect(made).rejects.toMatchObject({ failure: 'large' });
});

test.each([429, 500, 503])('a page is not rendered from an answer with the status %i', async (status) => {
  const pages = new RenderedPages(given());
  const ask = async () => ({ status, body: '' });
  const made = pages.make({ address: '/page', languages: [], kind: 'reader', theme: '', ask, has: () => false });
  await expect(made).rejects.toBeInstanceOf(UnansweredError);
});
