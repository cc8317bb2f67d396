/**
 * `Link: rel=preload` headers of pages: the browser fetches the page's first API answer while the scripts load. The address
 * must be exactly the one that the scripts of web/ request; otherwise the answer is fetched twice.
 */
import type { FastifyReply } from 'fastify';

/** Longer addresses are not preloaded, since proxies limit the size of headers. */
const MAX_ADDRESS_LENGTH = 2_000;

/** null for `view=gallery`, whose request has more parameters than the page's address. */
export function searchPreload(query: unknown): string | null {
  const { q, sort, cursor, view } = query as Readonly<Record<string, unknown>>;
  if (view === 'gallery') return null;
  const params = new URLSearchParams({ q: textOf(q) ?? '' });
  if (sort === 'new' || sort === 'old' || sort === 'relevance') params.set('sort', sort);
  const place = textOf(cursor);
  if (place !== null) params.set('cursor', place);
  if (view === 'threads') params.set('group', 'thread');
  const address = `/api/v1/search?${params.toString()}`;
  return address.length > MAX_ADDRESS_LENGTH ? null : address;
}

export const HOME_PRELOAD = '/api/v1/boards';

export function threadPreload(board: string, num: number): string {
  return `/api/v1/boards/${encodeURIComponent(board)}/threads/${num}`;
}

/** `crossorigin` makes the preload the same request as fetch() sends. */
export function addPreloadHeader(reply: FastifyReply, address: string | null): void {
  if (address !== null) void reply.header('link', `<${address}>; rel=preload; as=fetch; crossorigin`);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
