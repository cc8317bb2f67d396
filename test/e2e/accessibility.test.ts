import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, startArchive, type Archive } from '../support/archive.ts';
import { launchBrowser } from '../support/browser.ts';
import { useWorld } from '../support/world.ts';

const THEMES = ['light', 'dark'] as const;
const WIDTHS = [1280, 390] as const;
const PAGES = ['home', 'search', 'thread', 'mistake', 'nothing found', 'no such page'] as const;

const world = useWorld();
let archive: Archive;
let browser: Browser;
const addresses = new Map<(typeof PAGES)[number], string>();

interface Found {
  readonly hits: { readonly board: string; readonly thread: number }[];
}

beforeAll(async () => {
  archive = await startArchive(world());
  let found: Found = { hits: [] };
  await eventually('something can be found', async () => {
    found = (await (await fetch(`${archive.serverUrl}/api/v1/search?q=is:op`)).json()) as Found;
    return found.hits.length > 3;
  });
  const [hit] = found.hits;
  addresses.set('home', '/');
  addresses.set('search', '/search?q=the');
  addresses.set('thread', `/${hit?.board}/thread/${hit?.thread}`);
  addresses.set('mistake', '/search?q=%22open');
  addresses.set('nothing found', '/search?q=qqzzqqzz');
  addresses.set('no such page', '/nowhere/at/all');
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await archive?.stop();
});

describe.each(PAGES)('%s', (name) => {
  test.each(THEMES.flatMap((theme) => WIDTHS.map((width) => ({ theme, width }))))(
    'has nothing that hinders a reader, $theme at $width px',
    async ({ theme, width }) => {
      const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: theme });
      const page = await context.newPage();
      await page.goto(`${archive.serverUrl}${addresses.get(name)}`, { waitUntil: 'networkidle' });
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .analyze();
      const told = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
      await context.close();
      expect(told).toEqual([]);
    },
  );

  test('needs no sideways scrolling at 320 px', async () => {
    const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
    await page.goto(`${archive.serverUrl}${addresses.get(name)}`, { waitUntil: 'networkidle' });
    const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
    await page.close();
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

test('a reader with a keyboard alone searches, opens a hit in its thread and comes back', async () => {
  const page = await browser.newPage();
  await page.goto(`${archive.serverUrl}/`);
  // The start page puts the cursor into the bar by itself.
  await eventually('the bar has the focus', async () =>
    Boolean(await page.evaluate('document.activeElement?.matches("input, textarea")')),
  );
  await page.keyboard.type('is:op');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/search\?/);
  await page.locator('article').first().waitFor();
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    const href = await page.evaluate('document.activeElement?.getAttribute("href") ?? ""');
    if (/\/thread\/\d+/.test(String(href))) break;
  }
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/thread\/\d+/);
  await page.locator('article').first().waitFor();
  await page.goBack();
  await page.waitForURL(/\/search\?/);
  await page.close();
});
