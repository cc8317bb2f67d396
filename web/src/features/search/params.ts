import { isBoardName } from '../../../../mappings/board.ts';
import type { SearchSort } from '../../../../mappings/contract/search.ts';

export interface SearchParams {
  readonly q?: string | undefined;
  readonly sort?: SearchSort | undefined;
  readonly cursor?: string | undefined;
  readonly view?: View | undefined;
  /** The form is open. */
  readonly form?: 'open' | undefined;
}

/** The part of an address that a search is made of. What is not known is left out. */
export function readSearchParams(raw: Readonly<Record<string, unknown>>): SearchParams {
  const sort = raw['sort'];
  return {
    q: text(raw['q']),
    sort: sort === 'new' || sort === 'old' || sort === 'relevance' ? sort : undefined,
    cursor: text(raw['cursor']),
    view: readView(raw['view']),
    form: raw['form'] === 'open' ? 'open' : undefined,
  };
}

/** An order as the address needs it: the usual one is left out, unless the query itself names another. */
export function sortParam(q: string, sort: SearchSort | undefined): SearchSort | undefined {
  return sort === 'new' && !namesOrder(q) ? undefined : sort;
}

/** The query says its order itself. */
export function namesOrder(q: string): boolean {
  return /(^|\s)sort:/i.test(q);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** How hits are shown. The address holds it, as it holds everything. */
export const VIEWS = ['list', 'compact', 'gallery', 'threads'] as const;
export type View = (typeof VIEWS)[number];

/** The list is left out of addresses. */
export function readView(value: unknown): View | undefined {
  return VIEWS.find((view) => view === value && view !== 'list');
}

const PICTURED = 'has:file';

/** The question behind a view: pictures need one, threads come once each. */
export function viewQuery(
  q: string,
  view: View | undefined,
): { readonly q: string; readonly group: 'thread' | undefined } {
  const pictured = view === 'gallery' ? `${hasChoice(q) ? `(${q})` : q} ${PICTURED}`.trim() : q;
  return { q: pictured, group: view === 'threads' ? 'thread' : undefined };
}

/** A query that was made from the one behind a view, as the bar shows it: the view goes on asking for its part itself. */
export function withoutView(q: string, view: View | undefined): string {
  if (view !== 'gallery') return q;
  return q
    .split(' ')
    .filter((part) => part !== PICTURED)
    .join(' ');
}

/** Something added after an OR would belong to its right side alone. */
function hasChoice(q: string): boolean {
  return /\||(^|\s)OR(\s|$)/.test(q);
}

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
function boardQuery(board: string): string {
  return `board:${board} is:op`;
}
