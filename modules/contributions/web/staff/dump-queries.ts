import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { DumpFilter } from '../dump-filter.ts';
import { ADMIN_KEY } from '../../../../web/src/features/admin/queries.ts';
import { fetchAllDumps, fetchChanges, fetchFailedDumps, fetchOffers, fetchReleases, fetchTrust } from './dump-api.ts';

const KEY = [ADMIN_KEY, 'dumps'] as const;

export function allDumpsQuery(filter: DumpFilter) {
  return queryOptions({
    queryKey: [...KEY, 'list', filter] as const,
    queryFn: ({ signal }) => fetchAllDumps(filter, signal),
    placeholderData: (previous) => previous,
  });
}

export function changesQuery(state: string, before: string | undefined) {
  return queryOptions({
    queryKey: [...KEY, 'changes', state, before ?? null] as const,
    queryFn: ({ signal }) => fetchChanges(state, before, signal),
    placeholderData: (previous) => previous,
  });
}

export function offersQuery(state: string, before: string | undefined) {
  return queryOptions({
    queryKey: [...KEY, 'offers', state, before ?? null] as const,
    queryFn: ({ signal }) => fetchOffers(state, before, signal),
    placeholderData: (previous) => previous,
  });
}

export const trustQuery = queryOptions({
  queryKey: [...KEY, 'trust'] as const,
  queryFn: ({ signal }) => fetchTrust(signal),
});

export const releasesQuery = queryOptions({
  queryKey: [...KEY, 'releases'] as const,
  queryFn: ({ signal }) => fetchReleases(signal),
});

export const failedDumpsQuery = queryOptions({
  queryKey: [...KEY, 'failed'] as const,
  queryFn: ({ signal }) => fetchFailedDumps(signal),
});

/** Refetches the lists of staff and the pages of readers after an action. */
export async function refreshDumps(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: KEY }),
    queryClient.invalidateQueries({ queryKey: ['dumps'] }),
  ]);
}
