import { answerOf, api } from '../../../web/src/lib/api.ts';
import { ofAddress } from '../../../web/src/lib/of-address.ts';
import type { DumpFilter, FileAddress } from './dump-filter.ts';

export const fetchDumps = (filter: DumpFilter, signal: AbortSignal) => {
  const query = ofAddress(filter);
  return answerOf(api.GET('/api/v1/dumps', { params: { query }, signal }));
};

/** @throws ApiError 404 for a dump of a file that no visible post shows */
export const fetchDump = (id: string, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/dumps/{id}', { params: { path: { id: Number(id) } }, signal }));

/** @throws ApiError 404 for a file that no visible post shows */
export const fetchDumpedFile = (file: FileAddress, signal: AbortSignal) => {
  const query = ofAddress(file);
  return answerOf(api.GET('/api/v1/dumps/file', { params: { query }, signal }));
};

export const fetchDumpStatistics = (signal: AbortSignal) => answerOf(api.GET('/api/v1/dumps/statistics', { signal }));

export const fetchContributors = (signal: AbortSignal) => answerOf(api.GET('/api/v1/dumps/contributors', { signal }));

/** @throws ApiError 404 for a key that has not signed any dump */
export const fetchContributor = (key: string, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/dumps/contributors/{contributor}', { params: { path: { contributor: key } }, signal }));
