import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { SearchAnswer } from '../../../mappings/contract/search.ts';
import type { Thread } from '../../../mappings/contract/thread.ts';
import { type Search, searchQuery } from '../../../web/src/features/search/queries.ts';
import { Results } from '../../../web/src/features/search/results/results.tsx';
import { threadQuery } from '../../../web/src/features/thread/queries.ts';
import { ThreadView } from '../../../web/src/features/thread/thread-view.tsx';
import { aHit, aPost } from '../posts.ts';

const NOTICE = 'database is unavailable';
const search: Search = { q: 'loaf', sort: undefined, cursor: undefined };

function draw(page: ReactNode, key: readonly unknown[], answer: unknown): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(key, answer);
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory(),
    context: { modules: [] },
  } as never);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RouterContextProvider router={router as never}>{page}</RouterContextProvider>
    </QueryClientProvider>,
  );
}

function drawResults(origin: Pick<SearchAnswer, 'source' | 'degraded'>): string {
  const answer: SearchAnswer = {
    hits: [aHit({ comment: 'a loaf' })],
    total: { value: 1, relation: 'eq' },
    sort: 'old',
    group: null,
    next: null,
    previous: null,
    took_ms: 1,
    partial: false,
    partial_reasons: [],
    parts: [],
    ...origin,
  };
  return draw(
    <Results search={search} address={() => '/search'} partAddress={() => '/search'} />,
    searchQuery(search).queryKey,
    answer,
  );
}

function drawThread(origin: Pick<Thread, 'source' | 'degraded'>): string {
  const thread: Thread = { board: 'ck', num: 100, rev: 1, posts: [aPost({ num: 100, opener: true })], ...origin };
  return draw(<ThreadView board="ck" num={100} part={{}} target="" />, threadQuery('ck', 100).queryKey, thread);
}

test.each([
  ['results', drawResults],
  ['a thread', drawThread],
])('%s without the database show a notice, and otherwise do not', (_name, drawn) => {
  expect(drawn({ source: 'elasticsearch', degraded: true })).toContain(NOTICE);
  for (const source of ['postgres', 'elasticsearch'] as const) {
    const markup = drawn({ source, degraded: false });
    expect(markup).not.toContain(NOTICE);
    expect(markup).toContain('<article');
  }
});
