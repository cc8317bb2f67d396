import { isBoardName } from '../../../../mappings/board.ts';
import { SEARCH_SORTS, type SearchSort } from '../../../../mappings/search/sort-names.ts';

export interface SearchParams {
  readonly q?: string | undefined;
  readonly sort?: SearchSort | undefined;
  readonly cursor?: string | undefined;
  /** A page by its number, from 2. */
  readonly page?: string | undefined;
  readonly view?: View | undefined;
  /** The advanced search form is open. */
  readonly form?: 'open' | undefined;
  /** The filters are open, with their counts; for readers without scripts. */
  readonly filters?: 'open' | undefined;
}

/** Reads the search parameters of an address. Unknown values are ignored. */
export function readSearchParams(raw: Readonly<Record<string, unknown>>): SearchParams {
  const sort = raw['sort'];
  return {
    q: text(raw['q']),
    sort: SEARCH_SORTS.find((known) => known === sort),
    cursor: text(raw['cursor']),
    page: readPage(raw['page']),
    view: readView(raw['view']),
    form: raw['form'] === 'open' ? 'open' : undefined,
    filters: raw['filters'] === 'open' ? 'open' : undefined,
  };
}

/** The `sort` parameter: the default order is left out unless the query names another. */
export function sortParam(q: string, sort: SearchSort | undefined): SearchSort | undefined {
  return sort === 'new' && !namesOrder(q) ? undefined : sort;
}

/** Whether the query itself contains `sort:`. */
export function namesOrder(q: string): boolean {
  return /(^|\s)sort:/i.test(q);
}

/** Undefined for the first page, even if its number is given. */
function readPage(value: unknown): string | undefined {
  return typeof value === 'string' && /^(?:[2-9]|[1-9]\d{1,2})$/.test(value) ? value : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** How hits are shown; part of the address. */
export const VIEWS = ['list', 'compact', 'gallery', 'threads'] as const;
export type View = (typeof VIEWS)[number];

/** The default, the list, is left out of addresses. */
export function readView(value: unknown): View | undefined {
  return VIEWS.find((view) => view === value && view !== 'list');
}

const WITH_FILE = 'has:file';

/** The query that a view runs: images need a file, threads are grouped. */
export function viewQuery(
  q: string,
  view: View | undefined,
): { readonly q: string; readonly group: 'thread' | undefined } {
  const pictured = view === 'gallery' ? `${hasOr(q) ? `(${q})` : q} ${WITH_FILE}`.trim() : q;
  return { q: pictured, group: view === 'threads' ? 'thread' : undefined };
}

/** Removes from a query what `viewQuery` added, as the bar shows it without. */
export function withoutView(q: string, view: View | undefined): string {
  if (view !== 'gallery') return q;
  return q
    .split(' ')
    .filter((part) => part !== WITH_FILE)
    .join(' ');
}

/** A term added after an OR would apply to its right operand only. */
function hasOr(q: string): boolean {
  return /\||(^|\s)OR(\s|$)/.test(q);
}

interface BarContent {
  readonly q: string;
  readonly sort?: SearchSort | undefined;
  readonly view?: View | undefined;
  /** The page shows the results of the query. */
  readonly isResults?: boolean;
}

/** The query bar's content on a page: the page's query or, on a board's pages, the board, after which the reader continues to type. */
export function barContent(
  pathname: string,
  { q = '', sort, view }: Pick<SearchParams, 'q' | 'sort' | 'view'>,
): BarContent {
  if (pathname === '/search') return { q, sort, view, isResults: true };
  const [, board = ''] = /^\/([^/]+)(?:\/(?:catalog|images|statistics)?)?$/.exec(pathname) ?? [];
  return { q: isBoardName(board) ? `board:${board} ` : '' };
}
