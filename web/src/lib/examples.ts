import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './api.ts';

/** Queries for each part of the query language that find posts in this archive. */
export function examplesQuery() {
  return queryOptions({
    queryKey: ['search-examples'],
    queryFn: async ({ signal }) => {
      const { examples, partial } = await answerOf(api.GET('/api/v1/search/examples', { signal }));
      return { examples, partial };
    },
    staleTime: 5 * 60_000,
    retry: false,
  });
}

const WAIT_MS = 500;

/** Reads the examples for a page, which is shown without them if they take longer: the first count after a start may take seconds. */
export async function readExamplesSoon(queryClient: QueryClient): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, WAIT_MS);
  });
  await Promise.race([queryClient.prefetchQuery(examplesQuery()), late]);
  clearTimeout(timer);
}
