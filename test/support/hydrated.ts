import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Waits until React has hydrated the server's element, after which its scripts listen. A query that is sent earlier makes React render
 * the page again, which it reports as an error (test/e2e/rendered-pages.test.ts tests readers who act earlier).
 */
export async function hydrated(page: Page, selector: string): Promise<void> {
  const element = page.locator(selector).first();
  await expect
    .poll(async () => element.evaluate((found) => Object.keys(found).some((key) => key.startsWith('__react'))))
    .toBe(true);
}

/** Waits until React has hydrated every part of the page. Charts draw elements of their own. */
export async function allHydrated(page: Page): Promise<void> {
  const later = page.locator('#root :not(.uplot, .uplot *)');
  await expect
    .poll(async () =>
      later.evaluateAll(
        (found) => found.filter((element) => !Object.keys(element).some((key) => key.startsWith('__react'))).length,
      ),
    )
    .toBe(0);
}

/** Waits until the scripts listen to keys on the whole page, which no element marks. */
export async function listensToKeys(page: Page): Promise<void> {
  await expect.poll(async () => page.evaluate('window.keysEarly === undefined')).toBe(true);
}
