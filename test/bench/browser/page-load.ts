/**
 * Loads a page once in Chromium with an empty cache, a slowed processor and a slowed network, and measures the load.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';

/** Lighthouse's “slow 4G”: latency in ms, throughput in bytes per second. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };
const CPU_SLOWDOWN = 4;
export const CONDITIONS = `390 px, slow 4G (562.5 ms, 1.47 Mbit/s), CPU ÷ ${CPU_SLOWDOWN}`;

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const LOAD_LIMIT_MS = 120_000;
/** A page counts as settled after this time without a larger paint or a long task. */
const SETTLED_MS = 2_000;

export interface BenchPage {
  readonly name: string;
  readonly url: string;
  /** Selector of the content that the reader came for. */
  readonly content: string;
}

export interface PageLoad {
  readonly largestPaintMs: number;
  /** Cumulative layout shift, of the whole load. */
  readonly shift: number;
  /**
   * Sum of each task's time above 50 ms, counted from the start of the navigation, because pages without scripts lay out before they
   * paint.
   */
  readonly blockingMs: number;
  /** Total time of the main thread's tasks. */
  readonly busyMs: number;
  readonly requested: readonly Requested[];
}

export interface Requested {
  readonly url: string;
  /** Bytes as transferred, headers included. */
  readonly wireBytes: number;
}

/** Runs in the page before its own scripts. */
const WATCH = `
  globalThis.bench = { paint: 0, blocking: 0, shift: 0, last: 0 };
  addEventListener('load', () => { bench.last = performance.now(); });
  const look = (type, note) => new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) note(entry);
    bench.last = performance.now();
  }).observe({ type, buffered: true });
  look('largest-contentful-paint', ({ startTime }) => { bench.paint = startTime; });
  look('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) bench.shift += value; });
  look('longtask', ({ duration }) => { bench.blocking += Math.max(0, duration - 50); });
`;

export async function loadPage(browser: Browser, { url, content }: BenchPage): Promise<PageLoad> {
  // A fresh context has an empty cache.
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Performance.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const requested = watchRequests(session);
    await page.addInitScript(WATCH);
    await page.goto(url, { waitUntil: 'load', timeout: LOAD_LIMIT_MS });
    await page.locator(content).first().waitFor({ timeout: LOAD_LIMIT_MS });
    await settled(page);
    const { paint, blocking, shift } = await page.evaluate<Record<'paint' | 'blocking' | 'shift', number>>('bench');
    if (paint === 0) throw new Error(`${url} told of no largest contentful paint`);
    return {
      largestPaintMs: paint,
      shift,
      blockingMs: blocking,
      busyMs: await busyMs(session),
      requested: requested(),
    };
  } finally {
    await context.close();
  }
}

/**
 * Polls from here, because the pages' content security policy forbids the evaluation that Playwright's
 * `waitForFunction` needs.
 */
async function settled(page: Page): Promise<void> {
  const end = performance.now() + LOAD_LIMIT_MS;
  while (performance.now() < end) {
    await sleep(250);
    if (await page.evaluate<boolean>(`performance.now() - bench.last > ${SETTLED_MS}`)) return;
  }
  throw new Error(`${page.url()} did not come to rest`);
}

function watchRequests(session: CDPSession): () => readonly Requested[] {
  const urls = new Map<string, string>();
  const bytes = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => bytes.set(requestId, encodedDataLength));
  return () => [...urls].map(([id, url]) => ({ url, wireBytes: bytes.get(id) ?? 0 }));
}

async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

const ANSWER_LIMIT_MS = 30_000;

/** Runs in the page: waits for new hits, and for the frame that paints them. */
const WATCH_HITS = `
  for (const hit of document.querySelectorAll('[data-hits] article')) hit.dataset.before = '';
  performance.clearResourceTimings();
  globalThis.shown = new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    // A message that is posted in a frame's callback arrives after the frame was painted.
    port1.onmessage = () => resolve(performance.now());
    const observer = new MutationObserver(() => {
      if (document.querySelector('[data-hits] article:not([data-before])') === null) return;
      observer.disconnect();
      requestAnimationFrame(() => port2.postMessage(null));
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  // If the script returned the promise, Playwright would wait for it.
  void 0;
`;

/** Milliseconds from the last byte of a search's answer to its hits on the screen, on an open page of results. */
export async function timeFromAnswer(page: Page, q: string): Promise<number> {
  const bar = page.locator('#query');
  await bar.fill('');
  await bar.pressSequentially(q);
  await page.evaluate(WATCH_HITS);
  await bar.press('Enter');
  const shown = await Promise.race([
    page.evaluate<number>('shown'),
    new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error(`nothing was shown for ${q}`)), ANSWER_LIMIT_MS).unref(),
    ),
  ]);
  const answered = await page.evaluate<number | null>(
    `performance.getEntriesByType('resource').find(({ name }) => {
      const { pathname, searchParams } = new URL(name);
      return pathname === '/api/v1/search' && searchParams.get('q') === ${JSON.stringify(q)};
    })?.responseEnd ?? null`,
  );
  if (typeof answered !== 'number') throw new Error(`the answer to ${q} was not seen`);
  return shown - answered;
}
