import { queryOptions } from '@tanstack/react-query';
import { ADMIN_KEY, LIVE, OTHERWISE_MS, pollInterval } from '../../../web/src/features/admin/queries.ts';
import { fetchCabalAuthor, fetchCabalRefusals, fetchCabals } from './api.ts';

export function cabalsQuery() {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'cabals', 'list'] as const,
    queryFn: ({ signal }) => fetchCabals(signal),
    refetchInterval: pollInterval(OTHERWISE_MS),
  });
}

export function cabalRefusalsQuery(cabal: number, limit: number) {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'cabals', cabal, 'refusals', limit] as const,
    queryFn: ({ signal }) => fetchCabalRefusals(cabal, limit, signal),
    refetchInterval: pollInterval(OTHERWISE_MS),
    placeholderData: (previous) => previous,
  });
}

export function cabalAuthorQuery(cabal: number, author: string) {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'cabals', cabal, 'author', author] as const,
    queryFn: ({ signal }) => fetchCabalAuthor(cabal, author, signal),
  });
}
