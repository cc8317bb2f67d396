/** The module's pages for readers, which are loaded together, and their answers. */
import type { QueryClient } from '@tanstack/react-query';
import { pageOf, type Params, readListed, seriesListQuery, seriesQuery } from './queries.ts';

export { SeriesListPage } from './series-list-page.tsx';
export { SeriesPage } from './series-page.tsx';

export async function loadList(queryClient: QueryClient, board: string, params: Params): Promise<void> {
  await queryClient.prefetchQuery(seriesListQuery(readListed(board, params)));
}

export async function loadSeries(
  queryClient: QueryClient,
  { board, name }: { readonly board: string; readonly name: string },
  params: Params,
): Promise<void> {
  await queryClient.prefetchQuery(seriesQuery(board, name, pageOf(params)));
}
