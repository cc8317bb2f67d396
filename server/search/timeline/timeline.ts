/**
 * Counts the hits of a query over time. Elasticsearch counts per day, and the days are added up to wider intervals. Where
 * days are too coarse it counts per hour, and where hours are too coarse it counts the exact ranges.
 */
import type { estypes } from '@elastic/elasticsearch';
import { POST_SORT } from '../../../mappings/elasticsearch/post-index.ts';
import type { TimelineAnswer } from '../../../mappings/contract/facets.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import type { SearchContext } from '../context.ts';
import { isPartial, searchTarget, sendSearch } from '../execute/send-search.ts';
import { printableQueries, printableText } from '../language/printable.ts';
import { planFilter, type FilterPlan } from '../plan/plan.ts';
import { bucketsBetween, isAtLeast, type Buckets } from './buckets.ts';
import type { Zone } from '../language/zone.ts';
import { withoutTimes, zoomed } from './zoom.ts';

export interface TimelineParams {
  readonly q: string;
  readonly zone: Zone;
}

/** @throws QueryError, RefusedError, UnavailableError, BusyError */
export async function countTimeline(
  context: SearchContext,
  { q, zone }: TimelineParams,
  request: RequestContext,
): Promise<TimelineAnswer> {
  const started = performance.now();
  const plan = await planFilter(context, { q, zone }, request);
  const { query, now, notExcludedHides, resolution } = plan;
  // An empty list of indices would mean all of them.
  const counted = plan.boards?.length === 0 ? NOTHING : await countOverTime(context, plan, zone, request);
  const { interval, edges } = counted.buckets ?? { interval: null, edges: [] };
  const spans = counted.counts.map((count, place) => ({ count, start: edges[place] ?? 0, end: edges[place + 1] ?? 0 }));
  const zooms =
    interval === null
      ? []
      : printableQueries(spans.map(({ start, end }) => zoomed(query, { start, end, interval, zone, now })));
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
    rest: printableText(withoutTimes(query)),
    exact: !partial && notExcludedHides === 0,
    took_ms: Math.round((performance.now() - started) * 10) / 10,
    partial,
  };
}

