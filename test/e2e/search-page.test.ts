import { createHash } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startArchive, type Archive } from '../support/archive.ts';
import { launchBrowser } from '../support/browser.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
let archive: Archive;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  archive = await startArchive(world());
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await archive?.stop();
});

beforeEach(async () => {
  complaints.length = 0;
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
});

afterEach(async () => {
  expect(complaints).toEqual([]);
  await page.close();
});

async function open(address: string): Promise<void> {
  await page.goto(`${archive.serverUrl}${address}`);
  await page.locator('.results-count').waitFor();
}

async function total(): Promise<number> {
  const text = await page.locator('.results-count').first().innerText();
  return Number(/[\d,]+/.exec(text)?.[0].replaceAll(',', '') ?? 0);
}

const asked = () => new URL(page.url()).searchParams.get('q');

test('a facet value has a count and adds or removes its filter', async () => {
  await open('/search?q=the');
  const all = await total();
  const choice = page.locator('nav.facets a').first();
  const count = Number((await choice.locator('.facet-count').innerText()).replaceAll(',', ''));
  await choice.click();
  await page.waitForURL(/board/);
  await expect.poll(total, { timeout: 20_000 }).toBe(count);
  expect(asked()).toMatch(/^the board:\w+$/);
  await page.locator('nav.facets a[aria-current]').first().click();
  await expect.poll(total, { timeout: 20_000 }).toBe(all);
  expect(asked()).toBe('the');
});

test('the timeline is a chart and a table, and both zoom', async () => {
  await open('/search?q=the');
  await page.locator('.timeline canvas').waitFor();
  await page.locator('.timeline-table summary').focus();
  await page.keyboard.press('Enter');
  const row = page.locator('.timeline-table tbody tr').last();
  const count = Number((await row.locator('td').last().innerText()).replaceAll(',', ''));
  await row.locator('a').focus();
  await page.keyboard.press('Enter');
  await expect.poll(asked).toMatch(/^the (during|after):/);
  await expect.poll(total, { timeout: 20_000 }).toBe(count);

  await open('/search?q=the');
  const box = await page.locator('.timeline .u-over').boundingBox();
  if (box === null) throw new Error('nothing is drawn');
  await page.mouse.move(box.x + box.width * 0.5, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.98, box.y + 30, { steps: 6 });
  await page.mouse.up();
  await expect.poll(asked).toMatch(/^the after:\S+ before:\S+$/);
});

test('fields and their values are completed by keyboard', async () => {
  await page.goto(`${archive.serverUrl}/`);
  const bar = page.getByRole('combobox', { name: 'Search posts' });
  await bar.pressSequentially('the boa');
  const offers = page.getByRole('option');
  await offers.first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await bar.inputValue()).toBe('the board:');
  await offers.filter({ hasText: 'board:' }).or(offers).first().waitFor();
  await page.keyboard.press('ArrowDown');
  const active = await bar.getAttribute('aria-activedescendant');
  expect(active).not.toBeNull();
  await page.keyboard.press('Enter');
  expect(await bar.inputValue()).toMatch(/^the board:\w+/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/search\?/);
  expect(asked()).toMatch(/^the board:\w+$/);
});

test('earlier queries are suggested', async () => {
  await open('/search?q=the');
  const bar = page.getByRole('combobox', { name: 'Search posts' });
  await bar.fill('kettle');
  await bar.press('Enter');
  await page.waitForURL(/q=kettle/);
  await bar.fill('');
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'kettle' }).waitFor();
});

