/** Divides the time between two moments into buckets of one interval, along the calendar of a time zone. */
import { MAX_TIMELINE_BUCKETS, TIMELINE_INTERVALS, type TimelineInterval } from '../../../mappings/contract/facets.ts';
import type { WallTime, Zone } from '../language/zone.ts';

export interface Buckets {
  readonly interval: TimelineInterval;
  /** Start of each bucket and the end of the last, ascending; milliseconds since 1970. */
  readonly edges: readonly number[];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Upper bound of the length, so that intervals that cannot fit are skipped without computing edges. */
const LONGEST_MS: Readonly<Record<TimelineInterval, number>> = {
  minute: MINUTE_MS,
  '10 minutes': 10 * MINUTE_MS,
  hour: HOUR_MS,
  '3 hours': 4 * HOUR_MS,
  '12 hours': 13 * HOUR_MS,
  day: 2 * DAY_MS,
  week: 8 * DAY_MS,
  month: 32 * DAY_MS,
  quarter: 93 * DAY_MS,
  year: 367 * DAY_MS,
  decade: 3_654 * DAY_MS,
};

/** Buckets of the narrowest interval that spans both times with at most MAX_TIMELINE_BUCKETS, along the calendar of the zone. */
export function bucketsBetween(first: number, last: number, zone: Zone): Buckets {
  for (const interval of TIMELINE_INTERVALS) {
    if ((last - first) / LONGEST_MS[interval] > MAX_TIMELINE_BUCKETS) continue;
    const edges = edgesBetween(first, last, zone, interval);
    if (edges.length - 1 <= MAX_TIMELINE_BUCKETS) return { interval, edges };
  }
  // More than twelve centuries: one bucket for everything.
  return { interval: 'decade', edges: [first, last + 1] };
}

export function isAtLeast(interval: TimelineInterval, other: TimelineInterval): boolean {
  return TIMELINE_INTERVALS.indexOf(interval) >= TIMELINE_INTERVALS.indexOf(other);
}

function edgesBetween(first: number, last: number, zone: Zone, interval: TimelineInterval): readonly number[] {
  const edges: number[] = [];
  const edgeAt = edgesFrom(first, zone, interval);
  for (let step = 0; edges.length <= MAX_TIMELINE_BUCKETS + 1; step++) {
    const edge = edgeAt(step);
    // At a clock change two wall-clock times may be the same moment.
    if (edge > (edges.at(-1) ?? -Infinity)) edges.push(edge);
    if (edge > last) break;
  }
  return edges;
}

/** Start of the bucket `step` buckets after the one that contains `time`. */
function edgesFrom(time: number, zone: Zone, interval: TimelineInterval): (step: number) => number {
  const { year, month, day, hour } = zone.wallAt(time);
  const at = (wall: Partial<WallTime>) => zone.timeOf({ year, month: 0, day: 1, ...wall });
  const ticks = (length: number) => {
    const start = clockEdge(time, zone, length);
    return (step: number) => start + step * length;
  };
  switch (interval) {
    case 'minute':
      return ticks(MINUTE_MS);
    case '10 minutes':
      return ticks(10 * MINUTE_MS);
    case 'hour':
      return ticks(HOUR_MS);
    case '3 hours':
      return (step) => at({ month, day, hour: hour - (hour % 3) + 3 * step });
    case '12 hours':
      return (step) => at({ month, day, hour: hour - (hour % 12) + 12 * step });
    case 'day':
      return (step) => at({ month, day: day + step });
    case 'week':
      return (step) => at({ month, day: day - weekday(year, month, day) + 7 * step });
    case 'month':
      return (step) => at({ month: month + step });
    case 'quarter':
      return (step) => at({ month: month - (month % 3) + 3 * step });
    case 'year':
      return (step) => at({ year: year + step });
    case 'decade':
      return (step) => at({ year: year - (year % 10) + 10 * step });
  }
}

/** The last full minute, ten minutes or hour on the wall clock. */
function clockEdge(time: number, zone: Zone, length: number): number {
  const shown = time + zone.offsetAt(time);
  return time - (((shown % length) + length) % length);
}

/** 0 on Mondays. */
function weekday(year: number, month: number, day: number): number {
  return (new Date(Date.UTC(year, month, day)).getUTCDay() + 6) % 7;
}
