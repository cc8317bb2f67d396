/** Counts and deadlines, which the form shows too. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../../web/src/lib/api.ts';

export const statisticsQuery = () =>
  queryOptions({
    queryKey: ['removal-statistics'] as const,
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/removal-requests/statistics', { signal })),
    staleTime: 60_000,
    retryOnMount: false,
  });

export async function loadStatistics(queryClient: QueryClient): Promise<void> {
  await queryClient.prefetchQuery(statisticsQuery());
}
