import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { BoardHead } from '../components/board-head.tsx';
import { FeedLinks } from '../components/feed-links.tsx';
import { SETTLED_MS, useIsTyped } from '../features/search/bar/query-draft.ts';
import { FacetsAside, FacetsSkeleton, useIsWide } from '../features/search/filters/facets-layout.tsx';
import { type readSearchParams, sortParam, withoutView } from '../features/search/params.ts';
import { searchQuery, toSearch } from '../features/search/queries.ts';
import { ResultsTools } from '../features/search/results/results-tools.tsx';
import { Results } from '../features/search/results/results.tsx';
import { boardOfDeleted, searchAddress, stringifySearch } from '../lib/addresses.ts';
import { useLinkPreview } from '../lib/link-preview.ts';
import { t } from '../lib/messages.ts';
import { boardsQuery } from '../lib/queries.ts';
import { useIsPainted } from '../lib/rendering.ts';
import { useDebounced } from '../lib/timing.ts';
import { useTitle } from '../lib/use-title.ts';

// Loaded after the hits, like the counts.
const Facets = lazy(async () => ({ default: (await import('../features/search/filters/facets.tsx')).Facets }));
const Timeline = lazy(async () => ({ default: (await import('../features/search/filters/timeline.tsx')).Timeline }));

const route = getRouteApi('/search');

/** The results of a search with all that refines it. */
export function SearchPage() {
  const params = route.useSearch();
  const { q = '', view } = params;
  useTitle(params.q ?? t('search.newest-posts'));
  const search = toSearch(params);
  const { data: boards } = useQuery(boardsQuery());
  const deletedOf = boardOfDeleted(q);
  const hasHead = deletedOf !== null && boards?.every(({ name }) => name !== deletedOf) !== true;
  useLinkPreview(() => ({ path: searchAddress(search.q) }));
  // Facets and timeline are loaded after the hits are painted.
  const isPainted = useIsPainted(search.q);
  const isTyped = useIsTyped();
  const settled = useDebounced(search.q, SETTLED_MS);
  const { data } = useQuery({ ...searchQuery(search), enabled: false });
  // Beside an empty result, the counts of another query would mislead; otherwise they stay, dimmed, until those of this query are loaded.
  const isEmpty = data !== undefined && data.hits.length === 0 && data.next === null;
  const counting = {
    isAsked: isPainted && (!isTyped || settled === search.q),
    keepsPrevious: !isEmpty,
  };
  const isWide = useIsWide();
  const addressOf = (query: string) =>
    `/search${stringifySearch({ q: withoutView(query, view), sort: sortParam(query, params.sort), view })}`;
  const facets = (
    <Suspense fallback={<FacetsSkeleton />}>
      <Facets
        q={search.q}
        {...counting}
        withoutField={view === 'gallery' ? 'has_file' : undefined}
        address={addressOf}
      />
    </Suspense>
  );
  const address = ({ sort = params.sort, cursor, page, ...change }: AddressChange) =>
    `/search${stringifySearch({ q, sort: sortParam(q, sort), cursor, page, view: 'view' in change ? change.view : view })}`;
  return (
    <>
      {/* Only for submitted queries: the address of an unfinished query may be invalid. */}
      {!isTyped && <FeedLinks q={search.q} />}
      {hasHead && <BoardHead board={deletedOf} place="deleted" />}
      <ResultsTools
        search={search}
        q={q}
        sort={params.sort}
        view={view}
        startsWith={params.form === 'open' ? 'form' : params.filters === 'open' ? 'filters' : null}
        address={address}
        filters={isWide ? null : facets}
      />
      <Results
        search={search}
        q={q}
        view={view}
        isPart={hasHead}
        over={
          !isEmpty && (
            <Suspense fallback={<div className="timeline" aria-hidden="true" />}>
              <Timeline q={search.q} {...counting} address={addressOf} />
            </Suspense>
          )
        }
        address={address}
        partAddress={addressOf}
      />
      {/* After the hits in the tab order, before them on a wide screen. */}
      {isWide && <FacetsAside>{facets}</FacetsAside>}
    </>
  );
}

type AddressChange = Partial<Pick<ReturnType<typeof toSearch>, 'sort' | 'cursor' | 'page'>> & {
  readonly view?: ReturnType<typeof readSearchParams>['view'];
};
