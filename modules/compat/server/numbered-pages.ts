/**
 * Pages of threads by number, for programs that know no cursors. The first RESOLVED_PAGES are found by skipping the threads before them.
 * Programs that copy a whole board request page after page: each page leaves the place where the next one begins, so later pages are
 * found too, and new threads shift nothing there.
 */
import type { Redis } from 'ioredis';
import type { Board } from '../../../mappings/board.ts';
import { RESOLVED_PAGES } from '../../../mappings/list-pages.ts';
import { toError, UnavailableError } from '../../../platform/errors.ts';
import type { SearchContext } from '../../../server/search/context.ts';
import {
  findPlace,
  listThreads,
  type ListedThread,
  type ListRequest,
  type ListStart,
  type ThreadPlace,
} from '../../../server/threads/list.ts';
import { threadCursor } from '../../../server/threads/list-cursors.ts';

export interface NumberedPage extends Pick<ListRequest, 'order' | 'limit' | 'replies'> {
  readonly page: number;
}

/** The threads of the page; or, if it cannot be found, path and query of our own API for the threads from page RESOLVED_PAGES + 1 on. */
export type PageRead = { readonly threads: readonly ListedThread[] } | { readonly tooFar: string };

export interface NumberedPages {
  /** @throws UnavailableError */
  read(board: Board, asked: NumberedPage): Promise<PageRead>;
}

/** A program that copies a board waits for hours after errors. */
const REMEMBERED_S = 7 * 86_400;

interface PageStores extends Pick<SearchContext, 'pool' | 'cursors'> {
  readonly redis: Redis;
  readonly queuePrefix: string;
}

export function numberedPages({ pool, cursors, redis, queuePrefix }: PageStores): NumberedPages {
  const keyOf = (board: Board, { order, limit }: NumberedPage) =>
    `${queuePrefix}-numbered-pages:${board.id}:${order}:${limit}`;
  const recall = async (key: string, page: number) => {
    const [at, num] = ((await redis.hget(key, String(page))) ?? '').split(' ').map(Number);
    return at === undefined || num === undefined ? null : { at, num };
  };
  const remember = async (key: string, page: number, { at, num }: ThreadPlace) => {
    await redis.hset(key, String(page), `${at} ${num}`);
    await redis.expire(key, REMEMBERED_S);
  };
  const startOf = async (board: Board, asked: NumberedPage): Promise<ListStart | null> => {
    if (asked.page <= RESOLVED_PAGES) return { page: asked.page };
    const place = await recall(keyOf(board, asked), asked.page).catch(refuse);
    return place === null ? null : { direction: 'forward', place };
  };
  return {
    async read(board, asked) {
      const { order, page, limit } = asked;
      const start = await startOf(board, asked);
      if (start === null) {
        const place = await findPlace(pool, board, order, RESOLVED_PAGES * limit);
        if (place === null) return { threads: [] };
        const cursor = threadCursor(cursors, board, order, 'forward', place);
        return { tooFar: `/api/v1/boards/${encodeURIComponent(board.name)}/threads?order=${order}&cursor=${cursor}` };
      }
      const { threads, last } = await listThreads(pool, board, { ...asked, start });
      // Also after the last page: programs request one page more, which must be empty.
      if (page >= RESOLVED_PAGES && last !== null) await remember(keyOf(board, asked), page + 1, last).catch(refuse);
      return { threads };
    },
  };
}

/** Without the places programs would stop in the middle of a board. */
function refuse(cause: unknown): never {
  throw new UnavailableError(
    'redis',
    `Redis, which stores where pages begin, is out of reach: ${toError(cause).message}`,
    { cause },
  );
}

/** The sentence that refuses a page. `continuation`: an address. */
export function refusalOf(continuation: string): string {
  return `Pages after the ${RESOLVED_PAGES}th are found only if the page before was requested. Continue with ${continuation}`;
}
