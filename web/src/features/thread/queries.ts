import { queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import type { Thread } from '../../../../mappings/contract/thread.ts';
import { fetchThread } from '../../lib/api-client.ts';

const POLL_MS = 5_000;
const POLL_AFTER_FAILURE_MS = 20_000;

/** A thread, refreshed while its page is visible and new posts are possible. */
export function threadQuery(board: string, num: number) {
  return queryOptions({
    queryKey: ['thread', board, num] as const,
    queryFn: ({ signal }) => fetchThread(board, num, signal),
    staleTime: POLL_MS,
    retryOnMount: false,
    // Unchanged posts keep their identity and are not rerendered.
    structuralSharing: (before, after) =>
      isSameRevision(before as Thread | undefined, after as Thread) ? before : replaceEqualDeep(before, after),
    refetchInterval: ({ state }) => {
      if (state.data === undefined || !isLive(state.data)) return false;
      return state.status === 'error' ? POLL_AFTER_FAILURE_MS : POLL_MS;
    },
  });
}

/** Whether new posts are possible. */
export function isLive(thread: Thread): boolean {
  const op = openingPost(thread);
  return op === undefined || (op.time_archived === null && !op.closed && op.time_deleted_post === null);
}

/** Undefined if the opening post is hidden or not archived. */
export function openingPost(thread: Thread) {
  return thread.posts.find((post) => post.opener);
}

/** The number of posts is compared too, because hiding a post does not raise the revision. */
function isSameRevision(before: Thread | undefined, after: Thread): boolean {
  if (before === undefined || before.degraded !== after.degraded) return false;
  return before.rev === after.rev && before.posts.length === after.posts.length;
}
