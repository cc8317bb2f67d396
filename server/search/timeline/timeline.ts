/**
 * Counts the hits of a query over time. Elasticsearch returns the time of the first and the last hit, which decide the interval
 * with the limits of the query, and the counts of months, which add up to longer intervals: a century has 1,200. Shorter intervals are counted by a second
 * search, in at most 1,440 steps. Elasticsearch returns no more than 5,000 (`search.max_buckets`).
 */
import type { estypes } from '@elastic/elasticsearch';
import type { TimelineAnswer } from '../../../mappings/contract/facets.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import type { SearchContext } from '../context.ts';
import { isPartial, searchTarget, sendSearch } from '../elasticsearch/send-search.ts';
import { textsWithinLimits, textWithinLimits } from '../language/within-limits.ts';
import { planFilter, type FilterPlan } from '../plan/plan-filter.ts';
import { bucketsBetween, isAtLeast, type Buckets } from './buckets.ts';
import { addUp, histogram, HOUR_MS, RANGE, rangeOf, stepsOf, type StepUnit } from './steps.ts';
import { EARLIEST_MS, LATEST_MS, type Period } from '../language/moment.ts';
import type { Zone } from '../language/zone.ts';
import { drawnLimits, limitsOf, withoutTimes, zoomed } from './zoom.ts';

export interface TimelineParams {
  readonly q: string;
  readonly zone: Zone;
}

/** @throws QueryError, RefusedError, UnavailableError, and errors of `sendSearch` */
export async function countTimeline(
  context: SearchContext,
  { q, zone }: TimelineParams,
  request: RequestContext,
): Promise<TimelineAnswer> {
  const started = performance.now();
  const plan = await planFilter(context, { q, zone }, request);
  const { query, now, notExcludedHides } = plan;
  // An empty list of indices would mean all of them.
  const counted = plan.boards?.length === 0 ? NOTHING : await countOverTime(context, plan, zone, request);
  const { interval, edges } = counted.buckets ?? { interval: null, edges: [] };
  const spans = counted.counts.map((count, place) => ({ count, start: edges[place] ?? 0, end: edges[place + 1] ?? 0 }));
  const zooms =
    interval === null
      ? []
      : textsWithinLimits(spans.map(({ start, end }) => zoomed(query, { start, end, interval, zone, now })));
  const buckets = spans.map(({ count, start, end }, place) => ({
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    count,
    q: zooms[place] ?? null,
  }));
  const partial = !request.partial.isEmpty;
  return {
    interval,
    tz: zone.name,
    buckets,
    rest: textWithinLimits(withoutTimes(query)),
    limits: presentLimits(limitsOf(query, { now, zone })),
    exact: !partial && notExcludedHides === 0,
    folded: plan.isFolded,
    took_ms: Math.round((performance.now() - started) * 10) / 10,
    partial,
    partial_reasons: request.partial.list(),
  };
}

function presentLimits(limits: Period | null): TimelineAnswer['limits'] {
  return { start: limitText(limits?.start ?? -Infinity), end: limitText(limits?.end ?? Infinity) };
}

function limitText(time: number): string | null {
  return time > EARLIEST_MS && time < LATEST_MS ? new Date(time).toISOString() : null;
}

interface Counted {
  /** null without hits. */
  readonly buckets: Buckets | null;
  readonly counts: readonly number[];
  readonly partial: boolean;
}

const NOTHING: Counted = { buckets: null, counts: [], partial: false };

/** One search, and a second where months are too coarse. */
async function countOverTime(
  context: SearchContext,
  plan: FilterPlan,
  zone: Zone,
  request: RequestContext,
): Promise<Counted> {
  const ask = async (aggregations: Aggregations) => aggregate(context, plan, aggregations, request);
  const whole = await ask({ ...RANGE, steps: histogram('month', zone.name) });
  const range = rangeOf(whole.found);
  if (range === null) return { ...NOTHING, partial: whole.partial };
  const limits = drawnLimits(limitsOf(plan.query, { now: plan.now, zone }));
  const first = Math.min(range.first, limits?.start ?? range.first);
  const last = Math.max(range.last, limits === null ? range.last : limits.end - 1);
  const buckets = bucketsBetween(first, last, zone);
  if (isAtLeast(buckets.interval, 'month')) {
    return { buckets, counts: addUp(stepsOf(whole.found, 'month'), buckets.edges), partial: whole.partial };
  }
  const { aggregation, read } = fineCount(buckets, zone);
  const fine = await ask({ steps: aggregation });
  return { buckets, counts: read(fine.found), partial: whole.partial || fine.partial };
}

/** How to count buckets shorter than a month: by steps that add up to them if they are few, else by their own ranges. */
function fineCount(buckets: Buckets, zone: Zone) {
  const { edges, interval } = buckets;
  const isWholeHours = edges.every((edge) => edge % HOUR_MS === 0);
  const bySteps = (unit: StepUnit) => ({
    aggregation: histogram(unit, zone.name),
    read: (found: Found) => addUp(stepsOf(found, unit), edges),
  });
  if (isAtLeast(interval, 'day')) return bySteps('day');
  // Elasticsearch's hours begin with those of UTC.
  if (isAtLeast(interval, 'hour') && isWholeHours) return bySteps('hour');
  // Strings: on a date field Elasticsearch may silently read a number in another unit.
  const iso = (place: number) => new Date(edges[place] ?? 0).toISOString();
  const ranges = edges.slice(1).map((_, place) => ({ key: String(place), from: iso(place), to: iso(place + 1) }));
  return {
    aggregation: { date_range: { field: 'time_posted', ranges } },
    read(found: Found) {
      const { buckets: counted = [] } = (found['steps'] ?? {}) as { buckets?: { key: string; doc_count: number }[] };
      const countOf = new Map(counted.map(({ key, doc_count: count }) => [key, count]));
      return ranges.map(({ key }) => countOf.get(key) ?? 0);
    },
  };
}

type Aggregation = estypes.AggregationsAggregationContainer;
type Aggregations = Record<string, Aggregation>;
type Found = Readonly<Record<string, unknown>>;

async function aggregate(
  context: SearchContext,
  { boards, filter }: FilterPlan,
  aggregations: Aggregations,
  request: RequestContext,
): Promise<{ readonly found: Found; readonly partial: boolean }> {
  const response = await sendSearch(
    context,
    { ...searchTarget(context, boards), query: filter, size: 0, track_total_hits: false, aggregations },
    request,
  );
  return { found: response.aggregations ?? {}, partial: isPartial(response) };
}
