import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../../web/src/lib/api.ts';

const FRESH_MS = 60_000;

/** The series of a thread. `awaitsNext`: the thread is live, so a next edition may begin soon. */
export function threadSeriesQuery(board: string, num: number, awaitsNext = false) {
  return queryOptions({
    queryKey: ['thread-series', board, num] as const,
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/boards/{board}/threads/{num}/series', { params: { path: { board, num } }, signal })),
    staleTime: FRESH_MS,
    // A failure is not shown: the thread is complete without its series.
    retry: false,
    refetchInterval: ({ state: { data } }) =>
      awaitsNext && data !== undefined && data.series !== null && data.next === null ? FRESH_MS : false,
  });
}
