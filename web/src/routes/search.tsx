import { createRoute } from '@tanstack/react-router';
import { ResultsSkeleton } from '../components/results-skeleton.tsx';
import { SETTLED_MS, useIsTyped } from '../features/search/bar/query-draft.ts';
import { Facets, FacetsDrawer } from '../features/search/filters/facets.tsx';
import { Timeline } from '../features/search/filters/timeline.tsx';
import { FormSearch } from '../features/search/form/advanced-search.tsx';
import { readSearchParams, sortParam, withoutView } from '../features/search/params.ts';
import { searchQuery, toSearch } from '../features/search/queries.ts';
import { Results } from '../features/search/results/results.tsx';
import { stringifySearch } from '../lib/addresses.ts';
import { t } from '../lib/messages.ts';
import { useIsPainted } from '../lib/rendering.ts';
import { useDebounced } from '../lib/timing.ts';
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

function SearchPage() {
  const params = searchRoute.useSearch();
  const { q = '', view } = params;
  useTitle(params.q ?? t('search.newest-posts'));
  const search = toSearch(params);
  // Facets and timeline are loaded after the hits are painted.
  const isPainted = useIsPainted(search.q);
  // While the reader types, the counts of the previous query stay until typing stops.
  const isTyped = useIsTyped();
  const settled = useDebounced(search.q, SETTLED_MS);
  const counting = { isAsked: isPainted && (!isTyped || settled === search.q), keepsPrevious: isTyped };
  const addressOf = (query: string) =>
    `/search${stringifySearch({ q: withoutView(query, view), sort: sortParam(query, params.sort), view })}`;
  return (
    <div className="search-page">
      <FacetsDrawer>
        <Facets q={search.q} {...counting} address={addressOf} />
      </FacetsDrawer>
      <Results
        search={search}
        q={q}
        view={view}
        over={
          <>
            <FormSearch q={q} sort={params.sort} startsOpen={params.form === 'open'} />
            <Timeline q={search.q} {...counting} address={addressOf} />
          </>
        }
        address={({ sort = params.sort, cursor, ...change }) =>
          `/search${stringifySearch({ q, sort: sortParam(q, sort), cursor, view: 'view' in change ? change.view : view })}`
        }
      />
    </div>
  );
}
