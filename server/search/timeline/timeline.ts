/**
 * The hits of a query over time. A look at how many there are on each day, of which our own code makes intervals as wide as
 * they must be; where days are too wide, at how many there are in each hour; and where those are, at the hits' own times.
 */
import type { estypes } from '@elastic/elasticsearch';
import { POST_SORT } from '../../../mappings/elasticsearch/post-index.ts';
import type { TimelineAnswer } from '../../../mappings/contract/facets.ts';
import { ask, isPartial, whereToAsk } from '../execute/send-search.ts';
import { askable, askableText } from '../language/printable.ts';
import type { SearchHouse } from '../context.ts';
import { prepareSearch, type PreparedSearch } from '../plan/plan.ts';
import { bucketsBetween, isAtLeast, type Buckets } from './buckets.ts';
import type { Zone } from '../language/zone.ts';
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
  const spans = counted.counts.map((count, place) => ({ count, start: edges[place] ?? 0, end: edges[place + 1] ?? 0 }));
  const zooms =
    interval === null ? [] : askable(spans.map(({ start, end }) => zoomed(query, { start, end, interval, zone, now })));
  const buckets = spans.map(({ count, start, end }, place) => ({
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    count,
    q: zooms[place] ?? null,
  }));
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

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const NOTHING: Counted = { buckets: null, counts: [], partial: false };

/** From coarse to fine, each look as far as the one before shows that it must: most queries need one or two. */
async function countOverTime(
  house: SearchHouse,
  prepared: PreparedSearch,
  zone: Zone,
  signal: AbortSignal,
): Promise<Counted> {
  const look = async (histogram: Histogram, length: number) => countSteps(house, prepared, signal, histogram, length);
  const days = await look({ calendar_interval: 'day', time_zone: zone.name }, DAY_MS);
  const [first, last] = [days.steps[0]?.middle, days.steps.at(-1)?.middle];
  if (first === undefined || last === undefined) return { ...NOTHING, partial: days.partial };
  const byDays = bucketsBetween(first, last, zone);
  if (isAtLeast(byDays.interval, 'day')) return addUp(days, byDays);

  if (last - first > DAY_MS) {
    // Offsets of zones are hours, or quarters of hours: counted without a zone they add up in every one.
    const length = [first, last].every((time) => zone.offsetAt(time) % HOUR_MS === 0) ? HOUR_MS : HOUR_MS / 4;
    const hours = await look({ fixed_interval: `${length / 60_000}m` }, length);
    const byHours = bucketsBetween(hours.steps[0]?.middle ?? first, hours.steps.at(-1)?.middle ?? last, zone);
    const isSum = byHours.edges.every((edge) => edge % length === 0) && isAtLeast(byHours.interval, 'hour');
    if (isSum) return addUp(hours, byHours);
  }
  return countNarrow(house, prepared, zone, signal);
}

type Histogram = Pick<
  estypes.AggregationsDateHistogramAggregation,
  'calendar_interval' | 'fixed_interval' | 'time_zone'
>;

interface Steps {
  /** Those that have hits, oldest first. Some five thousand are as many as there can be. */
  readonly steps: readonly {
    /** Within the step wherever clocks are changed. */
    readonly middle: number;
    readonly count: number;
  }[];
  readonly partial: boolean;
}

async function countSteps(
  house: SearchHouse,
  prepared: PreparedSearch,
  signal: AbortSignal,
  histogram: Histogram,
  length: number,
): Promise<Steps> {
  const { aggregation, partial } = await aggregate(house, prepared, signal, {
    date_histogram: { field: 'time_posted', min_doc_count: 1, ...histogram },
  });
  const { buckets = [] } = (aggregation ?? {}) as { buckets?: readonly { key: number; doc_count: number }[] };
  return { steps: buckets.map(({ key, doc_count: count }) => ({ middle: key + length / 2, count })), partial };
}

/** The buckets are made of whole steps. */
function addUp({ steps, partial }: Steps, buckets: Buckets): Counted {
  const counts = buckets.edges.slice(1).map(() => 0);
  let place = 0;
  for (const { middle, count } of steps) {
    while (middle >= (buckets.edges[place + 1] ?? Infinity)) place += 1;
    counts[place] = (counts[place] ?? 0) + count;
  }
  return { buckets, counts, partial };
}

/** A day or less: by what the first and the last hit are, in minutes. */
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
