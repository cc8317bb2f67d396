import { queryOptions } from '@tanstack/react-query';
import type { ThreadList } from '../../../../mappings/contract/thread-list.ts';
import { CATALOG_THREADS, INDEX_THREADS } from '../../../../mappings/list-pages.ts';
import { fetchImages, fetchThreads } from '../../lib/api-client.ts';

const CACHE_MS = 30 * 60_000;
/** Lists are kept as loaded: going back in the history shows the same list at the same position. */
const CACHED = { staleTime: Infinity, gcTime: CACHE_MS, retryOnMount: false } as const;

export type ThreadSort = ThreadList['order'];

export const THREAD_SORTS = ['modified', 'created'] as const satisfies readonly ThreadSort[];

export interface ThreadPage {
  readonly board: string;
  readonly sort: ThreadSort;
  /** With a cursor only a label: the number of pages that the reader has gone through. */
  readonly page: number;
  /** The place where the page begins. */
  readonly cursor: string | undefined;
  /** The board's default order, which addresses leave out. */
  readonly usual: ThreadSort;
}

const INDEX_REPLIES = 5;

/** `entry` is the router's key of the history entry that shows the list. */
export function boardIndexQuery({ board, sort, page, cursor }: ThreadPage, entry: string) {
  return queryOptions({
    queryKey: ['threads', board, sort, cursor ?? page, entry] as const,
    queryFn: ({ signal }) =>
      fetchThreads({ board, page, cursor, order: sort, limit: INDEX_THREADS, replies: INDEX_REPLIES }, signal),
    ...CACHED,
  });
}

export function catalogQuery({ board, sort, page, cursor }: ThreadPage, entry: string) {
  return queryOptions({
    queryKey: ['catalog', board, sort, cursor ?? page, entry] as const,
    queryFn: ({ signal }) =>
      fetchThreads({ board, page, cursor, order: sort, limit: CATALOG_THREADS, replies: 0 }, signal),
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
  readonly cursor?: string | undefined;
}

/** The server replaces numbers above those of numbered pages by cursors. */
const MAX_PAGE = 1_000_000;

export function readListParams(raw: Readonly<Record<string, unknown>>): ListParams {
  const page = pageOf(raw['page']);
  const { cursor } = raw;
  return {
    sort: THREAD_SORTS.find((sort) => sort === raw['sort']),
    page: page === 1 ? undefined : String(page),
    cursor: typeof cursor === 'string' && cursor !== '' ? cursor : undefined,
  };
}

/** Counted from 1; unreadable values are 1. */
export function pageOf(text: unknown): number {
  const page = typeof text === 'string' && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
  return page <= MAX_PAGE ? page : 1;
}
