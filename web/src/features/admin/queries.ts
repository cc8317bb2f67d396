import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Task } from '../../../../mappings/contract/admin.ts';
import {
  fetchAdminBoards,
  fetchBoardSettings,
  fetchQuarantine,
  fetchSession,
  fetchTask,
  fetchTasks,
  isSessionGone,
  type SessionState,
  type TaskFilter,
} from './api.ts';
import { isUnfinished } from './tasks/task-messages.ts';

/** All of the admin's queries begin with it. */
export const ADMIN_KEY = 'admin';

const WHILE_UNDER_WAY_MS = 1_000;
const BOARDS_UNDER_WAY_MS = 5_000;
/** What is tried again leaves within seconds. */
const QUARANTINE_MS = 3_000;
const OTHERWISE_MS = 10_000;

/** An admin who comes back to the tab sees how things are now. */
const LIVE = { staleTime: 0, refetchOnWindowFocus: true, retryOnMount: true } as const;

/** Without a session there is nothing to ask for; after a failure the pages look less often. */
function lookEvery(usual: number) {
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
  });
}

/** Shows the sign-in form, or what lies behind it. */
export function keepSession(queryClient: QueryClient, session: SessionState): void {
  queryClient.setQueryData(sessionQuery().queryKey, session);
}

/** Tasks under way or waiting, the oldest first. */
export function underWayQuery() {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'under-way'] as const,
    queryFn: async ({ signal }): Promise<readonly Task[]> => {
      const lists = await Promise.all(
        ['processing', 'enqueued'].map((status) => fetchTasks({ status, limit: '100' }, signal)),
      );
      // A task may be taken up between the two answers.
      const tasks = new Map(lists.flatMap((list) => list.tasks.map((task) => [task.id, task])));
      return [...tasks.values()].sort((a, b) => a.id - b.id);
    },
    refetchInterval: (query) => lookEvery(query.state.data?.length ? WHILE_UNDER_WAY_MS : OTHERWISE_MS)(query),
  });
}

export function adminBoardsQuery(isUnderWay: boolean) {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'boards'] as const,
    queryFn: ({ signal }) => fetchAdminBoards(signal),
    refetchInterval: lookEvery(isUnderWay ? BOARDS_UNDER_WAY_MS : OTHERWISE_MS),
  });
}

export function boardSettingsQuery(board: string) {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'board-settings', board] as const,
    queryFn: ({ signal }) => fetchBoardSettings(board, signal),
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
      return data !== undefined && isUnfinished(data) && lookEvery(WHILE_UNDER_WAY_MS)(query);
    },
  });
}

export function quarantineQuery(board: string | undefined) {
  return infiniteQueryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'quarantine', board ?? null] as const,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) => fetchQuarantine({ board, cursor }, signal),
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: lookEvery(QUARANTINE_MS),
    placeholderData: (before) => before,
  });
}
