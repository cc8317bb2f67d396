import { queryOptions } from '@tanstack/react-query';
import { fetchActivity, fetchStatistics } from '../../lib/api-client.ts';

export function statisticsQuery(board: string) {
  return queryOptions({
    queryKey: ['statistics', board],
    queryFn: ({ signal }) => fetchStatistics(board, signal),
    staleTime: 60_000,
    retryOnMount: false,
  });
}

/** Beside the list of boards and after it: a failure is nobody's concern. */
export function activityQuery() {
  return queryOptions({
    queryKey: ['activity'],
    queryFn: ({ signal }) => fetchActivity(signal),
    staleTime: 60_000,
    retry: false,
  });
}
