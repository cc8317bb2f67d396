import { queryOptions } from '@tanstack/react-query';
import { fetchBoards } from './api-client.ts';

export function boardsQuery() {
  return queryOptions({
    queryKey: ['boards'],
    queryFn: async ({ signal }) => (await fetchBoards(signal)).boards,
    staleTime: 20_000,
    retryOnMount: false,
  });
}
