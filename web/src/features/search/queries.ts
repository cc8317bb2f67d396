import { queryOptions } from '@tanstack/react-query';
import type { SearchSort } from '../../../../mappings/contract/search.ts';
import { fetchFacets, fetchPostsOfNumber, fetchSearch, fetchTimeline } from '../../lib/api-client.ts';
import { type SearchParams, viewQuery } from './params.ts';

export interface Search {
  readonly q: string;
  readonly sort: SearchSort | undefined;
  readonly cursor: string | undefined;
  readonly page?: string | undefined;
  readonly group?: 'thread' | undefined;
}

/** The search behind a page of results. */
export function toSearch({ q = '', sort, cursor, page, view }: SearchParams): Search {
  return { ...viewQuery(q, view), sort, cursor, page };
}

/**
 * Results stay as they were loaded until the reader searches again: going back shows the same hits at the same position.
 * New posts are offered by `newHitsQuery`.
 */
export function searchQuery({ q, sort, cursor, page, group }: Search) {
  return queryOptions({
    queryKey: ['search', q, sort ?? null, cursor ?? null, page ?? null, group ?? null] as const,
    queryFn: ({ signal }) => fetchSearch({ q, sort, cursor, page, group }, signal),
    staleTime: Infinity,
    gcTime: 30 * 60_000,
    retryOnMount: false,
  });
}

/** The exact number of hits, for a page whose total is a lower bound. */
export function exactTotalQuery({ q }: Search) {
  return queryOptions({
    queryKey: ['exact-total', q],
    queryFn: async ({ signal }) =>
      (await fetchSearch({ q, sort: undefined, cursor: undefined, limit: 1, count: 'exact' }, signal)).total,
    staleTime: Infinity,
    retry: false,
  });
}

/** The posts with a number on all boards. */
export function postsOfNumberQuery(num: number, subnum: number) {
  return queryOptions({
    queryKey: ['posts-of-number', num, subnum] as const,
    queryFn: async ({ signal }) => (await fetchPostsOfNumber(num, subnum, signal)).posts,
    staleTime: 60_000,
    retry: false,
  });
}

const FRESH_MS = 60_000;

/** Facets of a query's hits, loaded after the results; on failure they are left out. */
export function facetsQuery(q: string) {
  return queryOptions({
    queryKey: ['facets', q],
    queryFn: ({ signal }) => fetchFacets(q, signal),
    staleTime: FRESH_MS,
    retry: false,
  });
}

/** Days are in UTC, as in queries, so that an address finds the same posts for every reader. */
export function timelineQuery(q: string) {
  return queryOptions({
    queryKey: ['timeline', q],
    queryFn: ({ signal }) => fetchTimeline(q, signal),
    staleTime: FRESH_MS,
    retry: false,
  });
}
