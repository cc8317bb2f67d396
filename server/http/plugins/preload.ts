/**
 * `Link: rel=preload` headers of pages: the browser fetches the page's first API answer while the scripts load. The address
 * must be exactly the one that the scripts of web/ request; otherwise the answer is fetched twice.
 */
import type { FastifyReply } from 'fastify';
import { isBoardName } from '../../../mappings/board.ts';
import { SEARCH_SORTS } from '../../../mappings/search/sort-names.ts';
import { numIn } from '../../../mappings/post.ts';

/** Longer addresses are not preloaded, since proxies limit the size of headers. */
const MAX_ADDRESS_LENGTH = 2_000;

/** null for `view=gallery`, whose API request has more parameters than the address of the page. */
export function searchPreload(query: unknown): string | null {
  const { q, sort, cursor, page, view } = query as Readonly<Record<string, unknown>>;
  if (view === 'gallery') return null;
  const params = new URLSearchParams({ q: textOf(q) ?? '' });
  const known = SEARCH_SORTS.find((name) => name === sort);
  if (known !== undefined) params.set('sort', known);
  const place = textOf(cursor);
  if (place !== null) params.set('cursor', place);
  const number = textOf(page);
  if (number !== null && /^(?:[2-9]|[1-9]\d{1,2})$/.test(number)) params.set('page', number);
  if (view === 'threads') params.set('group', 'thread');
  params.set('include', 'tokens');
  const address = `/api/v1/search?${params.toString()}`;
  return address.length > MAX_ADDRESS_LENGTH ? null : address;
}

const PUBLIC_LOG_PATH = '/api/v1/moderation';

/** The home page, and pages of a board, which need the board's order. */
export const BOARDS_PRELOAD = '/api/v1/boards';

export function threadPreload(board: string, num: number): string {
  return `/api/v1/boards/${encodeURIComponent(board)}/threads/${num}`;
}

/** The filter of the public log in the address of a page; invalid values are ignored. */
export function publicLogFilter(query: unknown): { readonly board?: string; readonly before?: number } {
  const { board, before } = query as Readonly<Record<string, unknown>>;
  const [name, id] = [textOf(board), numIn(textOf(before) ?? '')];
  return { ...(name !== null && isBoardName(name) && { board: name }), ...(id !== null && { before: id }) };
}

export function publicLogPreload(query: unknown): string {
  const params = new URLSearchParams(
    Object.entries(publicLogFilter(query)).map(([name, value]) => [name, String(value)]),
  );
  return params.size === 0 ? PUBLIC_LOG_PATH : `${PUBLIC_LOG_PATH}?${params.toString()}`;
}

/** `crossorigin` makes the preload the same request as fetch() sends. */
export function addPreloadHeader(reply: FastifyReply, address: string | null): void {
  if (address !== null) void reply.header('link', `<${address}>; rel=preload; as=fetch; crossorigin`);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
