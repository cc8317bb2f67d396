import type { Page } from 'playwright-core';

export interface Cleared {
  readonly origin: string;
  readonly viewport: { readonly width: number; readonly height: number };
}

/**
 * Prepares an open page of this origin for the next test: only listeners, init scripts and the history stay. A new page would start a
 * renderer that compiles the scripts again, which takes as long as loading the page.
 */
export async function clearPage(page: Page, { origin, viewport }: Cleared): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // A file without scripts: the page before it ends, and with it its timers.
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate('localStorage.clear(); sessionStorage.clear();');
  await page.context().clearCookies();
  await page.emulateMedia({ colorScheme: null, media: null });
  await page.setViewportSize(viewport);
  // Nothing is under the mouse.
  await page.mouse.move(-1, -1);
}
