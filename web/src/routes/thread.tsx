import { createRoute, notFound, redirect, useLocation } from '@tanstack/react-router';
import { isBoardName } from '../../../mappings/board.ts';
import { readThreadPart } from '../features/thread/thread-part.ts';
import { threadQuery } from '../features/thread/queries.ts';
import { ThreadSkeleton } from '../features/thread/thread-skeleton.tsx';
import { ThreadView } from '../features/thread/thread-view.tsx';
import { anchorOfOldLink } from '../lib/addresses.ts';
import { rootRoute } from './root.tsx';

/** `?last=50`, `?only=deleted`. */
export const threadRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$board/thread/$num',
  validateSearch: readThreadPart,
  beforeLoad: ({ location, params, search }) => {
    const hash = anchorOfOldLink(location.hash);
    if (hash !== null) throw redirect({ to: '/$board/thread/$num', params, search, hash, replace: true });
  },
  loader: async ({ context, params: { board, num } }) => {
    if (!isBoardName(board) || !isPostNumber(num)) throw notFound();
    await context.queryClient.prefetchQuery(threadQuery(board, Number(num)));
  },
  pendingComponent: ThreadSkeleton,
  component: ThreadPage,
});

function ThreadPage() {
  const { board, num } = threadRoute.useParams();
  const part = threadRoute.useSearch();
  const target = useLocation({ select: ({ hash }) => hash });
  return <ThreadView board={board} num={Number(num)} part={part} target={target} />;
}

function isPostNumber(text: string): boolean {
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text));
}
