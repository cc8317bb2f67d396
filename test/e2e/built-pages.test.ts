import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

/** The files of the search's first load, which every page needs. Other pages load some kB of their own. */
const FIRST_LOAD_KB = 150;
/** Connections of HTTP/1.1 to one host. */
const BROWSER_CONNECTIONS = 6;

/** test/support/built-pages.ts has built them. */
const folder = fileURLToPath(new URL('../../web/dist', import.meta.url));
const read = (name: string) => readFileSync(join(folder, name));

test('the pages are built for production, whatever NODE_ENV is', () => {
  expect(process.env['NODE_ENV']).toBe('test');
  const scripts = globSync('assets/*.js', { cwd: folder });
  expect(scripts.length).toBeGreaterThan(10);
  expect(scripts.filter((name) => read(name).includes('Download the React DevTools'))).toEqual([]);
});

test('precompressed files have the same content as the originals', () => {
  const zipped = globSync('assets/*.gz', { cwd: folder });
  expect(zipped.some((name) => name.endsWith('.js.gz'))).toBe(true);
  expect(zipped.some((name) => name.endsWith('.css.gz'))).toBe(true);
  for (const name of zipped) {
    const plain = name.slice(0, -'.gz'.length);
    expect(gunzipSync(read(name)).equals(read(plain)), name).toBe(true);
    expect(brotliDecompressSync(read(`${plain}.br`)).equals(read(plain)), plain).toBe(true);
  }
});

/** Scripts and styles in the page's HTML. */
const namedIn = (ending: string) =>
  [
    ...read('index.html')
      .toString()
      .matchAll(/(?:src|href)="\/([^"]+)"/g),
  ].flatMap(([, name = '']) => (name.endsWith(ending) ? [name] : []));

test('the scripts of the first load stay small', () => {
  const names = namedIn('.js').filter((name) => name.startsWith('assets/'));
  expect(names.length).toBeGreaterThan(1);
  const bytes = names.reduce((sum, name) => sum + gzipSync(read(name)).length, 0);
  expect(bytes / 1000).toBeLessThan(FIRST_LOAD_KB);
});

test('everything for the first load is requested together with the first page', () => {
  expect(namedIn('.js').length + namedIn('.css').length).toBeLessThan(BROWSER_CONNECTIONS);
});

test('messages in a language need no dependent script', () => {
  const catalogues = globSync('assets/{de,ja}-*.js', { cwd: folder });
  expect(catalogues).toHaveLength(2);
  for (const name of catalogues) expect(read(name).toString()).not.toMatch(/(?:^|[;}])\s*import\b|\bimport\(/);
});
