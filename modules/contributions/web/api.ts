import type {
  ContributorList,
  ContributorSummary,
  DumpDetails,
  DumpedFile,
  DumpList,
  DumpStatistics,
} from '../contract/dump-list.ts';
import { stringifySearch } from '../../../web/src/lib/addresses.ts';
import { requestJson } from '../../../web/src/lib/api-client.ts';
import type { DumpFilter, FileAddress } from './dump-filter.ts';

/** @throws ApiError; AbortError once `signal` is aborted. */
export function fetchDumps(filter: DumpFilter, signal: AbortSignal): Promise<DumpList> {
  return requestJson<DumpList>(`/dumps${stringifySearch({ ...filter })}`, { signal });
}

/** @throws ApiError, 404 for a dump of a file that no visible post shows; AbortError once `signal` is aborted. */
export function fetchDump(id: string, signal: AbortSignal): Promise<DumpDetails> {
  return requestJson<DumpDetails>(`/dumps/${encodeURIComponent(id)}`, { signal });
}

/** @throws ApiError, 404 for a file that no visible post shows; AbortError once `signal` is aborted. */
export function fetchDumpedFile(file: FileAddress, signal: AbortSignal): Promise<DumpedFile> {
  return requestJson<DumpedFile>(`/dumps/file${stringifySearch({ ...file })}`, { signal });
}

/** @throws ApiError; AbortError once `signal` is aborted. */
export function fetchDumpStatistics(signal: AbortSignal): Promise<DumpStatistics> {
  return requestJson<DumpStatistics>('/dumps/statistics', { signal });
}

/** @throws ApiError; AbortError once `signal` is aborted. */
export function fetchContributors(signal: AbortSignal): Promise<ContributorList> {
  return requestJson<ContributorList>('/dumps/contributors', { signal });
}

/** @throws ApiError, 404 for a key that has signed nothing; AbortError once `signal` is aborted. */
export function fetchContributor(key: string, signal: AbortSignal): Promise<ContributorSummary> {
  return requestJson<ContributorSummary>(`/dumps/contributors/${encodeURIComponent(key)}`, { signal });
}
