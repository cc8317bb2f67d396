import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type ConsoleMessage } from 'playwright-core';

/** Uses the first installed one. Chromium without a user interface takes a quarter less processor time. */
export const CHROMIUM_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** A time limit against hangs: a busy machine may take several times as long as an idle one. */
const LIMIT_MS = 120_000;

/** Chromium's message for a violation of a page's Content-Security-Policy, except for the font that Bull Board requests. */
const VIOLATION = /^(?!.*fonts\.googleapis\.com).*(?:Content Security Policy|Trusted(?:HTML|Script|Type))/s;

/**
 * The installed Chromium, without its background connections, which fail if the network is closed. Its `close` fails if any page has
 * violated its Content-Security-Policy.
 */
export async function launchBrowser(): Promise<Browser> {
  const browser = await launch();
  return watched(browser, async () => browser.close());
}

let shared: Promise<Browser> | undefined;

/** Returns a browser that the test files of a process share: `close` closes the pages of the caller, and the process ends the browser. */
export async function openBrowser(): Promise<Browser> {
  if (shared !== undefined && !(await shared).isConnected()) shared = undefined;
  return watched(await (shared ??= launch()), async (contexts) => {
    for (const context of contexts) await context.close();
  });
}

async function launch(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? CHROMIUM_PATHS.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error('no Chromium: install it, or set CHROMIUM to its path');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** The browser with contexts of its own. `close` reports their violations. */
function watched(browser: Browser, end: (contexts: ReadonlySet<BrowserContext>) => Promise<void>): Browser {
  const contexts = new Set<BrowserContext>();
  const violations: string[] = [];
  const note = (message: ConsoleMessage) => {
    if (VIOLATION.test(message.text())) violations.push(`${message.page()?.url() ?? ''}: ${message.text()}`);
  };
  const newContext: Browser['newContext'] = async (options) => {
    const context = await browser.newContext(options);
    contexts.add(context);
    context.setDefaultTimeout(LIMIT_MS);
    context.on('console', note);
    return context;
  };
  const close = async () => {
    await end(contexts);
    if (violations.length > 0) throw new Error(`pages violated their policy: ${violations.join('; ')}`);
  };
  // `newPage` of the prototype opens its context by calling this `newContext`.
  return Object.assign(Object.create(browser) as Browser, { newContext, close });
}
