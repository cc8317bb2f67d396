import type { Board } from '../../../mappings/board.ts';
import { PAGES, THREADS_A_PAGE } from './load-lists.ts';

/** `boards.json`. Limits of posting are left out: nobody posts here. */
export function boardList(boards: readonly Board[]): object {
  return {
    boards: boards.map(({ name, title, worksafe }) => ({
      board: name,
      title,
      ws_board: worksafe ? 1 : 0,
      per_page: THREADS_A_PAGE,
      pages: PAGES,
      is_archived: 1,
    })),
  };
}
