import type { Page, Request } from 'playwright-core';

const LIMIT_MS = 60_000;
/** Looks in a row, two frames apart, at which a page must have nothing left to load. */
const QUIET_LOOKS = 3;

/** What a page still loads by its own marks, or ''. */
const LOADING = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(
  document.querySelector('h1') === null ? 'no heading'
  : document.fonts.status !== 'loaded' ? 'fonts'
  : (document.querySelector('[aria-busy=true], .skeleton')?.outerHTML.slice(0, 200) ?? '')))))`;

/**
 * Call before the page's first address. The returned function waits until the page shows all that it loads: a heading, nothing
 * that is marked as loading, its fonts, and no answer outstanding. A page that polls is settled between two polls.
 */
export function watchLoading(page: Page): () => Promise<void> {
  const outstanding = new Set<Request>();
  page.on('request', (request) => outstanding.add(request));
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
