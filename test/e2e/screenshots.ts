/**
 * Takes screenshots of the main pages of a running Sagasu in both widths and both themes, for review: `node test/e2e/screenshots.ts
 * http://127.0.0.1:8080 folder`. With the name and password of an account as two more arguments, it includes the admin pages.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { signIn } from '../support/admin.ts';
import { launchBrowser } from '../support/browser.ts';

const WIDTHS = { wide: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };
const THEMES = ['light', 'dark'] as const;

const [origin = 'http://127.0.0.1:8080', folder = 'screenshots', name, password] = process.argv.slice(2);

const ADMIN_PAGES = {
  'admin-boards': '/admin/boards',
  'admin-tasks': '/admin/tasks',
  'admin-quarantine': '/admin/quarantine',
  'admin-posts': '/admin/posts',
};

async function mainPages(): Promise<Readonly<Record<string, string>>> {
  const search = await fetch(new URL('/api/v1/search?limit=1', origin));
  const { hits } = (await search.json()) as { hits: { board: string; thread: number; comment: string }[] };
  const [hit] = hits;
  const word = /\p{L}{4,}/u.exec(hit?.comment ?? '')?.[0] ?? 'the';
  return {
    home: '/',
    search: `/search?q=${encodeURIComponent(word)}`,
    'search-error': '/search?q=%22unclosed',
    'search-nothing': '/search?q=nothing+has+these+words+xyzzy',
    board: `/${hit?.board ?? 'g'}/`,
    catalog: `/${hit?.board ?? 'g'}/catalog`,
    pictures: `/${hit?.board ?? 'g'}/images`,
    statistics: `/${hit?.board ?? 'g'}/statistics`,
    'all-boards': '/statistics',
    'api-docs': '/api/docs',
    thread: `/${hit?.board ?? 'g'}/thread/${hit?.thread ?? 1}`,
    'not-found': '/no/such/page',
    'sign-in': '/admin',
  };
}

async function shoot(page: Page, address: string, file: string): Promise<void> {
  await page.goto(new URL(address, origin).href);
  await page.locator('h1').first().waitFor();
  // Pictures show the first screen; a page that polls for new posts never becomes idle.
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined);
  await page.screenshot({ path: file });
}

await mkdir(folder, { recursive: true });
const pages = await mainPages();
const browser = await launchBrowser();
try {
  for (const [widthName, viewport] of Object.entries(WIDTHS)) {
    for (const colorScheme of THEMES) {
      const context = await browser.newContext({
        viewport,
        colorScheme,
        reducedMotion: 'reduce',
        isMobile: widthName === 'phone',
        hasTouch: widthName === 'phone',
      });
      const page = await context.newPage();
      for (const [file, address] of Object.entries(pages)) {
        await shoot(page, address, join(folder, `${file}-${widthName}-${colorScheme}.png`));
      }
      if (name !== undefined && password !== undefined) {
        await page.goto(new URL('/admin', origin).href);
        await signIn(page, { name, password });
        for (const [file, address] of Object.entries(ADMIN_PAGES)) {
          await shoot(page, address, join(folder, `${file}-${widthName}-${colorScheme}.png`));
        }
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
}
