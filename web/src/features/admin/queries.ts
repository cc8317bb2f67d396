import { hasRole } from '../../../../mappings/roles.ts';
import { isUnfinished } from '../../../../mappings/task.ts';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Task } from '../../../../mappings/contract/admin.ts';
import {
  fetchAccounts,
  fetchAdminBoards,
  fetchAudit,
  fetchAuditChoices,
  fetchBans,
  fetchBoardDefaults,
  fetchBoardSettings,
  fetchEnvironment,
  fetchKeys,
  fetchOverview,
  fetchOwnAccount,
  fetchQuarantine,
  fetchRefusals,
  fetchReports,
  fetchSession,
  fetchStaffCounts,
  fetchStores,
  fetchTask,
  fetchTasks,
  isSessionGone,
  type AuditFilter,
  type SessionState,
  type TaskFilter,
} from './api.ts';
import { fetchBannedFiles, fetchBulkActions, fetchFilters, fetchIdentities, fetchNearFiles } from './moderation-api.ts';
import type { BanFilter } from './bans/ban-filter.ts';
import type { ReportFilter } from './reports/report-filter.ts';

/** First element of all query keys of the admin pages. */
export const ADMIN_KEY = 'admin';

const WHILE_UNDER_WAY_MS = 1_000;
const BOARDS_UNDER_WAY_MS = 5_000;
/** Retried documents leave the quarantine within seconds. */
const QUARANTINE_MS = 3_000;
const COUNTS_MS = 30_000;
/** While the stores are away. */
const STORES_MS = 5_000;
export const OTHERWISE_MS = 10_000;

/** Data is refreshed when an admin returns to the tab. */
export const LIVE = { staleTime: 0, refetchOnWindowFocus: true, retryOnMount: true } as const;

/** Stops polling without a session and polls less often after a failure. */
export function pollInterval(usual: number) {
  return ({ state }: { readonly state: { readonly status: string; readonly error: unknown } }) => {
    if (isSessionGone(state.error)) return false;
    return state.status === 'error' ? OTHERWISE_MS : usual;
  };
}

export function sessionQuery() {
  return queryOptions({
    queryKey: [ADMIN_KEY, 'session'] as const,
    queryFn: ({ signal }) => fetchSession(signal),
    staleTime: Infinity,
    // After a failure nothing else would request it again.
    refetchInterval: ({ state }) => (state.status === 'error' ? STORES_MS : false),
  });
}

export function storesQuery() {
  return queryOptions({
    queryKey: ['stores'] as const,
    queryFn: ({ signal }) => fetchStores(signal),
    refetchInterval: STORES_MS,
  });
}

/** Counts of waiting work. */
export function staffCountsQuery() {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'counts'] as const,
    queryFn: ({ signal }) => fetchStaffCounts(signal),
    refetchInterval: pollInterval(COUNTS_MS),
  });
}

export function accountsQuery() {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'accounts'] as const,
    queryFn: ({ signal }) => fetchAccounts(signal),
  });
}

export function keysQuery() {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'keys'] as const,
    queryFn: ({ signal }) => fetchKeys(signal),
  });
}

export function ownAccountQuery() {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'own-account'] as const,
    queryFn: ({ signal }) => fetchOwnAccount(signal),
  });
}

/** Stores the session state, which shows or hides the sign-in form. */
export function keepSession(queryClient: QueryClient, session: SessionState): void {
  queryClient.setQueryData(sessionQuery().queryKey, session);
}

/** Running and queued tasks, oldest first. */
export function activeTasksQuery() {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'under-way'] as const,
    queryFn: async ({ signal }): Promise<readonly Task[]> => {
      const { tasks } = await fetchTasks({ status: 'unfinished', limit: '200' }, signal);
      return tasks.toReversed();
    },
    refetchInterval: (query) => pollInterval(query.state.data?.length ? WHILE_UNDER_WAY_MS : OTHERWISE_MS)(query),
  });
}

export function overviewQuery() {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'overview'] as const,
    queryFn: ({ signal }) => fetchOverview(signal),
    refetchInterval: pollInterval(OTHERWISE_MS),
  });
}

