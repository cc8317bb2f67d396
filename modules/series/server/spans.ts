/** The steps of a timeline. */
import type { SeriesSpan } from '../contract/series.ts';

export type Interval = 'day' | 'month' | 'year';

const DAY_MS = 24 * 3_600_000;
/** The most bars of a chart with this interval. */
const MOST_DAYS = 92;
const MOST_MONTHS = 120;

export function intervalOf(first: Date, last: Date): Interval {
  const days = (last.getTime() - first.getTime()) / DAY_MS;
  if (days <= MOST_DAYS) return 'day';
  return days / 30 <= MOST_MONTHS ? 'month' : 'year';
}

interface Counted {
  /** The start of a step. */
  readonly start: Date;
  readonly editions: number;
  readonly posts: number;
}

/** All steps from the first to the last. */
export function fillSpans(counted: readonly Counted[], interval: Interval): SeriesSpan[] {
  const last = counted.at(-1)?.start.getTime() ?? 0;
  const byStart = new Map(counted.map((one) => [one.start.getTime(), one]));
  const spans: SeriesSpan[] = [];
  let start = counted[0]?.start ?? new Date(last + 1);
  while (start.getTime() <= last) {
    const end = endOf(start, interval);
    const { editions = 0, posts = 0 } = byStart.get(start.getTime()) ?? {};
    spans.push({ start: start.toISOString(), end: end.toISOString(), editions, posts });
    start = end;
  }
  return spans;
}

function endOf(start: Date, interval: Interval): Date {
  if (interval === 'day') return new Date(start.getTime() + DAY_MS);
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth()];
  return new Date(interval === 'month' ? Date.UTC(year, month + 1) : Date.UTC(year + 1, 0));
}
