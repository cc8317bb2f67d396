import { queryOptions } from '@tanstack/react-query';
import type { Hit } from '../../../../mappings/contract/search.ts';
import { fetchSearch } from '../../lib/api-client.ts';
import { postKey } from '../../lib/hidden-posts.ts';

/** The matches by post. */
export type Matches = ReadonlyMap<string, Match>;
export type Match = Pick<Hit, 'highlights' | 'comment'>;

export const NO_MATCHES: Matches = new Map();

const PAGE = 100;
/** More matches than a reader steps through. */
const MAX_PAGES = 5;

export function matchesQuery(board: string, num: number, q: string) {
  return queryOptions({
    queryKey: ['matches', board, num, q] as const,
    queryFn: ({ signal }) => fetchMatches(`${grouped(q)} board:${board} thread:${num}`, signal),
    staleTime: 60_000,
    retry: false,
  });
}

async function fetchMatches(q: string, signal: AbortSignal): Promise<Matches> {
  const matches = new Map<string, Match>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await fetchSearch({ q, sort: 'old', cursor, limit: PAGE }, signal);
    for (const hit of answer.hits) matches.set(postKey(hit), hit);
    if (answer.next === null) break;
    cursor = answer.next;
  }
  return matches;
}

/** Puts parentheses around the query, so that the thread applies to all of it. */
function grouped(q: string): string {
  return /\sOR\s|\|/.test(q) ? `(${q})` : q;
}
