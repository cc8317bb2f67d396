import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { PAGE_PATHS } from '../../../mappings/page-paths.ts';
import { isBoardName } from '../../../mappings/board.ts';
import { threadQuery } from '../features/thread/queries.ts';
import { readThreadPart } from '../features/thread/thread-part.ts';
import { ThreadSkeleton } from '../features/thread/thread-placeholders.tsx';
import { anchorOfOldLink, postAnchor } from '../lib/addresses.ts';
import { isApiError } from '../lib/api-error.ts';
import { postQuery } from '../lib/queries.ts';
import { rootParts, rootRoute } from './root.tsx';

/** `?last=50`, `?only=deleted`, `?view=tree`. */
export const threadRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGE_PATHS.thread,
  validateSearch: readThreadPart,
  beforeLoad: ({ location, params, search }) => {
    const hash = anchorOfOldLink(location.hash);
    if (hash !== null) throw redirect({ to: '/$board/thread/$num', params, search, hash, replace: true });
  },
  loader: async ({ context, params: { board, num } }) => {
    if (!isBoardName(board) || !isPostNumber(num)) throw notFound();
    const { queryClient, modules } = context;
    await Promise.all([
      queryClient.prefetchQuery(threadQuery(board, Number(num))),
      ...modules.map(({ loadThreadHead }) => loadThreadHead?.(queryClient, board, Number(num))),
    ]);
  },
  pendingComponent: ThreadSkeleton,
  component: lazyRouteComponent(() => import('./thread-page.tsx'), 'ThreadPage'),
  staticData: { script: 'src/routes/thread-page.tsx' },
});

function isPostNumber(text: string): boolean {
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text));
}

/** `123`, or `123_4` for a ghost post: redirects to the post in its thread. */
export const postRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGE_PATHS.post,
  loader: async ({ context, params: { board, num: text } }) => {
    const [, num = '', subnum = '0'] = /^([1-9]\d*)(?:_(\d+))?$/.exec(text) ?? [];
    if (!isBoardName(board) || !Number.isSafeInteger(Number(num)) || num === '') throw notFound();
    const post = await context.queryClient.fetchQuery(postQuery(board, Number(num), Number(subnum))).catch(orNotFound);
    throw redirect({
      to: '/$board/thread/$num',
      params: { board, num: String(post.thread) },
      hash: postAnchor(post.num, post.subnum),
      replace: true,
    });
  },
  pendingComponent: ThreadSkeleton,
  notFoundComponent: lazyRouteComponent(rootParts, 'MissingPost'),
});

function orNotFound(error: unknown): never {
  if (isApiError(error) && error.isNotFound) throw notFound();
  throw error;
}
