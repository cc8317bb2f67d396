import { queryOptions } from '@tanstack/react-query';
import { fetchFacets, fetchTimeline } from '../../../lib/api-client.ts';

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
