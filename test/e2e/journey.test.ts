import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startArchive, eventually, type Archive } from '../support/archive.ts';
import { launchBrowser } from '../support/browser.ts';
import { useWorld } from '../support/world.ts';

const OUTPUT = fileURLToPath(new URL('../.output', import.meta.url));
const world = useWorld();
let archive: Archive;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  mkdirSync(OUTPUT, { recursive: true });
  archive = await startArchive(world());
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on('pageerror', (error) => complaints.push(`error on the page: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) complaints.push(message.text());
  });
});

afterAll(async () => {
  await browser?.close();
  await archive?.stop();
});

interface Living {
  readonly board: string;
  readonly thread: number;
}

/** Any live thread of the demo source that is archived. */
async function livingThread(): Promise<Living> {
  const { boards } = (await (await fetch(`${archive.demoUrl}/boards.json`)).json()) as { boards: { board: string }[] };
  const board = boards[0]?.board ?? '';
  const pages = (await (await fetch(`${archive.demoUrl}/${board}/threads.json`)).json()) as {
    threads: { no: number }[];
  }[];
  return { board, thread: pages[0]?.threads.at(-1)?.no ?? 0 };
}

async function reply({ board, thread }: Living, com: string): Promise<number> {
  const answer = await fetch(`${archive.demoUrl}/_demo/${board}/thread/${thread}/reply`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ com }),
  });
  expect(answer.ok).toBe(true);
  return ((await answer.json()) as { no: number }).no;
}

async function search(q: string): Promise<{ hits: { num: number; board: string }[]; total: { value: number } }> {
  return (await (await fetch(`${archive.serverUrl}/api/v1/search?q=${encodeURIComponent(q)}`)).json()) as never;
}

test('a post is scraped, found and opened in its thread, and so is one that arrives meanwhile', async () => {
  const living = await livingThread();
  const first = await reply(living, 'an uncommon wombatronic thought');
  await eventually('the first post is searchable', async () => (await search('wombatronic')).total.value === 1);

  await page.goto(`${archive.serverUrl}/`);
  await page.getByRole('searchbox').or(page.getByRole('combobox')).first().waitFor();
  const bar = page.getByRole('searchbox').or(page.getByRole('combobox')).first();
  await bar.fill('wombatronic');
  await bar.press('Enter');
  await page.waitForURL(/\/search\?.*q=wombatronic/);
  await page.locator('mark', { hasText: 'wombatronic' }).first().waitFor();
  await page.screenshot({ path: `${OUTPUT}/journey-search.png` });

  await page.locator(`a[href*="/${living.board}/thread/${living.thread}"]`).first().click();
  await page.waitForURL(new RegExp(`/${living.board}/thread/${living.thread}`));
  await page.locator(`[id="p${first}"]`).waitFor();
  await page.screenshot({ path: `${OUTPUT}/journey-thread.png` });

  const second = await reply(living, `>>${first}\nwombatronic again`);
  // The page stays open and shows the new post.
  await page.locator(`[id="p${second}"]`).waitFor({ timeout: 60_000 });
  // The post that it replies to has a backlink.
  await page.locator(`[id="p${first}"] a[href$="#p${second}"]`).first().waitFor();

  await page.goBack();
  await page.waitForURL(/\/search\?.*q=wombatronic/);
  await page.locator('mark', { hasText: 'wombatronic' }).first().waitFor();
  await eventually('the second post is searchable too', async () => (await search('wombatronic')).total.value === 2);
  await page.reload();
  await page.locator(`[id="p${second}"], a[href*="#p${second}"]`).first().waitFor();
  expect(complaints).toEqual([]);
});

test('an edited post is found by its new words and no longer by its old ones', async () => {
  const living = await livingThread();
  const num = await reply(living, 'before the edit: quokkamatic');
  await eventually('the post is searchable', async () => (await search('quokkamatic')).total.value === 1);
  const answer = await fetch(`${archive.demoUrl}/_demo/${living.board}/post/${num}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ com: 'after the edit: numbatesque' }),
  });
  expect(answer.ok).toBe(true);
  await eventually('the new words find it', async () => (await search('numbatesque')).hits[0]?.num === num);
  expect((await search('quokkamatic')).total.value).toBe(0);
});

test('an invalid query is shown with the position of its error, and the page stays usable', async () => {
  await page.goto(`${archive.serverUrl}/search?q=${encodeURIComponent('"unbalanced')}`);
  await page.getByRole('alert').first().waitFor();
  await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill('the');
});
