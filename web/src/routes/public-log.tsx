import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PAGE_PATHS } from '../../../mappings/page-paths.ts';
import { isBoardName } from '../../../mappings/board.ts';
import { numIn } from '../../../mappings/post.ts';
import type { PublicLogRequest } from '../lib/api-client.ts';
import { rootRoute } from './root.tsx';

const page = () => import('../features/public-log/public-log-page.tsx');

/** Actions of moderators, for readers: `?board=`, `?before=`. */
export const publicLogRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGE_PATHS.moderationLog,
  validateSearch: ({ board, before }: Record<string, unknown>): PublicLogRequest => ({
    board: typeof board === 'string' && isBoardName(board) ? board : undefined,
    before: numIn(String(before)) ?? undefined,
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => context.queryClient.prefetchQuery((await page()).publicLogQuery(deps)),
  component: lazyRouteComponent(page, 'PublicLogPage'),
  staticData: { script: 'src/features/public-log/public-log-page.tsx' },
});
