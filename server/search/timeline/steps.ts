/** Aggregations that count posts in steps of time, and how their results are read and added up. Pure. */
import type { estypes } from '@elastic/elasticsearch';

export const HOUR_MS = 3_600_000;

/** Times of the first and the last hit. */
export const RANGE: Record<string, estypes.AggregationsAggregationContainer> = {
  first: { min: { field: 'time_posted' } },
  last: { max: { field: 'time_posted' } },
};

export type StepUnit = 'month' | 'day' | 'hour';

const SHORTEST_MS: Readonly<Record<StepUnit, number>> = { month: 28 * 24 * HOUR_MS, day: 23 * HOUR_MS, hour: HOUR_MS };

/** Steps without hits are left out. `zone`: where days and months begin. */
export function histogram(unit: StepUnit, zone = 'UTC'): estypes.AggregationsAggregationContainer {
  const steps = unit === 'hour' ? { fixed_interval: '1h' } : { calendar_interval: unit, time_zone: zone };
  return { date_histogram: { field: 'time_posted', min_doc_count: 1, ...steps } };
}

export interface TimeRange {
  /** Milliseconds since 1970. */
  readonly first: number;
  readonly last: number;
}

/** The result of RANGE; null without hits. */
export function rangeOf(found: Readonly<Record<string, unknown>>): TimeRange | null {
  const { first, last } = found as Partial<Record<'first' | 'last', { readonly value: number | null }>>;
  return first?.value == null || last?.value == null ? null : { first: first.value, last: last.value };
}

export interface Step {
  /** A moment within the step, and not near its ends, where a clock change may move them; milliseconds since 1970. */
  readonly middle: number;
  readonly count: number;
}

/** The result of a histogram of this unit that is named `steps`, oldest first. */
export function stepsOf(found: Readonly<Record<string, unknown>>, unit: StepUnit): readonly Step[] {
  const { buckets = [] } = (found['steps'] ?? {}) as {
    readonly buckets?: readonly { readonly key: number; readonly doc_count: number }[];
  };
  return buckets.map(({ key, doc_count: count }) => ({ middle: key + SHORTEST_MS[unit] / 2, count }));
}

/**
 * Counts of the buckets between the edges, each of which consists of whole steps. Steps after the last edge, of posts that
 * arrived since the edges were chosen, are left out.
 */
export function addUp(steps: readonly Step[], edges: readonly number[]): readonly number[] {
  const counts = edges.slice(1).map(() => 0);
  let place = 0;
  for (const { middle, count } of steps) {
    while (middle >= (edges[place + 1] ?? Infinity)) place += 1;
    if (place === counts.length) break;
    counts[place] = (counts[place] ?? 0) + count;
  }
  return counts;
}
