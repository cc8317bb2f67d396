import { queryOptions } from '@tanstack/react-query';
import {
  fetchContributor,
  fetchContributors,
  fetchDump,
  fetchDumpedFile,
  fetchDumps,
  fetchDumpStatistics,
} from './api.ts';
import { ApiError } from '../../../web/src/lib/api-error.ts';
import type { DumpFilter, FileAddress } from './dump-filter.ts';

/** An address that no dump can have. */
function refuse(): never {
  throw new ApiError('answer', 'no dump has this address', { status: 404 });
}

const KEPT = { staleTime: 20_000, retryOnMount: false } as const;

export function dumpsQuery(filter: DumpFilter) {
  return queryOptions({
    ...KEPT,
    queryKey: ['dumps', 'list', filter] as const,
    queryFn: ({ signal }) => fetchDumps(filter, signal),
  });
}

export function dumpQuery(id: string) {
  return queryOptions({
    ...KEPT,
    queryKey: ['dumps', 'one', id] as const,
    queryFn: ({ signal }) => (/^[1-9]\d{0,14}$/.test(id) ? fetchDump(id, signal) : refuse()),
    retry: false,
  });
}

export function dumpedFileQuery(file: FileAddress) {
  return queryOptions({
    ...KEPT,
    queryKey: ['dumps', 'file', file] as const,
    queryFn: ({ signal }) =>
      file.sha256 === undefined && (file.md5 === undefined || file.size === undefined)
        ? refuse()
        : fetchDumpedFile(file, signal),
    retry: false,
  });
}

export const dumpStatisticsQuery = queryOptions({
  ...KEPT,
  queryKey: ['dumps', 'statistics'] as const,
  queryFn: ({ signal }) => fetchDumpStatistics(signal),
});

export const contributorsQuery = queryOptions({
  ...KEPT,
  queryKey: ['dumps', 'contributors'] as const,
  queryFn: ({ signal }) => fetchContributors(signal),
});

export function contributorQuery(key: string) {
  return queryOptions({
    ...KEPT,
    queryKey: ['dumps', 'contributor', key] as const,
    queryFn: ({ signal }) => fetchContributor(key, signal),
    retry: false,
  });
}
