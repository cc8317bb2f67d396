import type { QueryClient } from '@tanstack/react-query';
import { createRoute, redirect } from '@tanstack/react-router';
import { PAGE_PATHS } from '../../../mappings/page-paths.ts';
import { ResultsSkeleton } from '../components/results-skeleton.tsx';
import { readSearchParams } from '../features/search/params.ts';
import { facetsQuery, postsOfNumberQuery, searchQuery, timelineQuery, toSearch } from '../features/search/queries.ts';
import { boardOfDeleted } from '../lib/addresses.ts';
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
      queryClient.prefetchQuery(searchQuery(search)),
      ...(deps.form === 'open' ? [loadForm(queryClient, deps.q ?? '')] : []),
      // Loaded before a rendered page is hydrated: until then a picture is only a link to its file.
      ...(deps.view === 'gallery' ? [import('../features/search/results/picture-hits.tsx')] : []),
      ...(isServer && deps.filters === 'open'
        ? [queryClient.prefetchQuery(facetsQuery(search.q)), queryClient.prefetchQuery(timelineQuery(search.q))]
        : []),
      ...(reference === null ? [] : [queryClient.prefetchQuery(postsOfNumberQuery(reference.num, reference.subnum))]),
    ]);
  },
  pendingComponent: PendingSearch,
  component: SearchPage,
  staticData: { isWide: true },
});

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
    const q = queryOfForm(search);
    throw redirect({ to: '/search', search: q === '' ? { form: 'open' } : { q }, replace: true });
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
