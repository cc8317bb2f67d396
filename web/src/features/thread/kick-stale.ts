/** Whoever opens a thread that nobody looked at lately has it looked at; what comes of that the page's own looks bring. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Freshness } from '../../../../mappings/contract/freshness.ts';
import type { Thread } from '../../../../mappings/contract/thread.ts';
import { fetchFreshness, kickThread } from '../../lib/api-client.ts';
import { isLiving } from './queries.ts';

/**
 * Boards are looked at every ten seconds while there is news, and every eighty at most while there is none, unless their
 * operator says otherwise. Below a minute the next look is hardly later than the one that a kick would bring.
 */
const STALE_AFTER_SECONDS = 60;

/** null is no age: nobody looks for the thread any more, or nobody knows. */
export function isStale({ age_seconds }: Pick<Freshness, 'age_seconds'>): boolean {
  return age_seconds !== null && age_seconds > STALE_AFTER_SECONDS;
}

/** Once for each opening, and once a minute at most. A refusal is an answer: the thread is looked at when its turn comes. */
export function kickQuery(board: string, num: number) {
  return queryOptions({
    queryKey: ['kick', board, num] as const,
    queryFn: async ({ signal }): Promise<'fresh' | 'kicked' | 'refused'> => {
      try {
        if (!isStale(await fetchFreshness(board, num, signal))) return 'fresh';
        await kickThread(board, num, signal);
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

/** While the database is away nothing new could be stored, and what is seen is not all. */
export function mayKick(thread: Thread): boolean {
  return isLiving(thread) && !thread.degraded;
}
