import { existsSync } from 'node:fs';
import { chromium, type Browser, type ConsoleMessage } from 'playwright-core';

/** The first that is installed. Chromium without a user interface takes a quarter less of the processor. */
export const CHROMIUM_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** What Chromium says when a page does what its Content-Security-Policy forbids, but for the font that Bull Board asks for. */
const VIOLATION = /^(?!.*fonts\.googleapis\.com).*(?:Content Security Policy|Trusted(?:HTML|Script|Type))/s;

/**
 * Chromium as installed on the machine, without its background connections, which fail where the network is closed. Its `close` fails
 * if any page has violated its Content-Security-Policy.
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? CHROMIUM_PATHS.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error('no Chromium: install it, or set CHROMIUM to its path');
  const browser = await chromium.launch({
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
  const violations: string[] = [];
  const note = (message: ConsoleMessage) => {
    if (VIOLATION.test(message.text())) violations.push(`${message.page()?.url() ?? ''}: ${message.text()}`);
  };
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.on('console', note);
    return context;
  };
  const close = browser.close.bind(browser);
  browser.close = async () => {
    await close();
    if (violations.length > 0) throw new Error(`pages violated their policy: ${violations.join('; ')}`);
  };
  return browser;
}
