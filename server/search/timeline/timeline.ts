/**
 * The hits of a query over time. One look at how many there are on each day, of which our own code makes intervals as wide
 * as they must be; where days are too wide, a look at the first and the last hit, and one at what is between the edges.
 */
import type { estypes } from '@elastic/elasticsearch';
import { POST_SORT } from '../../../mappings/elasticsearch/post-index.ts';
import type { TimelineAnswer } from '../../contract/facets.ts';
import { ask, isPartial, whereToAsk } from '../ask.ts';
import { askable, askableText } from '../facets/askable.ts';
import type { SearchHouse } from '../house.ts';
import { prepareSearch, type PreparedSearch } from '../prepare.ts';
import { bucketsBetween, isByDays, type Buckets } from './buckets.ts';
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
  const { query, now, unnamed, resolution } = prepared;
  // To ask no index by name would be to ask all of them.
  const counted = prepared.boards?.length === 0 ? NOTHING : await countOverTime(house, prepared, zone, signal);
  const { interval, edges } = counted.buckets ?? { interval: null, edges: [] };
  const buckets = counted.counts.map((count, place) => {
    const [start = 0, end = 0] = [edges[place], edges[place + 1]];
    return {
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
      count,
      q: interval && askable(zoomed(query, { start, end, interval, zone, now })),
    };
  });
  const partial = counted.partial || resolution.partial;
  return {
    interval,
    tz: zone.name,
    buckets,
    rest: askableText(withoutTimes(query)),
    exact: !partial && unnamed === 0,
    took_ms: Math.round((performance.now() - started) * 10) / 10,
    partial,
  };
}

interface Counted {
  /** null where there is no hit. */
  readonly buckets: Buckets | null;
  readonly counts: readonly number[];
  readonly partial: boolean;
}

const NOTHING: Counted = { buckets: null, counts: [], partial: false };

async function countOverTime(
  house: SearchHouse,
  prepared: PreparedSearch,
  zone: Zone,
  signal: AbortSignal,
): Promise<Counted> {
  const { days, partial } = await countDays(house, prepared, zone, signal);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return { ...NOTHING, partial };
  const buckets = bucketsBetween(first.noon, last.noon, zone);
  if (!isByDays(buckets.interval)) return countNarrow(house, prepared, zone, signal);
  const counts = buckets.edges.slice(1).map(() => 0);
  let place = 0;
  for (const { noon, count } of days) {
    while (noon >= (buckets.edges[place + 1] ?? Infinity)) place += 1;
    counts[place] = (counts[place] ?? 0) + count;
  }
  return { buckets, counts, partial };
}

interface Day {
  /** Within the day, wherever clocks are put when. */
  readonly noon: number;
  readonly count: number;
}

const HALF_DAY_MS = 43_200_000;

/** Those that have hits, oldest first. Some five thousand are as many as there can be. */
async function countDays(
  house: SearchHouse,
  prepared: PreparedSearch,
  zone: Zone,
  signal: AbortSignal,
): Promise<{ readonly days: readonly Day[]; readonly partial: boolean }> {
  const { aggregation, partial } = await aggregate(house, prepared, signal, {
    date_histogram: { field: 'time_posted', calendar_interval: 'day', time_zone: zone.name, min_doc_count: 1 },
  });
  const { buckets = [] } = (aggregation ?? {}) as { buckets?: readonly { key: number; doc_count: number }[] };
  return { days: buckets.map(({ key, doc_count: count }) => ({ noon: key + HALF_DAY_MS, count })), partial };
}

/** Some weeks or less: in intervals of hours or minutes. */
async function countNarrow(
  house: SearchHouse,
  prepared: PreparedSearch,
  zone: Zone,
  signal: AbortSignal,
): Promise<Counted> {
  const [first, last] = await Promise.all([
    edgeOf(house, prepared, 'asc', signal),
    edgeOf(house, prepared, 'desc', signal),
  ]);
  if (first.time === null || last.time === null) return { ...NOTHING, partial: first.partial || last.partial };
  const buckets = bucketsBetween(Math.min(first.time, last.time), Math.max(first.time, last.time), zone);
  // As text: on a date field a number may be read in another unit, silently.
  const bounds = buckets.edges.map((edge) => new Date(edge).toISOString());
  const ranges = bounds.slice(1).map((to, place) => ({ key: String(place), from: bounds[place] ?? to, to }));
  const { aggregation, partial } = await aggregate(house, prepared, signal, {
    date_range: { field: 'time_posted', keyed: true, ranges },
  });
  const { buckets: found = {} } = (aggregation ?? {}) as { buckets?: Record<string, { doc_count: number }> };
  return {
    buckets,
    counts: ranges.map(({ key }) => found[key]?.doc_count ?? 0),
    partial: partial || first.partial || last.partial,
  };
}

async function aggregate(
  house: SearchHouse,
  { boards, filter }: PreparedSearch,
  signal: AbortSignal,
  time: estypes.AggregationsAggregationContainer,
) {
  const answer = await ask(
    house,
    {
      ...whereToAsk(house, boards),
      query: filter,
      size: 0,
      track_total_hits: false,
      aggregations: { time },
    },
    signal,
  );
  return { aggregation: answer.aggregations?.['time'], partial: isPartial(answer) };
}

async function edgeOf(
  house: SearchHouse,
  { boards, filter }: PreparedSearch,
  order: 'asc' | 'desc',
  signal: AbortSignal,
): Promise<{ readonly time: number | null; readonly partial: boolean }> {
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
