import type { Page, Request } from 'playwright-core';

const LIMIT_MS = 60_000;
/** Number of consecutive checks, two frames apart, in which a page must have nothing left to load. */
const QUIET_LOOKS = 3;

/** Evaluates in the page to the first thing that is not loaded yet; '' if there is none. */
const LOADING = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(
  document.querySelector('h1') === null ? 'no heading'
  : document.fonts.status !== 'loaded' ? 'fonts'
  : (document.querySelector('[aria-busy=true], .skeleton')?.outerHTML.slice(0, 200) ?? '')))))`;

/**
 * Call it before the page's first address. The returned function waits until the page is complete: a heading, nothing marked as loading,
 * its fonts, and no outstanding answer. A polling page is complete between two polls.
 */
export function watchLoading(page: Page): () => Promise<void> {
  const outstanding = new Set<Request>();
  page.on('request', (request) => {
    // Requests of the document before end with it, and Chromium may not report them.
    if (request.isNavigationRequest()) outstanding.clear();
    outstanding.add(request);
  });
  page.on('requestfinished', (request) => outstanding.delete(request));
  page.on('requestfailed', (request) => outstanding.delete(request));
  return async () => {
    const end = performance.now() + LIMIT_MS;
    let loading = '';
    for (let quiet = 0; quiet < QUIET_LOOKS;) {
      loading = await page.evaluate<string>(LOADING);
      if (loading === '') loading = [...outstanding].map((request) => request.url()).join(' ');
      quiet = loading === '' ? quiet + 1 : 0;
      if (performance.now() > end) throw new Error(`${page.url()} still loads ${loading}`);
    }
  };
}
