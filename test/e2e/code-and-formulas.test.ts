/** Coloured code and rendered formulas in a real browser: what they load and keep, and what hostile ones can do. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { MAX_CODE_CHARACTERS } from '../../web/src/components/comment/code-runs.ts';
import { givenArchive } from '../integration/server/given-archive.ts';
import { HOSTILE_FORMULAS } from '../support/hostile-formulas.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
let pages: OpenPages;
let page: Page;
let requests: string[];
let problems: string[];

const CODE = '#include <stdio.h>\nint main(void) {\n  printf("a heron\\n"); /* it stands */\n  return 0;\n}';
const LONG = 'int heron = 1;\n'.repeat(Math.ceil(MAX_CODE_CHARACTERS / 15) + 1);
const inline = String.raw`\frac{1}{2}+\sqrt{x}`;
const broken = String.raw`\frac{1}{`;
const wide = Array.from({ length: 30 }, (_, place) => `a_{${place}}`).join('');

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const pre = (code: string) => `<pre class="prettyprint">${escaped(code).replaceAll('\n', '<br>')}</pre>`;
const thread = (num: number, comments: readonly string[]) =>
  comments.map((comment, place) => ({ num: num + place, thread: num, opener: place === 0, comment }));

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [
    ...thread(100, ['plain words of an egret']),
    ...thread(200, [`look:${pre(CODE)}`, ...Array.from({ length: 60 }, () => 'between<br>them'), pre(CODE), pre(LONG)]),
    ...thread(300, [
      `so [math]${escaped(inline)}[/math] it is`,
      `[math]${broken}[/math]`,
      `[eqn]\\left(${wide}\\right)[/eqn] and [math]\\underbrace{${wide}}_{\\text{bittern}}[/math]`,
    ]),
    ...thread(
      400,
      [...HOSTILE_FORMULAS, 'x'].map((tex) => `[math]${escaped(tex)}[/math]<br>[eqn]${escaped(tex)}[/eqn]`),
    ),
  ]);
  pages = await openPages(world());
});
afterAll(async () => pages?.close());

