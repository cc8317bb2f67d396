import type { QueryClient } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent, notFound, type ParsedLocation, redirect } from '@tanstack/react-router';
import { PAGE_PATHS } from '../../../mappings/page-paths.ts';
import { isBoardName } from '../../../mappings/board.ts';
import { ResultsSkeleton } from '../components/results-skeleton.tsx';
import { readCardOrder } from '../features/boards/catalog-order.ts';
import {
  boardIndexQuery,
  catalogQuery,
  imagesQuery,
  pageOf,
  readListParams,
  THREAD_SORTS,
  type ThreadSort,
} from '../features/boards/queries.ts';
import { type ComparedParams, readComparedParams } from '../features/statistics/compared-params.ts';
import type { SoughtLink } from '../lib/module.ts';
import { allStatisticsQuery, boardsQuery, statisticsQuery } from '../lib/queries.ts';
import { rootRoute } from './root.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On an entry that only changes how a list is shown: the name of the entry for which the list was loaded. */
    listEntry?: string;
    /** On an entry with a typed, unsubmitted query: the address that the entry had before. */
    typedOver?: string;
    /** On an entry with the search for a reader's file: the file's name. */
    soughtFile?: string;
    /** Other searches for that file. */
    soughtLinks?: readonly SoughtLink[];
  }
}

/** The router's name for a history entry: new after each click, the same after Back. Lists are cached by it. */
function entryOf({ state, href }: ParsedLocation): string {
  return state.listEntry ?? state['__TSR_key'] ?? href;
}

/** A list that was loaded on another page does not contain this board if it is unlisted. */
export async function loadBoards(queryClient: QueryClient, board: string) {
  const query = boardsQuery(board);
  const known = await queryClient.ensureQueryData(query).catch(() => undefined);
  if (known === undefined || known.some(({ name }) => name === board) || !isBoardName(board)) return known;
  return queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined);
}

/** The operator's order of a board's threads; by newest reply while the boards cannot be loaded. */
async function usualOrder(queryClient: QueryClient, board: string): Promise<ThreadSort> {
  const boards = await loadBoards(queryClient, board);
  return boards?.find(({ name }) => name === board)?.order ?? 'modified';
}

/**
 * Loads a page of a board while checking that the board exists. If the boards cannot be loaded, every board counts as existing.
 * @throws NotFoundError
 */
export async function loadBoardPage(
  queryClient: QueryClient,
  board: string,
  load: () => Promise<unknown>,
): Promise<void> {
  if (!isBoardName(board)) throw notFound();
  const loading = loadBoards(queryClient, board);
  await load();
  const boards = await loading;
  if (boards?.every(({ name }) => name !== board) === true) throw notFound();
}

/** A board's threads: `?sort=created|modified`, `?page=2`, `?cursor=`. */
export const boardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGE_PATHS.board,
  validateSearch: readListParams,
  loaderDeps: ({ search }) => search,
  // Lists are cached per history entry (features/boards/queries.ts), so the router keeps none.
  gcTime: 0,
  loader: async ({ context: { queryClient }, params: { board }, deps, location }) => {
    const entry = entryOf(location);
    const usual = await usualOrder(queryClient, board);
    const asked = { board, sort: deps.sort ?? usual, page: pageOf(deps.page), cursor: deps.cursor, usual };
    await loadBoardPage(queryClient, board, () => queryClient.prefetchQuery(boardIndexQuery(asked, entry)));
    return { asked, entry };
  },
  pendingComponent: ResultsSkeleton,
  component: lazyRouteComponent(() => import('./board-page.tsx'), 'BoardPage'),
  staticData: { script: 'src/routes/board-page.tsx' },
});

/** FoolFuuka's address of a page of threads. */
export const boardPageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGE_PATHS.boardPage,
  loader: ({ params: { board, page } }) => {
    if (!/^[1-9]\d*$/.test(page)) throw notFound();
    throw redirect({ to: '/$board/', params: { board }, search: readListParams({ page }), replace: true });
  },
});

