import { expect, test } from 'vitest';
import german from '../../../mappings/locales/de/common.json' with { type: 'json' };
import english from '../../../mappings/locales/en/common.json' with { type: 'json' };
import japanese from '../../../mappings/locales/ja/common.json' with { type: 'json' };
import type { RenderRequest, RenderResult } from '../../../mappings/contract/rendering.ts';
import { renderPage } from '../../../web/src/app/server.tsx';
import { createStore } from '../../../web/src/lib/store.ts';
import { findPageBy } from '../../../web/src/lib/page-scope.ts';

const aBoard = (name: string) => ({
  name,
  title: `Board ${name}`,
  worksafe: true,
  listed: true,
  posts: 12,
  source: null,
});

async function rendered(language: string, board: string): Promise<string> {
  let answers: RenderRequest['answers'] = {};
  for (let tries = 0; tries < 5; tries += 1) {
    const result: RenderResult = await renderPage({ address: '/', languages: [language], answers });
    if (result.kind === 'page') return `${result.language} ${result.html}`;
    const found = result.paths.map((path) => {
      const body = path.startsWith('/api/v1/boards') ? { boards: [aBoard(board)], items: [aBoard(board)] } : {};
      return [path, { status: path.startsWith('/api/v1/boards') ? 200 : 404, body: JSON.stringify(body) }] as const;
    });
    answers = { ...answers, ...Object.fromEntries(found) };
  }
  throw new Error('the page needs more and more answers');
}

test('pages are rendered at the same time, each in its language and from its answers', async () => {
  const pages = await Promise.all([rendered('en', 'aa'), rendered('de', 'bb'), rendered('ja', 'cc')]);
  const found = pages.map((page) => [
    page.slice(0, 2),
    /class="skip-link"[^>]*>([^<]+)</.exec(page)?.[1],
    [...new Set([...page.matchAll(/href="\/(aa|bb|cc)\/"/g)].map(([, board]) => board))].join(),
  ]);
  expect(found).toEqual([
    ['en', english['common.skip'], 'aa'],
    ['de', german['common.skip'], 'bb'],
    ['ja', japanese['common.skip'], 'cc'],
  ]);
});

test('each page has its own value of a store', () => {
  const pages = [{}, {}];
  let current: object | undefined;
  findPageBy(() => current);
  const store = createStore('first');
  const heard: string[] = [];
  current = pages[0];
  store.subscribe(() => heard.push(`one: ${store.read()}`));
  store.write('second');
  current = pages[1];
  expect(store.read()).toBe('first');
  store.subscribe(() => heard.push(`two: ${store.read()}`));
  store.write('third');
  current = pages[0];
  expect(store.read()).toBe('second');
  expect(heard).toEqual(['one: second', 'two: third']);
  findPageBy(() => undefined);
});
