import { queryOptions } from '@tanstack/react-query';
import type { SearchAnswer, SearchSort } from '../../../../mappings/contract/search.ts';
import { fetchFacets, fetchSearch, fetchTimeline } from '../../lib/api-client.ts';
import { type SearchParams, viewQuery } from './params.ts';

export interface Search {
  readonly q: string;
  readonly sort: SearchSort | undefined;
  readonly cursor: string | undefined;
  readonly group?: 'thread' | undefined;
}

/** What a page of results asks. */
export function toSearch({ q = '', sort, cursor, view }: SearchParams): Search {
  return { ...viewQuery(q, view), sort, cursor };
}

/**
 * An answer stays as it was read until the reader asks again: going back shows the same hits at the same place, and what
 * is new is offered by `newHitsQuery`.
 */
export function searchQuery({ q, sort, cursor, group }: Search) {
  return queryOptions({
    queryKey: ['search', q, sort ?? null, cursor ?? null, group ?? null] as const,
    queryFn: ({ signal }) => fetchSearch({ q, sort, cursor, group }, signal),
    staleTime: Infinity,
    gcTime: 30 * 60_000,
    retryOnMount: false,
  });
}

const LOOK_EVERY_MS = 5_000;
const LOOK_AFTER_FAILURE_MS = 30_000;

/** Looks for newer posts while the tab is visible, first when `answer` is old enough: read at `answeredAt`. */
export function newHitsQuery(q: string, answer: SearchAnswer, answeredAt: number) {
  return queryOptions<SearchAnswer>({
    queryKey: ['new-hits', q],
    queryFn: ({ signal }) => fetchSearch({ q, sort: 'new', cursor: undefined }, signal),
    initialData: answer,
    initialDataUpdatedAt: answeredAt,
    staleTime: LOOK_EVERY_MS,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? LOOK_AFTER_FAILURE_MS : LOOK_EVERY_MS),
  });
}

/** How many posts match; asked for when a query has no hits, about what is left of it. */
export function countQuery(q: string) {
  return queryOptions({
    queryKey: ['count', q],
    queryFn: async ({ signal }) =>
      (await fetchSearch({ q, sort: undefined, cursor: undefined, limit: 1 }, signal)).total,
    staleTime: 60_000,
    retry: false,
  });
}

const FRESH_MS = 60_000;

/** Counts of what the hits of a query are, beside the results and after them: a failure is nobody's concern. */
export function facetsQuery(q: string) {
  return queryOptions({
    queryKey: ['facets', q],
    queryFn: ({ signal }) => fetchFacets(q, signal),
    staleTime: FRESH_MS,
    retry: false,
  });
}

/** Days are those of UTC, as in a query: an address means the same posts to every reader. */
export function timelineQuery(q: string) {
  return queryOptions({
    queryKey: ['timeline', q],
    queryFn: ({ signal }) => fetchTimeline(q, signal),
    staleTime: FRESH_MS,
    retry: false,
  });
}
