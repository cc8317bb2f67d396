import { createRoute } from '@tanstack/react-router';
import { Results } from '../features/search/results.tsx';
import { ResultsSkeleton } from '../features/search/results-skeleton.tsx';
import { readSearchParams, sortParam, type SearchParams } from '../features/search/search-params.ts';
import { searchQuery, type Search } from '../features/search/search-queries.ts';
import { stringifySearch } from '../lib/addresses.ts';
import { useTitle } from '../lib/use-title.ts';
import { rootRoute } from './root.tsx';

export const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  validateSearch: readSearchParams,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => context.queryClient.prefetchQuery(searchQuery(toSearch(deps))),
  pendingComponent: ResultsSkeleton,
  component: SearchPage,
});

function toSearch({ q = '', sort, cursor }: SearchParams): Search {
  return { q, sort, cursor };
}

function SearchPage() {
  const params = searchRoute.useSearch();
  useTitle(params.q ?? 'Newest posts');
  return (
    <Results
      search={toSearch(params)}
      address={({ sort = params.sort, cursor }) =>
        `/search${stringifySearch({ q: params.q, sort: sortParam(params.q ?? '', sort), cursor })}`
      }
    />
  );
}
