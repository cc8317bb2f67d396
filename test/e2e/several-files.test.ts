/** A captured thread of a vichan site with several files in a post is scraped, searched and looked at, if SAGASU_CAPTURES names its folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchAnswer } from '../../mappings/contract/search.ts';
import { upsertBoard } from '../../store/boards/boards.ts';
import { createHarness, type Harness } from '../integration/scraper/harness.ts';
import { createMediaHarness, type MediaHarness } from '../integration/scraper/media/harness.ts';
import { eventually } from '../support/archive.ts';
import { drained, openIndexer } from '../support/indexer.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { freePort } from '../support/ports.ts';
import { useWorld } from '../support/world.ts';

const folder = join(process.env['SAGASU_CAPTURES'] ?? '', 'reports');

describe.skipIf(!existsSync(join(folder, 'vichan/vpics')))('a captured post with several files', () => {
  const world = useWorld();
  let site: ChildProcess;
  let scraper: Harness;
  let media: MediaHarness;
  let pages: OpenPages;

  beforeAll(async () => {
    const port = await freePort();
    site = spawn('python3', [join(folder, 'serve.py'), join(folder, 'vichan'), String(port)], { stdio: 'ignore' });
    const url = `http://127.0.0.1:${port}`;
    await eventually('the site is there', async () => (await fetch(`${url}/vpics/threads.json`)).ok);
    const board = await upsertBoard(world().pool, {
      name: 'vpics',
      title: 'Pictures',
      worksafe: true,
      source: 'vichan',
      url,
      mediaUrl: url,
    });
    scraper = createHarness(world(), board);
    media = await createMediaHarness(world());
    await scraper.pass();
    await media.fetchDue([board]);
    const indexer = await openIndexer(world());
    await drained(world());
    await indexer.close();
    await world().elasticsearch.indices.refresh({ index: `${world().indexPrefix}*` });
    pages = await openPages(world(), undefined, media.root);
  });

  afterAll(async () => {
    await pages?.close();
    await media?.close();
    await scraper?.close();
    site?.kill();
  });

  test.each([
    ['file:"second kettle"', [1001]],
    ['file:multifirst', [1001]],
    ['file:*econd*', [1001]],
    ['file:="second kettle"', [1001]],
    ['md5:"Rpt1mmY9FLL9d9JBIEMaTg=="', [1001]],
    ['md5:"ZwIXaQ6QDCESRSpsAaLMRA=="', [1001]],
    ['width:404', [1001]],
    ['ext:webm', [1006, 1007]],
  ])('%s finds it by any of its files', async (q, expected) => {
    const answer = (await (
      await fetch(`${pages.origin}/api/v1/search?q=${encodeURIComponent(q)}`)
    ).json()) as SearchAnswer;
    expect(answer.hits.map(({ num }) => num).toSorted((a, b) => a - b)).toEqual(expected);
  });

  test.each([
    ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
    ['desktop', { viewport: { width: 1280, height: 900 } }],
  ])('on a %s all its files are in place, and the viewer steps through them', async (_name, options) => {
    const page = await pages.browser.newPage(options);
    await page.goto(`${pages.origin}/vpics/thread/1000`);
    await page.locator('#page-data').waitFor({ state: 'detached' });
    const pictures = page.locator('[id="1001"] .post-files-one a.picture');
    const boxes = await pictures.all().then(async (all) => Promise.all(all.map(async (one) => one.boundingBox())));
    const [first, second] = boxes;
    // Beside each other, within the window.
    expect([boxes.length, second?.y]).toEqual([2, first?.y]);
    expect((second?.x ?? 0) + (second?.width ?? 0)).toBeLessThan(options.viewport.width);
    expect(second?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0));
    for (const [at, size] of [1215, 1225].entries()) {
      const address = (await pictures.nth(at).getAttribute('href')) ?? '';
      expect((await (await fetch(`${pages.origin}${address}`)).arrayBuffer()).byteLength).toBe(size);
    }
    await pictures.nth(0).click();
    await page.getByRole('button', { name: 'Full screen' }).first().click();
    const viewer = page.getByRole('dialog', { name: 'File viewer' });
    const shown: string[] = [];
    for (let at = 0; at < 3; at++) {
      if (at > 0) await viewer.getByRole('button', { name: /Next|→/ }).click();
      await viewer.locator('img, video').first().waitFor();
      shown.push(await viewer.locator('.viewer-file').innerText());
    }
    expect(shown).toEqual(['multifirst.jpg', 'second kettle.jpg', 'thumbjpg.jpg']);
    await page.close();
  });
});