test('a dropped file is searched by its hashes and never uploaded', async () => {
  await open('/search?q=has:file');
  const hits = (await (await fetch(`${archive.serverUrl}/api/v1/search?q=has:image`)).json()) as {
    hits: { file: { url: string; md5: string } }[];
  };
  const file = hits.hits[0]?.file;
  if (file === undefined) throw new Error('the demo has pictures');
  const bytes = Buffer.from(await (await fetch(new URL(file.url, archive.serverUrl))).arrayBuffer());
  expect(createHash('md5').update(bytes).digest('base64')).toBe(file.md5);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  // Written as a string: these tests have no DOM types.
  const data = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (sign) => sign.codePointAt(0));
    transfer.items.add(new File([bytes], 'mine.png'));
    return transfer;
  })()`);
  await page.dispatchEvent('body', 'dragover', { dataTransfer: data });
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
  await expect.poll(asked, { timeout: 20_000 }).toContain(`md5:${file.md5}`);
  await expect.poll(total, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(sent).toEqual([]);
});

test('images, threads and compact are views of the same query and part of the address', async () => {
  await open('/search?q=the');
  await page.getByRole('link', { name: 'Images' }).click();
  await page.waitForURL(/view=gallery/);
  await page.locator('.picture-hit').first().waitFor();
  expect(asked()).toBe('the');
  await page.getByRole('link', { name: 'Threads' }).click();
  await page.waitForURL(/view=threads/);
  await page.locator('.results-count', { hasText: /threads?/ }).waitFor();
  await page.reload();
  await page.locator('.results-count', { hasText: /threads?/ }).waitFor();
  await page.goBack();
  await page.locator('.picture-hit').first().waitFor();
});

test('results can be exported as CSV and NDJSON and followed as a feed', async () => {
  await open('/search?q=the');
  await page.locator('.results-menu summary').click();
  const links = await Promise.all(
    (await page.locator('.results-menu a').all()).map(async (link) => (await link.getAttribute('href')) ?? ''),
  );
  expect(links.length).toBeGreaterThan(3);
  for (const link of links) {
    const answer = await fetch(new URL(link, archive.serverUrl));
    expect({ link, status: answer.status }).toEqual({ link, status: 200 });
    await answer.body?.cancel();
  }
});

test('the form and the bar show the same query, whichever is edited', async () => {
  await open('/search?q=the+is%3Aop&form=open');
  const form = page.getByRole('form', { name: 'Advanced search' });
  const bar = page.getByRole('combobox', { name: 'Search posts' });
  await form.getByLabel('Words').waitFor();
  expect(await form.getByLabel('Words').inputValue()).toBe('the');
  expect(await form.getByLabel('Posts').inputValue()).toBe('op');
  await form.getByLabel('In the subject').fill('hello world');
  expect(await bar.inputValue()).toBe('the subject:"hello world" is:op');
  await bar.fill('the -has:file after:2015');
  await expect.poll(async () => form.getByLabel('Files').inputValue()).toBe('without');
  expect(await form.getByLabel('From', { exact: true }).inputValue()).toBe('2015');
  expect(await form.getByLabel('In the subject').inputValue()).toBe('');
  await form.getByLabel('Posts').selectOption('reply');
  await form.getByRole('button', { name: 'Search' }).click();
  await expect.poll(asked).toBe('the after:2015 is:reply -has:file');
  await page.locator('.results-count').waitFor();
});

test('a saved search is on the home page until it is deleted', async () => {
  await open('/search?q=the');
  const save = page.getByRole('button', { name: 'Save this search' });
  await save.click();
  await page.getByRole('button', { name: 'Save this search', pressed: true }).waitFor();
  await page.goto(`${archive.serverUrl}/`);
  const saved = page.getByRole('region', { name: 'Saved searches' });
  await saved.waitFor();
  expect(await saved.getByRole('link').allInnerTexts()).toEqual(['the']);
  await saved.getByRole('button', { name: 'Delete saved search the' }).click();
  await saved.waitFor({ state: 'detached' });
});

test('an explanation shows the parts, limits and timing of a query', async () => {
  await open('/search?q=the+-(oven+OR+stove)');
  await page.locator('.results-menu summary').click();
  await page.getByRole('button', { name: 'Explain this search' }).click();
  const panel = page.getByRole('region', { name: 'How this query is interpreted' });
  await panel.getByText('All of').waitFor();
  expect(await panel.locator('.explain-tree li').allInnerTexts()).toEqual(
    expect.arrayContaining(['Words: the', 'Words: oven', 'Words: stove']),
  );
  expect(await panel.getByRole('table', { name: 'Limits' }).getByRole('row').count()).toBeGreaterThan(3);
  await panel.getByRole('button', { name: 'Close' }).click();
  await panel.waitFor({ state: 'detached' });
});