beforeEach(async () => {
  page = await pages.browser.newPage({ viewport: { width: 1280, height: 900 } });
  [requests, problems] = [[], []];
  page.on('request', (request) => requests.push(request.url()));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.exposeFunction('xss', () => void problems.push('ran'));
  await page.exposeFunction('blocked', (what: string) => void problems.push(`blocked: ${what}`));
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) =>
    blocked(violatedDirective + ' ' + sample))`);
});
afterEach(async () => {
  expect(problems).toEqual([]);
  await page.close();
});

const open = async (address: string) => {
  await page.goto(`${pages.origin}${address}`);
  await page.locator('article').first().waitFor();
};
const loaded = (name: RegExp) => requests.filter((url) => name.test(url));
const count = async (selector: string) => page.locator(selector).count();
const EXTRAS = /code-worker|drawn-formula|KaTeX/;

test('a page without code and formulas loads nothing for them', async () => {
  await open('/g/thread/100');
  await page.waitForLoadState('networkidle');
  expect(loaded(EXTRAS)).toEqual([]);
});

test('code that comes into view is coloured and keeps its text', async () => {
  await open('/g/thread/200');
  const block = page.locator('.code').first();
  await block.locator('.code-keyword', { hasText: 'return' }).waitFor();
  expect(await block.textContent()).toBe(CODE);
  expect(await block.locator('.code-string').last().textContent()).toBe(String.raw`"a heron\n"`);
  expect(await block.locator('.code-comment').textContent()).toBe('/* it stands */');
  expect(loaded(/code-worker/)).toHaveLength(1);
  const far = page.locator('[id="261"] .code');
  expect(await far.locator('[class^=code-]').count()).toBe(0);
  await far.scrollIntoViewIfNeeded();
  await far.locator('.code-keyword').first().waitFor();
});

test('excessive code stays plain and does not delay the next', async () => {
  await open('/g/thread/200');
  await page.locator('[id="262"] .post-num').scrollIntoViewIfNeeded();
  await page.locator('[id="261"] .code-keyword').first().waitFor();
  expect(await count('[id="262"] [class^=code-]')).toBe(0);
  expect(await page.locator('[id="262"] .code').textContent()).toBe(LONG);
});

test('a match in coloured code is marked', async () => {
  await open('/search?q=heron+stands');
  const block = page.locator('[data-hits] .code').first();
  await block.locator('.code-string mark', { hasText: 'heron' }).waitFor();
  await block.locator('.code-comment mark', { hasText: 'stands' }).waitFor();
  expect(await block.textContent()).toBe(CODE);
});

test('a formula is rendered in our own fonts, read out as MathML, and copied as its source', async () => {
  await open('/g/thread/300');
  const formula = page.locator('[id="300"] > .post-body .formula');
  await formula.waitFor();
  await page.evaluate('document.fonts.ready');
  const fonts = loaded(/\.woff2$/);
  expect(fonts.length).toBeGreaterThan(0);
  expect(fonts.filter((url) => !url.startsWith(pages.origin))).toEqual([]);
  expect(await formula.locator('math mfrac').count()).toBe(1);
  const box = await formula.locator('.katex-html').boundingBox();
  expect(box?.height).toBeGreaterThan(20);
  const copied = await page.evaluate<string>(`(() => {
    getSelection().selectAllChildren(document.querySelector('[id="300"] > .post-body'));
    return String(getSelection());
  })()`);
  expect(copied.replaceAll(/\s+/g, ' ').trim()).toBe(`so ${inline} it is`);
});

test('a formula that cannot be rendered is shown as written', async () => {
  await open('/g/thread/300');
  await page.locator('[id="302"] .formula').first().waitFor();
  expect(await page.locator('[id="301"] .math').textContent()).toBe(broken);
  expect(await count('[id="301"] .formula')).toBe(0);
});

test('a formula wider than the screen scrolls, and the page does not', async () => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open('/g/thread/300');
  await expect.poll(async () => count('[id="302"] .formula-wide[tabindex="0"]')).toBe(2);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
});

test('a formula with a match in its source is marked as a whole', async () => {
  await open('/search?q=bittern');
  await page.locator('[data-hits] .formula > mark').first().waitFor();
});

test('without scripts the page contains the source', async () => {
  const context = await pages.browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(`${pages.origin}/g/thread/300`);
  expect(await plain.locator('body').textContent()).toContain(inline);
  await context.close();
});

test('hostile formulas run nothing, load nothing from elsewhere, and cover nothing else', async () => {
  await open('/g/thread/400');
  await page.locator('.posts[aria-busy]').first().waitFor({ state: 'detached' });
  // Each formula is scrolled into view and rendered, if possible, some frames later.
  for (const post of await page.locator('article').all()) {
    await post.scrollIntoViewIfNeeded();
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  }
  await page.locator('article').last().locator('.formula').last().waitFor();
  const heights = await page.locator('.formula').evaluateAll((all) => all.map((one) => one.clientHeight));
  expect(heights.length).toBeGreaterThan(10);
  expect(heights.length).toBeLessThan(HOSTILE_FORMULAS.length * 2 - 20);
  expect(Math.max(...heights)).toBeLessThan(4_000);
  const unexpected = await page.evaluate<string[]>(`[...document.querySelectorAll('.post-body *')].flatMap((element) =>
    element.getAttributeNames().filter((name) => name.startsWith('on') || /^(?:href|src|srcdoc|id|data-)/.test(name)))`);
  expect(unexpected).toEqual([]);
  // An element over another post's number would block it.
  const covered = await page.evaluate<number>(`[...document.querySelectorAll('.post-num')].filter((number) => {
    number.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = number.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.post-num') !== number;
  }).length`);
  expect(covered).toBe(0);
  expect(requests.filter((url) => !url.startsWith(pages.origin))).toEqual([]);
});
