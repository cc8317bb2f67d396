/**
 * `npm run screenshots`: takes the two pictures of the README from a real archive of the demo site and writes them to docs/images.
 * Uses the stores that the environment names, or starts its own over data/screenshots. Needs Chromium.
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { readConfig } from '../../platform/config.ts';
import { startStack } from '../../dev-stores/start.ts';
import { startArchive } from '../support/archive.ts';
import { launchBrowser } from '../support/browser.ts';
import { prepareTemplate } from '../support/template.ts';
import { createWorld, destroyWorld } from '../support/world.ts';

const IMAGES = fileURLToPath(new URL('../../docs/images', import.meta.url));
/** CSS pixels; pictures are twice as large, for dense screens. */
const VIEWPORT = { width: 1280, height: 800 };
const QUERY = 'keyboard -mouse';

// oxlint-disable-next-line node/no-process-env -- the stores that the environment names
const config = readConfig({ ...process.env, SAGASU_DATA: './data/screenshots' });
const stack = await startStack(config, { onProgress: (line) => process.stderr.write(`${line}\n`) });
try {
  await prepareTemplate(stack.databaseUrl);
  const world = await createWorld(stack.databaseUrl, stack.redisUrl, stack.elasticsearchUrls);
  const archive = await startArchive(world);
  try {
    await shootPages(archive.serverUrl);
  } finally {
    await archive.stop();
    await destroyWorld(stack.databaseUrl, world);
  }
} finally {
  await stack.stop();
}

async function shootPages(origin: string): Promise<void> {
  await mkdir(IMAGES, { recursive: true });
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: VIEWPORT, deviceScaleFactor: 1.5, colorScheme: 'light' });
    const page = await context.newPage();
    const search = `${origin}/search?q=${encodeURIComponent(QUERY)}`;
    await page.goto(search);
    await save(page, 'search');
    await page.goto(`${origin}${await longestThread(origin)}`);
    await save(page, 'thread');
  } finally {
    await browser.close();
  }
}

async function save(page: Page, name: string): Promise<void> {
  await page.locator('article').first().waitFor();
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
  const shot = await page.screenshot();
  await sharp(shot).png({ palette: true, colours: 128 }).toFile(`${IMAGES}/${name}.png`);
}

/** The path of the first hit's thread that has a picture. */
async function longestThread(origin: string): Promise<string> {
  const answer = await fetch(
    `${origin}/api/v1/search?${new URLSearchParams({ q: 'is:op has:image board:tech', limit: '1' }).toString()}`,
  );
  const { hits } = (await answer.json()) as { hits: readonly { board: string; thread: number }[] };
  const [hit] = hits;
  if (hit === undefined) throw new Error('the demo site has no thread with a picture on /tech/');
  return `/${hit.board}/thread/${hit.thread}`;
}
