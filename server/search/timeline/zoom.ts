/** Changes a query to one for a single bucket of the timeline, or to one without its conditions on time. */
import type { TimelineInterval } from '../../../mappings/contract/facets.ts';
import { allOfNodes, conjunctsOf, time } from '../language/build.ts';
import { parseMoment, resolveMoment, type Period, type ReadersTime } from '../language/moment.ts';
import { print } from '../language/print.ts';
import type { TimeName } from '../../../mappings/search/fields.ts';
import type { Leaf, Node, Query } from '../language/tree.ts';
import type { Zone } from '../language/zone.ts';

export interface Bucket {
  readonly start: number;
  readonly end: number;
  readonly interval: TimelineInterval;
  readonly zone: Zone;
  readonly now: number;
}

/** The query for the hits of one bucket. Conditions on time that hold for the whole bucket are dropped. */
export function zoomed(query: Query, bucket: Bucket): Query {
  const kept = conjunctsOf(query.root).filter((node) => !holdsFor(node, bucket));
  return { ...query, root: allOfNodes([...kept, ...conditionsOf(bucket)]) };
}

/** The text of the query without its conditions on the time of posting, so that another can be appended. */
export function withoutTimes(query: Query): string {
  const kept = conjunctsOf(query.root).filter((node) => !isOnTimeOnly(node));
  // Prints a condition after the query, so that an OR gets its parentheses, and then cuts that condition off.
  const last = timeOf('after', FIRST_YEAR);
  const text = print({ root: allOfNodes([...kept, last]), sort: null, group: null });
  const orderAndGroup = print({ ...query, root: null });
  return [text.slice(0, -print({ root: last, sort: null, group: null }).length).trimEnd(), orderAndGroup]
    .filter((part) => part !== '')
    .join(' ');
}

/** The time of posting to which the query limits every hit; infinite where it does not. null if no time meets its conditions. */
export function limitsOf(query: Query, reader: ReadersTime): Period | null {
  const periods = conjunctsOf(query.root)
    .filter(isOnTimeOnly)
    .map((node) => periodOf(node, reader));
  const start = Math.max(-Infinity, ...periods.map((period) => period.start));
  const end = Math.min(Infinity, ...periods.map((period) => period.end));
  return end > start ? { start, end } : null;
}

/** The limits, if the query has both of them and they are close enough to be drawn. */
export function drawnLimits(limits: Period | null): Period | null {
  return limits !== null && limits.end - limits.start <= LONGEST_LIMITS_MS ? limits : null;
}

/** A condition on the time of posting, or several of which one must hold, such as two years. */
function isOnTimeOnly(node: Node): boolean {
  return node.kind === 'or' ? node.children.every(isOnTimeOnly) : node.kind === 'time' && node.edge !== 'modified';
}

/** From the earliest time that the condition allows to the latest. */
function periodOf(node: Node, reader: ReadersTime): Period {
  if (node.kind === 'or') {
    const periods = node.children.map((child) => periodOf(child, reader));
    return {
      start: Math.min(...periods.map((period) => period.start)),
      end: Math.max(...periods.map((period) => period.end)),
    };
  }
  if (node.kind !== 'time') return { start: -Infinity, end: Infinity };
  const { start, end } = resolveMoment(node.moment, reader);
  if (node.edge === 'during') return { start, end };
  return node.edge === 'after' ? { start, end: Infinity } : { start: -Infinity, end: start };
}

/** In longer times, such as `during:..2020`, hits would be a line at the edge. */
const LONGEST_LIMITS_MS = 100 * 366 * 24 * 3_600_000;

const FIRST_YEAR = '0001';

function holdsFor(node: Node, bucket: Bucket): boolean {
  if (node.kind === 'or') return isOnTimeOnly(node) && node.children.some((child) => holdsFor(child, bucket));
  if (node.kind !== 'time') return false;
  const { start, end, zone, now } = bucket;
  const period = resolveMoment(node.moment, { now, zone });
  switch (node.edge) {
    case 'after':
      return period.start <= start;
    case 'before':
      return end <= period.start;
    case 'during':
      return period.start <= start && end <= period.end;
    case 'modified':
      return false;
  }
}

/** during: for a day, month or year; after: and before: for other intervals. */
function conditionsOf({ start, end, interval, zone }: Bucket): readonly Leaf[] {
  switch (interval) {
    case 'year':
      return [timeOf('during', dateOf(start, zone).slice(0, 4))];
    case 'month':
      return [timeOf('during', dateOf(start, zone).slice(0, 7))];
    case 'day':
      return [timeOf('during', dateOf(start, zone))];
    case 'week':
    case 'quarter':
    case 'decade':
      return [timeOf('after', dateOf(start, zone)), timeOf('before', dateOf(end, zone))];
    case 'minute':
    case '10 minutes':
    case 'hour':
    case '3 hours':
    case '12 hours':
      return [timeOf('after', clockTimeOf(start, zone)), timeOf('before', clockTimeOf(end, zone))];
  }
}

function timeOf(edge: TimeName, text: string): Leaf {
  const moment = parseMoment(text);
  if (moment === null) throw new RangeError(`${text} is not a date of the query language`);
  return time(edge, moment);
}

const digits = (number: number, length = 2) => String(number).padStart(length, '0');

function dateOf(at: number, zone: Zone): string {
  const { year, month, day } = zone.wallAt(at);
  return `${digits(year, 4)}-${digits(month + 1)}-${digits(day)}`;
}

/** With the UTC offset, since the same wall-clock time occurs twice when clocks are put back. */
function clockTimeOf(at: number, zone: Zone): string {
  const { hour, minute } = zone.wallAt(at);
  return `${dateOf(at, zone)}T${digits(hour)}:${digits(minute)}${offsetText(zone.offsetAt(at) / 60_000)}`;
}

function offsetText(minutes: number): string {
  if (minutes === 0) return 'Z';
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${digits(Math.floor(size / 60))}:${digits(Math.floor(size) % 60)}`;
}
