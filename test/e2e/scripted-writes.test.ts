/**
 * Texts that readers and staff write, each of which tries to run as a script: ghost posts, reports, bans and appeals, on every page that
 * shows them. No script runs, and the pages' policy has nothing to block.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenAdmin, PASSWORD } from '../integration/server/admin/given-admin.ts';
import { givenArchive, givenConfig, givenServer } from '../integration/server/given-archive.ts';
import { signIn } from '../support/admin.ts';
import { countOf } from '../support/full-counts.ts';
import { drained, openIndexer } from '../support/indexer.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { SCRIPTED_TEXTS } from '../support/scripted-text.ts';
import { openWatchedPage, provoke } from '../support/watched-scripts.ts';
import { useWorld } from '../support/world.ts';

const COUNT = countOf(3_000);
/** Includes every kind, even at a twentieth of the count. */
const TEXTS = Array.from(
  { length: COUNT },
  (_, place) => SCRIPTED_TEXTS[Math.floor((place * SCRIPTED_TEXTS.length) / COUNT)] ?? '',
);
const PER_THREAD = 75;
const FIRST = 1_000;
const LONG_MS = 1_800_000;

const world = useWorld();
let pages: OpenPages;
let page: Page;
let problems: readonly string[];
const threads = Array.from({ length: Math.ceil(TEXTS.length / PER_THREAD) }, (_, place) => FIRST + place);
const addressOf = (place: number) => `2001:db8:${(place + 1).toString(16)}::1`;
let banPage = '';

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.store(
    'g',
    threads.map((num) => ({ num, thread: num, opener: true, comment: 'a thread' })),
  );
  await world().pool.query(
    `update boards set settings = '{"ghosts": {"allowed": true, "proof": false}, "publicLog": true}' where name = 'g'`,
  );
  const server = await givenServer(world(), { config: givenConfig(world()), clock: () => new Date() });
  const admin = await givenAdmin(world(), server, 'root');
  const send = async (url: string, payload: object, place: number) => {
    const answer = await server.app.inject({ method: 'POST', url, payload, remoteAddress: addressOf(place) });
    return { status: answer.statusCode, body: answer.body };
  };
  for (const [place, text] of TEXTS.entries()) {
    const thread = threads[Math.floor(place / PER_THREAD)] ?? FIRST;
    // Long texts do not fit into lines; every text fits into the comment.
    const line = text.slice(0, 100);
    const ghost = {
      board: 'g',
      thread,
      name: line,
      email: line,
      subject: line,
      comment: `${text} ${place}`,
      password: 'hunter22',
    };
    const answer = await send('/api/v1/ghosts', ghost, place);
    // A name with `##` requires a secure tripcode, which this archive does not support.
    const written = answer.status === 400 ? await send('/api/v1/ghosts', { ...ghost, name: '' }, place) : answer;
    expect([written.status, text]).toEqual([201, text]);
    const { subnum } = JSON.parse(written.body) as { subnum: number };
    const note = { board: 'g', num: thread, subnum, category: 'other', note: text.slice(0, 500) };
    expect((await send('/api/v1/reports', note, place)).status).toBe(201);
    const ban = {
      network: `198.51.${Math.floor(place / 250)}.${place % 250}`,
      boards: ['g'],
      days: 1,
      reason: text.slice(0, 500),
    };
    expect((await admin.send('POST', '/bans', ban)).status).toBe(201);
  }
  const refused = await server.app.inject({
    method: 'POST',
    url: '/api/v1/reports',
    payload: { board: 'g', num: FIRST, category: 'other' },
    remoteAddress: '198.51.0.0',
  });
  banPage = new URL(refused.json<{ appeal: string }>().appeal, 'http://archive.example').pathname;
  await server.app.inject({
    method: 'POST',
    url: banPage,
    payload: new URLSearchParams({ appeal: (TEXTS[0] ?? '').slice(0, 300) }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  await server.close();
  const indexer = await openIndexer(world());
  await drained(world());
  await indexer.close();
  await world().elasticsearch.indices.refresh({ index: `${world().indexPrefix}*` });
  pages = await openPages(world(), () => new Date());
  ({ page, problems } = await openWatchedPage(pages.browser));
}, LONG_MS);
afterAll(async () => pages?.close());

async function provokeAt(path: string, shown: string): Promise<void> {
  await page.goto(`${pages.origin}${path}`);
  await page.locator(shown).first().waitFor();
  expect(await provoke(page), path).toEqual([]);
}

test('a scripted ghost post does not run in its thread', { timeout: LONG_MS }, async () => {
  for (const thread of threads) {
    await provokeAt(`/g/thread/${thread}`, 'article.post-ghost');
    const posts = await page.locator('article.post-ghost').count();
    expect(posts).toBe(Math.min(PER_THREAD, TEXTS.length - (thread - FIRST) * PER_THREAD));
  }
  expect(problems).toEqual([]);
});

test('a scripted ghost post does not run among search hits', { timeout: LONG_MS }, async () => {
  let path: string | null = '/search?q=is:ghost';
  let shown = 0;
  while (path !== null) {
    await provokeAt(path, 'article.hit');
    shown += await page.locator('article.hit').count();
    const next = page.locator('a[rel=next]');
    path = (await next.count()) === 0 ? null : await next.first().getAttribute('href');
  }
  expect(shown).toBe(TEXTS.length);
  expect(problems).toEqual([]);
});

test(
  'scripted reports, bans and appeals run neither on staff pages nor on the page of the banned reader',
  { timeout: LONG_MS },
  async () => {
    await page.goto(`${pages.origin}/admin/boards`);
    await signIn(page, { name: 'root', password: PASSWORD });
    await page.locator('.board-table').waitFor();
    for (const list of ['/admin/reports', '/admin/bans']) {
      let path: string | null = list;
      let shown = 0;
      while (path !== null) {
        await provokeAt(path, 'section.reported');
        shown += await page.locator('section.reported').count();
        const next = page.locator('a.pager-next');
        path = (await next.count()) === 0 ? null : await next.first().getAttribute('href');
      }
      expect([list, shown]).toEqual([list, TEXTS.length]);
    }
    await provokeAt('/admin/audit', 'h1');
    await provokeAt('/moderation', 'h1');
    await provokeAt(banPage, 'h1');
    expect(problems).toEqual([]);
  },
);
