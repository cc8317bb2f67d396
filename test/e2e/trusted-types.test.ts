/** Pages must not turn text into HTML, and may start scripts only from the addresses of their workers. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenArchive } from '../integration/server/given-archive.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
const CODE = 'const herons = () => {\n  console.log("x");\n};';
let pages: OpenPages;
let page: Page;

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [
    { num: 100, opener: true, comment: `<pre class="prettyprint">${CODE.replaceAll('\n', '<br>')}</pre>` },
  ]);
  pages = await openPages(world());
  page = await (await pages.browser.newContext()).newPage();
  await page.goto(`${pages.origin}/g/thread/100`);
});
// The tests below violate the policy on purpose. `close` reports each violation.
afterAll(async () => expect(pages.close()).rejects.toThrow('pages violated their policy'));

/** The name of the error with which the browser refuses an expression of the page; null if it does not. */
const errorOf = async (expression: string) =>
  page.evaluate(`(() => { try { ${expression}; return null; } catch (error) { return error.name; } })()`);

test('code is coloured by the worker that the policy permits', async () => {
  await page.locator('.code [class^="code-"]').first().waitFor();
});

test.each([
  [`document.createElement('p').innerHTML = '<b>x</b>'`],
  [`document.body.insertAdjacentHTML('beforeend', '<b>x</b>')`],
  [`document.write('<b>x</b>')`],
  [`new DOMParser().parseFromString('<b>x</b>', 'text/html')`],
  [`document.createElement('script').src = '/early.js'`],
  [`document.createElement('script').text = 'window.ran = true'`],
  [`new Worker('/early.js')`],
  [`trustedTypes.createPolicy('default', { createHTML: (text) => text })`],
  [`trustedTypes.createPolicy('mine', { createHTML: (text) => text })`],
  [`trustedTypes.createPolicy('code-worker', { createScriptURL: (text) => text })`],
])('%s is refused', async (expression) => {
  expect(await errorOf(expression)).toBe('TypeError');
});

test('every page has the policy, with and without scripts', async () => {
  for (const path of ['/', '/search?q=heron', '/g/', '/g/thread/100', '/admin', '/nowhere/at/all']) {
    const { headers } = await fetch(`${pages.origin}${path}`, { headers: { accept: 'text/html' } });
    expect(headers.get('content-security-policy')).toMatch(
      /; require-trusted-types-for 'script'; trusted-types code-worker(?: [a-z-]+)*$/,
    );
  }
});
