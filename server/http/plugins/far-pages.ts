/**
 * Addresses with the number of a page far down, as old links have them: `/g/?page=50`. They lead to the cursor of that page. Higher
 * numbers are refused, with a link to the last page that could be found, since PostgreSQL would skip every thread before the page.
 */
import type { Pool } from 'pg';
import type { Board } from '../../../mappings/board.ts';
import { THREAD_ORDERS } from '../../../mappings/contract/thread-list.ts';
import { CATALOG_THREADS, INDEX_THREADS, NUMBERED_PAGES, RESOLVED_THREADS } from '../../../mappings/list-pages.ts';
import { numIn } from '../../../mappings/post.ts';
import type { BoardDirectory } from '../../boards/directory.ts';
import type { CursorCodec } from '../../search/execute/cursor.ts';
import { findPlace, type ThreadOrder } from '../../threads/list.ts';
import { threadCursor } from '../../threads/list-cursors.ts';

const SIZES = { threads: INDEX_THREADS, catalog: CATALOG_THREADS } as const;

export interface FarPage {
  /** Path and query of the page by its cursor, or of the last one that has been looked for; null if the board ends before it. */
  readonly address: string | null;
  /** The highest number that is looked for; null if the number is not higher. */
  readonly limit: number | null;
}

/** null if the address is not that of a far page. */
export type FindFarPage = (board: Board, list: keyof typeof SIZES, url: string) => Promise<FarPage | null>;

interface FarPageStores {
  readonly pool: Pool;
  readonly boards: Pick<BoardDirectory, 'views'>;
  readonly cursors: CursorCodec;
}

export function farPages({ pool, boards, cursors }: FarPageStores): FindFarPage {
  const orderOf = async (board: Board, written: string | null): Promise<ThreadOrder> => {
    const known = THREAD_ORDERS.find((order) => order === written);
    return known ?? (await boards.views()).find(({ name }) => name === board.name)?.order ?? 'modified';
  };
  return async (board, list, url) => {
    const { pathname, searchParams: params } = new URL(url, 'http://localhost');
    const page = numIn(params.get('page') ?? '');
    if (page === null || page <= NUMBERED_PAGES || params.has('cursor')) return null;
    const size = SIZES[list];
    const limit = RESOLVED_THREADS / size;
    const found = Math.min(page, limit);
    const order = await orderOf(board, params.get('sort'));
    const place = await findPlace(pool, board, order, (found - 1) * size);
    if (place !== null) {
      if (!params.has('sort')) params.set('sort', order);
      params.set('page', String(found));
      params.set('cursor', threadCursor(cursors, board, order, 'forward', place));
    }
    return { address: place === null ? null : `${pathname}?${params.toString()}`, limit: page > limit ? limit : null };
  };
}
