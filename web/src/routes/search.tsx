import { createRoute } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { FeedLinks } from '../components/feed-links.tsx';
import { SETTLED_MS, useIsTyped } from '../features/search/bar/query-draft.ts';
import { Facets, FacetsAside, useIsWide } from '../features/search/filters/facets.tsx';
import { Timeline } from '../features/search/filters/timeline.tsx';
import { readSearchParams, sortParam, withoutView } from '../features/search/params.ts';
import { postsOfNumberQuery, searchQuery, toSearch } from '../features/search/queries.ts';
import { ResultsTools } from '../features/search/results/results-tools.tsx';
import { Pending, Results } from '../features/search/results/results.tsx';
import { stringifySearch } from '../lib/addresses.ts';
import { t } from '../lib/messages.ts';
import { readPostReference } from '../lib/post-reference.ts';
import { useIsPainted } from '../lib/rendering.ts';
import { useDebounced } from '../lib/timing.ts';
import { useTitle } from '../lib/use-title.ts';
import { rootRoute } from './root.tsx';

export const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  validateSearch: readSearchParams,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, isServer }, deps }) => {
    const reference = isServer ? readPostReference(deps.q ?? '') : null;
    await Promise.all([
      queryClient.prefetchQuery(searchQuery(toSearch(deps))),
      ...(reference === null ? [] : [queryClient.prefetchQuery(postsOfNumberQuery(reference.num, reference.subnum))]),
    ]);
  },
  pendingComponent: PendingSearch,
  component: SearchPage,
});

/** In the columns of the results, so that nothing moves when they arrive. */
function PendingSearch() {
  const { q = '' } = searchRoute.useSearch();
  return (
    <div className="search-page">
      <div className="search-main">
        <div className="results-tools" />
        <Pending q={q} />
      </div>
    </div>
  );
}

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
  const { data } = useQuery({ ...searchQuery(search), enabled: false });
  // Counts of another query beside no hits would mislead.
  const isEmpty = data !== undefined && data.hits.length === 0 && data.next === null;
  const counting = {
    isAsked: isPainted && (!isTyped || settled === search.q),
    keepsPrevious: isTyped && !isEmpty,
  };
  const isWide = useIsWide();
  const addressOf = (query: string) =>
    `/search${stringifySearch({ q: withoutView(query, view), sort: sortParam(query, params.sort), view })}`;
  const facets = <Facets q={search.q} {...counting} address={addressOf} />;
  const address = ({ sort = params.sort, cursor, ...change }: AddressChange) =>
    `/search${stringifySearch({ q, sort: sortParam(q, sort), cursor, view: 'view' in change ? change.view : view })}`;
  return (
    <div className="search-page">
      {/* Only of what was sent: the address of an unfinished query may be invalid. */}
      {!isTyped && <FeedLinks q={search.q} />}
      <div className="search-main">
        <ResultsTools
          search={search}
          q={q}
          sort={params.sort}
          view={view}
          startsWithForm={params.form === 'open'}
          address={address}
          filters={isWide ? null : facets}
        />
        <Results
          search={search}
          q={q}
          view={view}
          over={!isEmpty && <Timeline q={search.q} {...counting} address={addressOf} />}
          address={address}
          partAddress={addressOf}
        />
      </div>
      {/* Behind the hits for the keyboard, before them on a wide screen. */}
      {isWide && <FacetsAside>{facets}</FacetsAside>}
    </div>
  );
}

type AddressChange = Partial<Pick<ReturnType<typeof toSearch>, 'sort' | 'cursor'>> & {
  readonly view?: ReturnType<typeof readSearchParams>['view'];
};
