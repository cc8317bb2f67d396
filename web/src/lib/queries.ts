/** Queries that several features share. */
import { queryOptions } from '@tanstack/react-query';
import { isBoardName } from '../../../mappings/board.ts';
import { fetchActivity, fetchAllStatistics, fetchBoards, fetchPost, fetchStatistics } from './api-client.ts';

/** The boards. Includes the board of the page if it is unlisted: lists do not contain it, but its own pages show its title. */
export function boardsQuery(shown = boardOf(pathInBrowser())) {
  return queryOptions({
    queryKey: ['boards'],
    queryFn: async ({ signal }) => {
      const { boards } = await fetchBoards(signal);
      if (!isBoardName(shown) || boards.some(({ name }) => name === shown)) return boards;
      return (await fetchBoards(signal, shown)).boards;
    },
    staleTime: 20_000,
    retryOnMount: false,
  });
}

/** The operator's contact for readers; null if it is not configured. */
export function contactQuery() {
  return queryOptions({
    queryKey: ['contact'],
    queryFn: async ({ signal }) => (await fetchBoards(signal)).contact,
    staleTime: Infinity,
  });
}

/** The first part of a path, which is the board name on the pages of a board. */
export function boardOf(pathname: string): string {
  return pathname.split('/')[1] ?? '';
}

/** The path in the browser. On a server the routes pass the board instead. */
function pathInBrowser(): string {
  return typeof location === 'undefined' ? '' : location.pathname;
}

/** Counts beside the list of boards, loaded after it; on failure they are silently left out. */
export function activityQuery() {
  return queryOptions({
    queryKey: ['activity'],
    queryFn: ({ signal }) => fetchActivity(signal),
    staleTime: 60_000,
    retry: false,
  });
}

/** One post, for a preview or to find its thread. */
export function postQuery(board: string, num: number, subnum = 0) {
  return queryOptions({
    queryKey: ['post', board, num, subnum] as const,
    queryFn: ({ signal }) => fetchPost(board, num, subnum, signal),
    staleTime: 5 * 60_000,
    retry: false,
  });
}

export function allStatisticsQuery() {
  return queryOptions({
    queryKey: ['all-statistics'],
    queryFn: ({ signal }) => fetchAllStatistics(signal),
    staleTime: 60_000,
    retryOnMount: false,
  });
}

export function statisticsQuery(board: string) {
  return queryOptions({
    queryKey: ['statistics', board],
    queryFn: ({ signal }) => fetchStatistics(board, signal),
    staleTime: 60_000,
    retryOnMount: false,
  });
}
