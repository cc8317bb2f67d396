import { queryOptions } from '@tanstack/react-query';
import type { ThreadList } from '../../../../mappings/contract/thread-list.ts';
import { fetchImages, fetchThreads } from '../../lib/api-client.ts';

const CACHE_MS = 30 * 60_000;
/** Lists are kept as loaded: going back in the history shows the same list at the same position. */
const CACHED = { staleTime: Infinity, gcTime: CACHE_MS, retryOnMount: false } as const;

export type ThreadSort = ThreadList['sort'];

export interface ThreadPage {
  readonly board: string;
  readonly sort: ThreadSort;
  readonly page: number;
}

export const INDEX_THREADS = 15;
const INDEX_REPLIES = 3;
export const CATALOG_THREADS = 150;

/** `entry` is the router's key of the history entry that shows the list. */
export function boardIndexQuery(asked: ThreadPage, entry: string) {
  return queryOptions({
    queryKey: ['threads', asked.board, asked.sort, asked.page, entry] as const,
    queryFn: ({ signal }) => fetchThreads({ ...asked, limit: INDEX_THREADS, replies: INDEX_REPLIES }, signal),
    ...CACHED,
  });
}

export function catalogQuery(asked: ThreadPage, entry: string) {
  return queryOptions({
    queryKey: ['catalog', asked.board, asked.sort, asked.page, entry] as const,
    queryFn: ({ signal }) => fetchThreads({ ...asked, limit: CATALOG_THREADS, replies: 0 }, signal),
    ...CACHED,
  });
}

export function imagesQuery(board: string, cursor: string | undefined, entry: string) {
  return queryOptions({
    queryKey: ['images', board, cursor ?? null, entry] as const,
    queryFn: ({ signal }) => fetchImages(board, cursor, signal),
    ...CACHED,
  });
}

interface ListParams {
  readonly sort?: ThreadSort | undefined;
  readonly page?: string | undefined;
}

const MAX_PAGE = 100_000;

export function readListParams(raw: Readonly<Record<string, unknown>>): ListParams {
  const page = pageOf(raw['page']);
  return {
    sort: raw['sort'] === 'created' ? 'created' : undefined,
    page: page === 1 ? undefined : String(page),
  };
}

/** Counted from 1; unreadable values are 1. */
export function pageOf(text: unknown): number {
  const page = typeof text === 'string' && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
  return page <= MAX_PAGE ? page : 1;
}