interface Counted {
  /** null without hits. */
  readonly buckets: Buckets | null;
  readonly counts: readonly number[];
  readonly partial: boolean;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const NOTHING: Counted = { buckets: null, counts: [], partial: false };

/** From coarse to fine; most queries need one or two searches. */
async function countOverTime(
  context: SearchContext,
  plan: FilterPlan,
  zone: Zone,
  request: RequestContext,
): Promise<Counted> {
  const count = async (histogram: Histogram, length: number) => countSteps(context, plan, histogram, length, request);
  const days = await count({ calendar_interval: 'day', time_zone: zone.name }, DAY_MS);
  const [first, last] = [days.steps[0]?.middle, days.steps.at(-1)?.middle];
  if (first === undefined || last === undefined) return { ...NOTHING, partial: days.partial };
  const byDays = bucketsBetween(first, last, zone);
  if (isAtLeast(byDays.interval, 'day')) return addUp(days, byDays);

  if (last - first > DAY_MS) {
    // Time zone offsets are whole or quarter hours, so that counts in UTC add up in every zone.
    const length = [first, last].every((time) => zone.offsetAt(time) % HOUR_MS === 0) ? HOUR_MS : HOUR_MS / 4;
    const hours = await count({ fixed_interval: `${length / 60_000}m` }, length);
    const byHours = bucketsBetween(hours.steps[0]?.middle ?? first, hours.steps.at(-1)?.middle ?? last, zone);
    const isSum = byHours.edges.every((edge) => edge % length === 0) && isAtLeast(byHours.interval, 'hour');
    if (isSum) return addUp(hours, byHours);
  }
  return countRanges(context, plan, zone, request);
}

type Histogram = Pick<
  estypes.AggregationsDateHistogramAggregation,
  'calendar_interval' | 'fixed_interval' | 'time_zone'
>;

interface Steps {
  /** Days or hours with hits, oldest first; Elasticsearch returns about five thousand at most. */
  readonly steps: readonly {
    /** The middle of the step, which is inside it also on a day with a clock change. */
    readonly middle: number;
    readonly count: number;
  }[];
  readonly partial: boolean;
}

async function countSteps(
  context: SearchContext,
  plan: FilterPlan,
  histogram: Histogram,
  length: number,
  request: RequestContext,
): Promise<Steps> {
  const { aggregation, partial } = await aggregate(
    context,
    plan,
    { date_histogram: { field: 'time_posted', min_doc_count: 1, ...histogram } },
    request,
  );
  const { buckets = [] } = (aggregation ?? {}) as { buckets?: readonly { key: number; doc_count: number }[] };
  return { steps: buckets.map(({ key, doc_count: count }) => ({ middle: key + length / 2, count })), partial };
}

/** Buckets consist of whole steps. */
function addUp({ steps, partial }: Steps, buckets: Buckets): Counted {
  const counts = buckets.edges.slice(1).map(() => 0);
  let place = 0;
  for (const { middle, count } of steps) {
    while (middle >= (buckets.edges[place + 1] ?? Infinity)) place += 1;
    counts[place] = (counts[place] ?? 0) + count;
  }
  return { buckets, counts, partial };
}

/** For a day or less: the ranges between the first and the last hit. */
async function countRanges(
  context: SearchContext,
  plan: FilterPlan,
  zone: Zone,
  request: RequestContext,
): Promise<Counted> {
  const [first, last] = await Promise.all([
    timeOfFirst(context, plan, 'asc', request),
    timeOfFirst(context, plan, 'desc', request),
  ]);
  if (first.time === null || last.time === null) return { ...NOTHING, partial: first.partial || last.partial };
  const buckets = bucketsBetween(Math.min(first.time, last.time), Math.max(first.time, last.time), zone);
  // Strings: on a date field Elasticsearch may silently read a number in another unit.
  const bounds = buckets.edges.map((edge) => new Date(edge).toISOString());
  const ranges = bounds.slice(1).map((to, place) => ({ key: String(place), from: bounds[place] ?? to, to }));
  const { aggregation, partial } = await aggregate(
    context,
    plan,
    { date_range: { field: 'time_posted', keyed: true, ranges } },
    request,
  );
  const { buckets: found = {} } = (aggregation ?? {}) as { buckets?: Record<string, { doc_count: number }> };
  return {
    buckets,
    counts: ranges.map(({ key }) => found[key]?.doc_count ?? 0),
    partial: partial || first.partial || last.partial,
  };
}

async function aggregate(
  context: SearchContext,
  { boards, filter }: FilterPlan,
  time: estypes.AggregationsAggregationContainer,
  request: RequestContext,
) {
  const response = await sendSearch(
    context,
    {
      ...searchTarget(context, boards),
      query: filter,
      size: 0,
      track_total_hits: false,
      aggregations: { time },
    },
    request,
  );
  return { aggregation: response.aggregations?.['time'], partial: isPartial(response) };
}

/** Time of the oldest (asc) or newest (desc) hit; null without hits. */
async function timeOfFirst(
  context: SearchContext,
  { boards, filter }: FilterPlan,
  order: 'asc' | 'desc',
  request: RequestContext,
): Promise<{ readonly time: number | null; readonly partial: boolean }> {
  const response = await sendSearch(
    context,
    {
      ...searchTarget(context, boards),
      query: filter,
      // For the newest the whole index sort, so that Elasticsearch stops at the first hit.
      sort: order === 'desc' ? POST_SORT.map((field) => ({ [field]: order })) : [{ time_posted: order }],
      size: 1,
      track_total_hits: false,
      _source: false,
    },
    request,
  );
  const [time] = response.hits.hits[0]?.sort ?? [];
  return { time: typeof time === 'number' ? time : null, partial: isPartial(response) };
}
