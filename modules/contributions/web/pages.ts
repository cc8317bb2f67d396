/** The module's pages for readers, which are loaded together, and their answers. */
import type { QueryClient } from '@tanstack/react-query';
import { readDumpFilter, readFileAddress } from './dump-filter.ts';
import {
  contributorQuery,
  contributorsQuery,
  dumpedFileQuery,
  dumpQuery,
  dumpsQuery,
  dumpStatisticsQuery,
} from './queries.ts';

export { ContributorsPage } from './contributors-page.tsx';
export { DumpPage } from './dump-page.tsx';
export { DumpedFilePage } from './dumped-file-page.tsx';
export { DumpsPage } from './dumps-page.tsx';

type Params = Readonly<Record<string, unknown>>;

export async function loadDumps(queryClient: QueryClient, params: Params): Promise<void> {
  const filter = readDumpFilter(params);
  await Promise.all([
    queryClient.prefetchQuery(dumpsQuery(filter)),
    queryClient.prefetchQuery(dumpStatisticsQuery),
    filter.contributor !== undefined && queryClient.prefetchQuery(contributorQuery(filter.contributor)),
  ]);
}

export async function loadContributors(queryClient: QueryClient): Promise<void> {
  await queryClient.prefetchQuery(contributorsQuery);
}

export async function loadDumpedFile(queryClient: QueryClient, params: Params): Promise<void> {
  await queryClient.prefetchQuery(dumpedFileQuery(readFileAddress(params)));
}

export async function loadDump(queryClient: QueryClient, id: string): Promise<void> {
  await queryClient.prefetchQuery(dumpQuery(id));
}
