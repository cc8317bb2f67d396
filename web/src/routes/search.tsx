import type { QueryClient } from '@tanstack/react-query';
import { createRoute, redirect } from '@tanstack/react-router';
import { PAGE_PATHS } from '../../../mappings/page-paths.ts';
import { ResultsSkeleton } from '../components/results-skeleton.tsx';
import { readSearchParams } from '../features/search/params.ts';
import {
  facetsQuery,
  postsOfNumberQuery,
  type Search,
  searchQuery,
  timelineQuery,
  toSearch,
} from '../features/search/queries.ts';
import { boardOfDeleted } from '../lib/addresses.ts';
import { examplesQuery } from '../lib/examples.ts';
import { readPostReference } from '../lib/post-reference.ts';
import { SearchPage } from './search-page.tsx';
import { loadBoards } from './boards.tsx';
import { rootRoute } from './root.tsx';

export const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGE_PATHS.search,
  validateSearch: readSearchParams,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, isServer }, deps }) => {
    const reference = isServer ? readPostReference(deps.q ?? '') : null;
    const search = toSearch(deps);
    const deletedOf = boardOfDeleted(deps.q ?? '');
    await Promise.all([
      ...(deletedOf === null ? [] : [loadBoards(queryClient, deletedOf)]),
      loadHits(queryClient, search, isServer),
      ...(deps.form === 'open' ? [loadForm(queryClient, deps.q ?? '')] : []),
      ...(isServer && deps.filters === 'open'
        ? [queryClient.prefetchQuery(facetsQuery(search.q)), queryClient.prefetchQuery(timelineQuery(search.q))]
        : []),
      ...(reference === null ? [] : [queryClient.prefetchQuery(postsOfNumberQuery(reference.num, reference.subnum))]),
    ]);
  },
  pendingComponent: PendingSearch,
  component: SearchPage,
});

/** A server adds the examples that stand below a search without hits. */
async function loadHits(queryClient: QueryClient, search: Search, isServer: boolean): Promise<void> {
  const query = searchQuery(search);
  await queryClient.prefetchQuery(query);
  const hits = queryClient.getQueryData(query.queryKey)?.hits;
  if (isServer && hits?.length === 0) await queryClient.prefetchQuery(examplesQuery());
}

/** For a page that opens with the form. Elsewhere the form's scripts and data are loaded when it is opened. */
async function loadForm(queryClient: QueryClient, q: string): Promise<void> {
  const { partsQuery } = await import('../features/search/form/form-fields.tsx');
  await queryClient.prefetchQuery(partsQuery(q));
}

/** Redirects the form of a browser without scripts to its search. */
export const formRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGE_PATHS.searchForm,
  validateSearch: (sent: Record<string, unknown>) => sent,
  beforeLoad: async ({ search }) => {
    const { queryOfForm } = await import('../features/search/form/sent-form.ts');
    throw redirect({ to: '/search', search: { q: queryOfForm(search) }, replace: true });
  },
});

/** Uses the columns of the results, so that nothing moves when they arrive. */
function PendingSearch() {
  return (
    <>
      <div className="results-head" />
      <ResultsSkeleton />
    </>
  );
}
