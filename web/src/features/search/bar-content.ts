import { isBoardName } from '../../../../mappings/board.ts';
import type { SearchSort } from '../../../../server/contract/search.ts';

interface BarContent {
  readonly q: string;
  readonly sort?: SearchSort | undefined;
}

/** What the query bar holds on a page: the query that the page answers. */
export function barContent(
  pathname: string,
  search: { readonly q?: string | undefined; readonly sort?: SearchSort | undefined },
): BarContent {
  if (pathname === '/search') return { q: search.q ?? '', sort: search.sort };
  const [, board = '', part] = /^\/([^/]+)(?:\/(catalog|images)?)?$/.exec(pathname) ?? [];
  if (!isBoardName(board)) return { q: '' };
  return { q: part === 'images' ? `board:${board} has:file` : boardQuery(board) };
}

/** A board's page is a search for what opens its threads. */
export function boardQuery(board: string): string {
  return `board:${board} is:op`;
}
