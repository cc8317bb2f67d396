/** Opens the pages over the boards of read-boards.ts, in a wide window. */
import type { Page } from 'playwright-core';
import { givenArchive } from '../integration/server/given-archive.ts';
import { listensToKeys } from './hydrated.ts';
import { openPages, type OpenPages } from './open-pages.ts';
import { givenReadBoard } from './read-boards.ts';
import type { World } from './world.ts';

export interface ReadPages extends OpenPages {
  readonly page: Page;
  /** Opens a page with posts, and waits until it listens to keys. */
  open(address: string): Promise<void>;
}

/** `more`: writes further boards. */
export async function openReadPages(
  world: World,
  more?: (archive: ReturnType<typeof givenArchive>) => Promise<void>,
): Promise<ReadPages> {
  const archive = givenArchive(world);
  await givenReadBoard(archive);
  await more?.(archive);
  const pages = await openPages(world);
  const page = await (await pages.browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  return {
    ...pages,
    page,
    async open(address) {
      await page.goto(`${pages.origin}${address}`);
      await page.locator('article').first().waitFor();
      await listensToKeys(page);
    },
  };
}
