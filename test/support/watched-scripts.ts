/** A browser page that records every script that hostile texts start, and everything that the pages' policy blocks. */
import type { Browser, Page } from 'playwright-core';

export interface WatchedPage {
  readonly page: Page;
  /** Scripts that ran, were blocked or failed so far. */
  readonly problems: readonly string[];
}

/** Runs in the page. */
const REPORT = `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
  blocked(violatedDirective + ' ' + blockedURI + ' ' + sample))`;

export async function openWatchedPage(browser: Browser): Promise<WatchedPage> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const problems: string[] = [];
  page.on('dialog', (dialog) => {
    problems.push(`dialog on ${page.url()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => problems.push(`error on ${page.url()}: ${error.message}`));
  await page.exposeFunction('xss', () => void problems.push(`ran on ${page.url()}`));
  await page.exposeFunction('blocked', (what: string) => void problems.push(`blocked on ${page.url()}: ${what}`));
  await page.addInitScript(REPORT);
  return { page, problems };
}

/** Runs in the page: triggers pointer and focus handlers, then looks for elements and URL schemes that our pages never contain. */
const PROVOKE = String.raw`(() => {
  const all = [...document.querySelectorAll('#root *')];
  for (const element of all)
    for (const type of ['mouseover', 'pointerenter', 'focus', 'toggle', 'animationstart', 'error', 'load'])
      element.dispatchEvent(new Event(type));
  window.scrollTo(0, document.body.scrollHeight);
  const isUnexpected = (element) =>
    /^(script|iframe|object|embed|base|meta|link|style|template|marquee|animate|set)$/i.test(element.localName) ||
    element.getAttributeNames().some((name) => name.startsWith('on') || name === 'srcdoc') ||
    ['href', 'src', 'action', 'data', 'xlink:href'].some((name) =>
      /^(javascript|vbscript|data|blob):/i.test((element.getAttribute(name) ?? '').replaceAll(/[\u0000-\u0020]/g, '')));
  return [...document.querySelectorAll('#root *')].filter(isUnexpected).map((element) => element.outerHTML.slice(0, 200));
})()`;

/** Triggers all pointer and focus handlers. Returns the elements that our pages never contain. */
export const provoke = async (page: Page): Promise<string[]> => page.evaluate<string[]>(PROVOKE);
