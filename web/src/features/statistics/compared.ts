/** The counts of two sets of posts that a reader compares. */
import { queryOptions } from '@tanstack/react-query';
import { fetchFacets, fetchTimeline } from '../../lib/api-client.ts';
import { answerOf, api } from '../../lib/api.ts';
import type { ComparedParams } from './compared-params.ts';

export interface Side {
  /** null: all boards. */
  readonly board: string | null;
  /** null: all years. */
  readonly year: string | null;
}

/** null as long as both sides are the same. */
export function sidesOf(params: ComparedParams): readonly [Side, Side] | null {
  const first = { board: chosen(params.board), year: chosen(params.year) };
  const second = { board: chosen(params.with), year: chosen(params.with_year) };
  return first.board === second.board && first.year === second.year ? null : [first, second];
}

function chosen(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : value;
}

/** `years`: those of the archive. Without a year of its own, a side covers all of them, so that both charts have the same axis. */
export function conditionOf({ board, year }: Side, years: readonly string[]): string {
  const all = years.length === 0 ? '' : `during:${years.at(-1)}..${years[0]}`;
  return [board === null ? '' : `board:${board}`, year === null ? all : `during:${year}`]
    .filter((part) => part !== '')
    .join(' ');
}

const FRESH_MS = 60_000;

/** Years with posts, newest first. */
export function yearsQuery() {
  return queryOptions({
    queryKey: ['years'],
    queryFn: async ({ signal }) => {
      const { facets } = await answerOf(
        api.GET('/api/v1/search/facets', { params: { query: { values: 100 } }, signal }),
      );
      const values = facets.find(({ field }) => field === 'year')?.values ?? [];
      return values.map(({ value }) => value).toSorted((a, b) => Number(b) - Number(a));
    },
    staleTime: FRESH_MS,
    retry: false,
  });
}

/** The counts of one side. */
export function sideQuery(q: string) {
  return queryOptions({
    queryKey: ['compared', q],
    queryFn: async ({ signal }) => {
      const [{ total, facets }, timeline] = await Promise.all([fetchFacets(q, signal), fetchTimeline(q, signal)]);
      const count = (field: string, value: string) =>
        facets.find((facet) => facet.field === field)?.values.find((one) => one.value === value)?.count;
      return {
        posts: total,
        threads: count('kind', 'op') ?? 0,
        files: count('has_file', 'yes') ?? 0,
        interval: timeline.interval,
        spans: timeline.buckets.map(({ start, end, count: posts }) => ({ start, end, posts })),
      };
    },
    staleTime: FRESH_MS,
    retryOnMount: false,
  });
}
