/**
 * The hits of a query over time. Two looks: at the first and the last hit, of which our own code chooses the interval and
 * makes its edges, and then at how many there are between the edges.
 */
import type { estypes } from '@elastic/elasticsearch';
import { POST_SORT } from '../../../mappings/elasticsearch/post-index.ts';
import type { TimelineAnswer } from '../../contract/facets.ts';
import { ask, isPartial, whereToAsk } from '../ask.ts';
import { askable, askableText } from '../facets/askable.ts';
import type { SearchHouse } from '../house.ts';
import { prepareSearch, type PreparedSearch } from '../prepare.ts';
import { bucketsBetween } from './buckets.ts';
import type { Zone } from './zone.ts';
import { withoutTimes, zoomed } from './zoom.ts';

export interface TimelineRequest {
  readonly q: string;
  readonly zone: Zone;
  readonly signal: AbortSignal;
}

/** @throws QueryError, UnavailableError */
export async function countTimeline(house: SearchHouse, request: TimelineRequest): Promise<TimelineAnswer> {
  const started = performance.now();
  const { q, zone, signal } = request;
  const prepared = await prepareSearch(house, { q, sort: null, zone, signal });
  const answer = (found: Pick<TimelineAnswer, 'interval' | 'buckets' | 'partial'>): TimelineAnswer => ({
    ...found,
    tz: zone.name,
    rest: askableText(withoutTimes(prepared.query)),
    exact: !found.partial && prepared.unnamed === 0,
    took_ms: Math.round((performance.now() - started) * 10) / 10,
  });
  // To ask no index by name would be to ask all of them.
  if (prepared.boards?.length === 0) return answer({ interval: null, buckets: [], partial: false });

  const [first, last] = await Promise.all([
    edgeOf(house, prepared, 'asc', signal),
    edgeOf(house, prepared, 'desc', signal),
  ]);
  const partial = first.partial || last.partial || prepared.resolution.partial;
  if (first.time === null || last.time === null) return answer({ interval: null, buckets: [], partial });

  const { interval, edges } = bucketsBetween(Math.min(first.time, last.time), Math.max(first.time, last.time), zone);
  const counted = await countBetween(house, prepared, edges, signal);
  const buckets = counted.counts.map((count, place) => {
    const [start = 0, end = 0] = [edges[place], edges[place + 1]];
    return {
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
      count,
      q: askable(zoomed(prepared.query, { start, end, interval, zone, now: prepared.now })),
    };
  });
  return answer({ interval, buckets, partial: partial || counted.partial });
}

interface Edge {
  readonly time: number | null;
  readonly partial: boolean;
}

async function edgeOf(
  house: SearchHouse,
  { boards, filter }: PreparedSearch,
  order: 'asc' | 'desc',
  signal: AbortSignal,
): Promise<Edge> {
  const answer = await ask(
    house,
    {
      ...whereToAsk(house, boards),
      query: filter,
      // Newest first as the index is sorted, all of it, or Elasticsearch does not stop at the first.
      sort: order === 'desc' ? POST_SORT.map((field) => ({ [field]: order })) : [{ time_posted: order }],
      size: 1,
      track_total_hits: false,
      _source: false,
    },
    signal,
  );
  const [time] = answer.hits.hits[0]?.sort ?? [];
  return { time: typeof time === 'number' ? time : null, partial: isPartial(answer) };
}

async function countBetween(
  house: SearchHouse,
  { boards, filter }: PreparedSearch,
  edges: readonly number[],
  signal: AbortSignal,
): Promise<{ readonly counts: readonly number[]; readonly partial: boolean }> {
  // As text: on a date field a number may be read in another unit, silently.
  const bounds = edges.map((edge) => new Date(edge).toISOString());
  const ranges = bounds.slice(1).map((to, place) => ({ key: String(place), from: bounds[place] ?? to, to }));
  const answer = await ask(
    house,
    {
      ...whereToAsk(house, boards),
      query: filter,
      size: 0,
      track_total_hits: false,
      aggregations: { time: { date_range: { field: 'time_posted', keyed: true, ranges } } },
    },
    signal,
  );
  const time = answer.aggregations?.['time'] as estypes.AggregationsDateRangeAggregate | undefined;
  const buckets = (time?.buckets ?? {}) as Record<string, { doc_count: number }>;
  return { counts: ranges.map(({ key }) => buckets[key]?.doc_count ?? 0), partial: isPartial(answer) };
}