/** For a server that renders the overview with the session of its request. */
export async function prefetchOverview(queryClient: QueryClient): Promise<void> {
  const session = await queryClient.fetchQuery(sessionQuery());
  if (session.account === null || session.account.must_set_up_totp) return;
  const isAdmin = hasRole(session.account.roles, 'admin', 'any');
  await Promise.all([
    queryClient.prefetchQuery(overviewQuery()),
    queryClient.prefetchQuery(staffCountsQuery()),
    isAdmin && queryClient.prefetchQuery(activeTasksQuery()),
  ]);
}

export function adminBoardsQuery(isUnderWay: boolean) {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'boards'] as const,
    queryFn: ({ signal }) => fetchAdminBoards(signal),
    refetchInterval: pollInterval(isUnderWay ? BOARDS_UNDER_WAY_MS : OTHERWISE_MS),
  });
}

export function boardSettingsQuery(board: string) {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'board-settings', board] as const,
    queryFn: ({ signal }) => fetchBoardSettings(board, signal),
    // Scrapers read messages again.
    refetchInterval: (query) =>
      query.state.data?.undeclared_mail?.waiting ? pollInterval(OTHERWISE_MS)(query) : false,
  });
}

export function boardDefaultsQuery() {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'board-defaults'] as const,
    queryFn: ({ signal }) => fetchBoardDefaults(signal),
  });
}

/** The settings of the environment of all processes, which report twice a minute. */
export function environmentQuery() {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'environment'] as const,
    queryFn: ({ signal }) => fetchEnvironment(signal),
    refetchInterval: pollInterval(COUNTS_MS),
  });
}

export const HISTORY_KEY = [ADMIN_KEY, 'history'] as const;

export function historyQuery(filter: TaskFilter) {
  return queryOptions({
    ...LIVE,
    queryKey: [...HISTORY_KEY, filter] as const,
    queryFn: ({ signal }) => fetchTasks({ limit: '25', ...filter }, signal),
    placeholderData: (before) => before,
  });
}

export function taskQuery(id: number) {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'task', id] as const,
    queryFn: ({ signal }) => fetchTask(id, signal),
    refetchInterval: (query) => {
      const { data } = query.state;
      return data !== undefined && isUnfinished(data) && pollInterval(WHILE_UNDER_WAY_MS)(query);
    },
  });
}

export function auditQuery(filter: AuditFilter) {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'audit', filter] as const,
    queryFn: ({ signal }) => fetchAudit(filter, signal),
    placeholderData: (before) => before,
  });
}

export function auditChoicesQuery() {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'audit-choices'] as const,
    queryFn: ({ signal }) => fetchAuditChoices(signal),
  });
}

export function bansQuery(filter: BanFilter) {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'bans', filter] as const,
    queryFn: ({ signal }) => fetchBans(filter, signal),
    refetchInterval: pollInterval(OTHERWISE_MS),
    placeholderData: (before) => before,
  });
}

export function bulkActionsQuery(before: string | undefined) {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'bulk-actions', before ?? null] as const,
    queryFn: ({ signal }) => fetchBulkActions(before, signal),
    placeholderData: (previous) => previous,
  });
}

export function filtersQuery() {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'filters'] as const,
    queryFn: ({ signal }) => fetchFilters(signal),
  });
}

export function bannedFilesQuery(before: string | undefined) {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'banned-files', before ?? null] as const,
    queryFn: ({ signal }) => fetchBannedFiles(before, signal),
    placeholderData: (previous) => previous,
  });
}

export function nearFilesQuery(hash: string) {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'near-files', hash] as const,
    queryFn: ({ signal }) => fetchNearFiles(hash, signal),
  });
}

export function identitiesQuery() {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'identities'] as const,
    queryFn: ({ signal }) => fetchIdentities(signal),
  });
}

export function reportsQuery(filter: ReportFilter) {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'reports', filter] as const,
    queryFn: ({ signal }) => fetchReports(filter, signal),
    refetchInterval: pollInterval(OTHERWISE_MS),
    placeholderData: (before) => before,
  });
}

export function refusalsQuery(board: string | undefined, limit: number) {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'refusals', board ?? null, limit] as const,
    queryFn: ({ signal }) => fetchRefusals({ board, limit }, signal),
    refetchInterval: pollInterval(OTHERWISE_MS),
    placeholderData: (before) => before,
  });
}

export function quarantineQuery(board: string | undefined) {
  return infiniteQueryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'quarantine', board ?? null] as const,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) => fetchQuarantine({ board, cursor }, signal),
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: pollInterval(QUARANTINE_MS),
    placeholderData: (before) => before,
  });
}
