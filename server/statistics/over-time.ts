/** Counts per day, month or hour → the spans of a chart. Pure. */
import type { TimelineInterval } from '../../mappings/contract/facets.ts';
import type { StatisticsSpan } from '../../mappings/contract/statistics.ts';
import { UTC } from '../search/language/moment.ts';
import { bucketsBetween, isAtLeast, type Buckets } from '../search/timeline/buckets.ts';
import type { TimeRange } from '../search/timeline/steps.ts';

export interface SpanCount {
  /** Start of the day or month, in milliseconds since 1970. */
  readonly start: number;
  readonly posts: number;
  readonly images: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Spans of a day or longer, in UTC, from the first post to the last. */
export function spanBuckets({ first, last }: TimeRange): Buckets {
  const fitting = bucketsBetween(first, last, UTC);
  return isAtLeast(fitting.interval, 'day') ? fitting : eachDay(first, last);
}

/** `counts`: those of days, or of months where spans are at least as long; oldest first. */
export function spansOf(
  counts: readonly SpanCount[],
  { interval, edges }: Buckets,
): { readonly interval: TimelineInterval; readonly spans: StatisticsSpan[] } {
  const spans = edges.slice(1).map((end, place) => ({ start: edges[place] ?? end, end, posts: 0, images: 0 }));
  let place = 0;
  for (const { start, posts, images } of counts) {
    while (start >= (spans[place]?.end ?? Infinity)) place += 1;
    const span = spans[place];
    if (span === undefined) break;
    span.posts += posts;
    span.images += images;
  }
  return { interval, spans: spans.map((span) => ({ ...span, start: iso(span.start), end: iso(span.end) })) };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

function eachDay(first: number, last: number): Buckets {
  const [start, end] = [Math.floor(first / DAY_MS), Math.floor(last / DAY_MS) + 1];
  return { interval: 'day', edges: Array.from({ length: end - start + 1 }, (_, day) => (start + day) * DAY_MS) };
}

export interface HourCount {
  /** Start of the hour, in milliseconds since 1970. */
  readonly hour: number;
  readonly posts: number;
}

/** Posts by weekday, from Monday, and hour; in UTC. */
export function weekOf(hours: readonly HourCount[]): number[][] {
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { hour, posts } of hours) {
    const at = new Date(hour);
    const day = week[(at.getUTCDay() + 6) % 7];
    if (day !== undefined) day[at.getUTCHours()] = (day[at.getUTCHours()] ?? 0) + posts;
  }
  return week;
}

/** Posts of each of the last steps in UTC; the last one contains the moment `newest`. */
export function lastSteps(
  hours: readonly HourCount[],
  newest: number,
  { count, lengthMs }: { readonly count: number; readonly lengthMs: number },
): { readonly start: string; readonly posts: number[] } {
  const end = Math.floor(newest / lengthMs) * lengthMs + lengthMs;
  const start = end - count * lengthMs;
  const steps = hours.map(({ hour, posts }) => ({ start: hour, posts }));
  return { start: iso(start), posts: stepsOf(steps, { start, end, lengthMs }) };
}

/** Posts of each step from `start` to `end`, including empty steps. */
export function stepsOf(
  steps: readonly { readonly start: number; readonly posts: number }[],
  { start, end, lengthMs }: { readonly start: number; readonly end: number; readonly lengthMs: number },
): number[] {
  const counts = Array.from({ length: Math.round((end - start) / lengthMs) }, () => 0);
  for (const { start: from, posts } of steps) {
    const place = Math.floor((from - start) / lengthMs);
    if (place >= 0 && place < counts.length) counts[place] = (counts[place] ?? 0) + posts;
  }
  return counts;
}