/** `?sort=created|modified|posts|images`, `?page=2`, `?cursor=`, `?filter=words`. */
export const catalogRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGE_PATHS.catalog,
  validateSearch: (raw) => {
    const { sort, ...place } = readListParams(raw);
    const { filter } = raw;
    return {
      sort: readCardOrder(raw['sort']) ?? sort,
      ...place,
      filter: typeof filter === 'string' && filter !== '' ? filter : undefined,
    };
  },
  // The filter and the orders by count apply to the loaded threads and need no request.
  loaderDeps: ({ search: { sort, page, cursor } }) => ({
    sort: THREAD_SORTS.find((known) => known === sort),
    page,
    cursor,
  }),
  gcTime: 0,
  loader: async ({ context: { queryClient }, params: { board }, deps, location }) => {
    const entry = entryOf(location);
    const usual = await usualOrder(queryClient, board);
    const asked = { board, sort: deps.sort ?? usual, page: pageOf(deps.page), cursor: deps.cursor, usual };
    await loadBoardPage(queryClient, board, () => queryClient.prefetchQuery(catalogQuery(asked, entry)));
    return { asked, entry };
  },
  pendingComponent: ResultsSkeleton,
  component: lazyRouteComponent(() => import('../features/boards/catalog.tsx'), 'CatalogPage'),
  staticData: { script: 'src/features/boards/catalog.tsx', isWide: true },
});

/** A board's images: `?cursor=`. */
export const imagesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGE_PATHS.images,
  validateSearch: ({ cursor }: Record<string, unknown>) => ({
    cursor: typeof cursor === 'string' && cursor !== '' ? cursor : undefined,
  }),
  loaderDeps: ({ search }) => search,
  gcTime: 0,
  loader: async ({ context: { queryClient }, params: { board }, deps: { cursor }, location }) => {
    const entry = entryOf(location);
    await loadBoardPage(queryClient, board, () => queryClient.prefetchQuery(imagesQuery(board, cursor, entry)));
    return { board, cursor, entry };
  },
  pendingComponent: ResultsSkeleton,
  component: lazyRouteComponent(() => import('../features/boards/gallery.tsx'), 'GalleryPage'),
  staticData: { script: 'src/features/boards/gallery.tsx', isWide: true },
});

/** For a page that a server renders. In the browser the page loads them. */
async function loadCompared(queryClient: QueryClient, params: ComparedParams): Promise<void> {
  const { conditionOf, sideQuery, sidesOf, yearsQuery } = await import('../features/statistics/compared.ts');
  const years = await queryClient.ensureQueryData(yearsQuery()).catch(() => []);
  const sides = sidesOf(params) ?? [];
  await Promise.all(sides.map(async (side) => queryClient.prefetchQuery(sideQuery(conditionOf(side, years)))));
}

/** The statistics of all boards side by side. */
export const allStatisticsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGE_PATHS.statistics,
  validateSearch: readComparedParams,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, isServer }, deps }) => {
    await Promise.all([
      queryClient.prefetchQuery(allStatisticsQuery()),
      ...(isServer ? [loadCompared(queryClient, deps)] : []),
    ]);
  },
  pendingComponent: ResultsSkeleton,
  component: lazyRouteComponent(() => import('../features/statistics/all-boards-page.tsx'), 'AllBoardsPage'),
  staticData: { script: 'src/features/statistics/all-boards-page.tsx' },
});

export const statisticsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGE_PATHS.boardStatistics,
  loader: async ({ context: { queryClient }, params: { board } }) =>
    loadBoardPage(queryClient, board, () => queryClient.prefetchQuery(statisticsQuery(board))),
  pendingComponent: ResultsSkeleton,
  component: lazyRouteComponent(() => import('../features/statistics/statistics-page.tsx'), 'StatisticsPage'),
  staticData: { script: 'src/features/statistics/statistics-page.tsx' },
});
