import type { TimelineBucket, TimelineInterval } from '../../../mappings/contract/facets.ts';

/** The start of a bucket in UTC, as precise as its interval requires. */
export function bucketName({ start }: Pick<TimelineBucket, 'start'>, interval: TimelineInterval | null): string {
  switch (interval) {
    case 'decade':
    case 'year':
      return start.slice(0, 4);
    case 'quarter':
    case 'month':
      return start.slice(0, 7);
    case 'week':
    case 'day':
    case null:
      return start.slice(0, 10);
    case 'minute':
    case '10 minutes':
    case 'hour':
    case '3 hours':
    case '12 hours':
      return `${start.slice(0, 10)} ${start.slice(11, 16)}`;
  }
}

/** The query for all posts from one bucket to another, both included. `rest` is the query without its time conditions. */
export function rangeQuery(rest: string | null, from: TimelineBucket, to: TimelineBucket): string | null {
  if (from === to) return from.q;
  if (rest === null) return null;
  return `${rest} after:${moment(from.start)} before:${moment(to.end)}`.trim();
}

/** A time in the shortest form of the query language: midnight is written without the time of day. */
export function moment(iso: string): string {
  return iso.slice(11, 16) === '00:00' ? iso.slice(0, 10) : `${iso.slice(0, 16)}Z`;
}
