import { queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import type { Thread } from '../../../../mappings/contract/thread.ts';
import { fetchThread } from '../../lib/api-client.ts';

const LOOK_EVERY_MS = 5_000;
const LOOK_AFTER_FAILURE_MS = 20_000;

/** A thread, looked at again while its page is visible and posts may still come. */
export function threadQuery(board: string, num: number) {
  return queryOptions({
    queryKey: ['thread', board, num] as const,
    queryFn: ({ signal }) => fetchThread(board, num, signal),
    staleTime: LOOK_EVERY_MS,
    retryOnMount: false,
    // Posts that did not change keep their identity, so they are not drawn again.
    structuralSharing: (before, after) =>
      isSameRevision(before as Thread | undefined, after as Thread) ? before : replaceEqualDeep(before, after),
    refetchInterval: ({ state }) => {
      if (state.data === undefined || !isLiving(state.data)) return false;
      return state.status === 'error' ? LOOK_AFTER_FAILURE_MS : LOOK_EVERY_MS;
    },
  });
}

/** May posts still come? */
export function isLiving(thread: Thread): boolean {
  const op = openingPost(thread);
  return op === undefined || (op.time_archived === null && !op.closed && op.time_deleted_post === null);
}

/** Undefined where the opening post is not archived, or hidden. */
export function openingPost(thread: Thread) {
  return thread.posts.find((post) => post.opener);
}

/** The number of posts tells of one that was taken away: that raises no revision. */
function isSameRevision(before: Thread | undefined, after: Thread): boolean {
  if (before === undefined || before.degraded !== after.degraded) return false;
  return before.rev === after.rev && before.posts.length === after.posts.length;
}
