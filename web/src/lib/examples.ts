import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './api.ts';

/** Queries for each part of the query language that find posts in this archive. */
export function examplesQuery() {
  return queryOptions({
    queryKey: ['search-examples'],
    queryFn: async ({ signal }) => (await answerOf(api.GET('/api/v1/search/examples', { signal }))).examples,
    staleTime: 5 * 60_000,
    retry: false,
  });
}
