import { isBoardName } from '../../../../../mappings/board.ts';
import type { SearchParams } from '../params.ts';
import type { View } from '../views.ts';
import type { SearchSort } from '../../../../../mappings/contract/search.ts';

interface BarContent {
  readonly q: string;
  readonly sort?: SearchSort | undefined;
  readonly view?: View | undefined;
  /** The results of the query are what the page shows. */
  readonly isResults?: boolean;
}

/** What the query bar holds on a page: the query that the page answers. */
export function barContent(
  pathname: string,
  { q = '', sort, view }: Pick<SearchParams, 'q' | 'sort' | 'view'>,
): BarContent {
  if (pathname === '/search') return { q, sort, view, isResults: true };
  const [, board = '', part] = /^\/([^/]+)(?:\/(catalog|images)?)?$/.exec(pathname) ?? [];
  if (!isBoardName(board)) return { q: '' };
  return { q: part === 'images' ? `board:${board} has:file` : boardQuery(board) };
}

/** A board's page is a search for what opens its threads. */
export function boardQuery(board: string): string {
  return `board:${board} is:op`;
}
