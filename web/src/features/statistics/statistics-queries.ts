import { queryOptions } from '@tanstack/react-query';
import { fetchStatistics } from '../../lib/api-client.ts';

export function statisticsQuery(board: string) {
  return queryOptions({
    queryKey: ['statistics', board],
    queryFn: ({ signal }) => fetchStatistics(board, signal),
    staleTime: 60_000,
    retryOnMount: false,
  });
}
