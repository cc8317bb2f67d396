/**
 * What a page's scripts ask the API for first, as the browser hears it with the page: it asks while they are still on their
 * way, and they find the answer there. An address that is not the one that they ask for would be asked for in vain.
 */
import type { FastifyReply } from 'fastify';

/** Headers are small. */
const MAX_ADDRESS = 2_000;

/** `view=gallery` asks for a little more than what was written: that is left to the scripts. */
export function searchPreload(query: unknown): string | null {
  const { q, sort, cursor, view } = query as Readonly<Record<string, unknown>>;
  if (view === 'gallery') return null;
  const params = new URLSearchParams({ q: textOf(q) ?? '' });
  if (sort === 'new' || sort === 'old' || sort === 'relevance') params.set('sort', sort);
  const place = textOf(cursor);
  if (place !== null) params.set('cursor', place);
  if (view === 'threads') params.set('group', 'thread');
  const address = `/api/v1/search?${params.toString()}`;
  return address.length > MAX_ADDRESS ? null : address;
}

export const HOME_PRELOAD = '/api/v1/boards';

export function threadPreload(board: string, num: number): string {
  return `/api/v1/boards/${encodeURIComponent(board)}/threads/${num}`;
}

/** With `crossorigin` since scripts ask so: only then it is the same request. */
export function addPreloadHeader(reply: FastifyReply, address: string | null): void {
  if (address !== null) void reply.header('link', `<${address}>; rel=preload; as=fetch; crossorigin`);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
