/** Kicks a thread that was not fetched recently when it is opened; the page's refresh shows the result. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Freshness } from '../../../../mappings/contract/freshness.ts';
import type { Thread } from '../../../../mappings/contract/thread.ts';
import { answerOf, api } from '../../lib/api.ts';
import { isLive } from './queries.ts';

/**
 * By default boards are polled every 10 seconds while there are new posts and at least every 80 seconds otherwise. For threads fetched
 * less than a minute ago, a kick would hardly be faster than the next poll.
 */
const STALE_AFTER_SECONDS = 60;

/** An age of null (no longer harvested, or unknown) is not stale. */
export function isStale({ age_seconds }: Pick<Freshness, 'age_seconds'>): boolean {
  return age_seconds !== null && age_seconds > STALE_AFTER_SECONDS;
}

/** Kicks at most once per opening and per minute. A refusal is not an error: the thread is fetched on schedule. */
export function kickQuery(board: string, num: number) {
  return queryOptions({
    queryKey: ['kick', board, num] as const,
    queryFn: async ({ signal }): Promise<'fresh' | 'kicked' | 'refused'> => {
      try {
        const params = { path: { board, num } };
        const freshness = await answerOf(api.GET('/api/v1/boards/{board}/threads/{num}/freshness', { params, signal }));
        if (!isStale(freshness)) return 'fresh';
        await answerOf(api.POST('/api/v1/kick', { body: { url: `/${board}/thread/${num}` }, signal }));
        return 'kicked';
      } catch (error) {
        if (signal.aborted) throw error;
        return 'refused';
      }
    },
    staleTime: STALE_AFTER_SECONDS * 1000,
    retry: false,
    refetchOnReconnect: false,
    notifyOnChangeProps: [],
  });
}

export function useKickWhenStale(thread: Thread): void {
  useQuery({ ...kickQuery(thread.board, thread.num), enabled: mayKick(thread) });
}

/** While the database is unavailable, new posts cannot be stored. */
export function mayKick(thread: Thread): boolean {
  return isLive(thread) && !thread.degraded;
}
