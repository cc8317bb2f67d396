/** Pages without content say so in the reader's language, and offer a next step, on a phone too. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenArchive } from '../integration/server/given-archive.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { useWorld } from '../support/world.ts';

const MD5 = encodeURIComponent(`md5:${'A'.repeat(22)}==`);
const world = useWorld();
let pages: OpenPages;
const readers: { readonly language: string; readonly page: Page }[] = [];

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.board('leer');
  await archive.storeAndIndex('g', [
    { num: 100, thread: 100, opener: true, subject: 'Herons', comment: 'a grey heron' },
    { num: 101, thread: 100, comment: 'herons again' },
  ]);
  pages = await openPages(world());
  for (const language of ['en', 'de', 'ja']) {
    const context = await pages.browser.newContext({ viewport: { width: 390, height: 844 }, locale: language });
    readers.push({ language, page: await context.newPage() });
  }
});
afterAll(async () => pages?.close());

const EXAMPLE = '.query-examples dt a';
const OTHER_BOARD = '.board-choices a[href="/g/"]';
const DUMPS = '.message-actions a[href="/dumps"]';
const PICTURES = '.facet a[href*="file"]';
const OWN_BOARD = '.message-actions a[href="/g/"]';

/** Address, status, words in the three languages, and the links that lead on. */
test.each([
  ['/search?q=zzzzqqq', 200, ['No posts match', 'Keine Beiträge', '一致する投稿はありません'], [EXAMPLE]],
  [`/search?q=${MD5}`, 200, ['This file is not', 'Diese Datei', 'このファイル'], [EXAMPLE]],
  ['/search?q=heron&page=99', 200, ['results end before', 'So viele Seiten', '前で終わって'], ['.paginate a']],
  ['/search?q=during:2025-13-40', 200, ['takes a date', 'Datum', '日付'], ['.alert a']],
  ['/leer/', 200, ['Nothing has been', 'bisher nichts', 'まだ何も'], [OTHER_BOARD, EXAMPLE]],
  ['/leer/catalog', 200, ['Nothing has been', 'bisher nichts', 'まだ何も'], [OTHER_BOARD, EXAMPLE]],
  ['/leer/images', 200, ['Nothing has been', 'bisher nichts', 'まだ何も'], [OTHER_BOARD, EXAMPLE]],
  ['/leer/statistics', 200, ['Nothing has been', 'bisher nichts', 'まだ何も'], [OTHER_BOARD, EXAMPLE]],
  ['/leer/series', 200, ['Nothing has been', 'bisher nichts', 'まだ何も'], [OTHER_BOARD, EXAMPLE]],
  ['/g/images', 200, ['No images', 'Keine Bilder', '画像がありません'], [EXAMPLE]],
  ['/nonsense', 404, ['no board /nonsense/', 'kein Board /nonsense/', '/nonsense/ という板'], [OTHER_BOARD, EXAMPLE]],
  ['/nonsense/catalog', 404, ['no board /nonsense/', 'kein Board /nonsense/', '/nonsense/ という板'], [OTHER_BOARD]],
  ['/g/page/abc', 404, ['is archived here', 'wird hier archiviert', 'アーカイブされています'], [OWN_BOARD, EXAMPLE]],
  ['/g/thread/abc', 404, ['is archived here', 'wird hier archiviert', 'アーカイブされています'], [OWN_BOARD, EXAMPLE]],
  ['/g/thread/999', 404, ['not in the archive', 'nicht im Archiv', 'アーカイブにありません'], [OWN_BOARD, EXAMPLE]],
  ['/g/post/999', 404, ['not in the archive', 'nicht im Archiv', 'アーカイブにありません'], [OWN_BOARD, EXAMPLE]],
  [
    '/g/series/herons',
    404,
    ['no series', 'keine Serie', 'シリーズ herons はありません'],
    ['.message-actions a', EXAMPLE],
  ],
  ['/dumps/zzz', 404, ['no dump zzz', 'keinen Dump zzz', 'ダンプ zzz はありません'], [DUMPS, EXAMPLE]],
  ['/dumps/999', 404, ['no dump 999', 'keinen Dump 999', 'ダンプ 999 はありません'], [DUMPS, EXAMPLE]],
  ['/dumps/file?md5=x', 404, ['No dump is known', 'kein Dump bekannt', 'ダンプは見つかりません'], [DUMPS, EXAMPLE]],
  ['/search?q=heron&filters=open', 200, ['No post found has', 'Kein gefundener', 'ファイルはありません'], [PICTURES]],
] as const)('%s answers %i with words and a next step', async (address, status, words, links) => {
  for (const [place, { language, page }] of readers.entries()) {
    const answer = await page.goto(`${pages.origin}${address}`);
    expect([language, answer?.status()]).toEqual([language, status]);
    await expect.poll(async () => page.locator('#main').innerText(), { message: language }).toContain(words[place]);
    for (const link of links) await page.locator(link).first().waitFor();
    const bar = await page.locator('#query').inputValue();
    if (status === 404) expect(bar, language).toBe('');
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), language).toBeLessThanOrEqual(0);
  }
});
