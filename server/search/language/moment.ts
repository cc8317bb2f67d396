/** Dates and ages as written in a query. Their value in milliseconds depends on the reader's clock and time zone. */
import { zoneOf, type WallTime, type Zone } from './zone.ts';

export type RelativeUnit = 'min' | 'h' | 'd' | 'w' | 'mo' | 'y';

/** `text`: the canonical spelling, which is printed and to which cursors are bound. */
export type Point =
  | {
      readonly kind: 'absolute';
      readonly text: string;
      /** Year, month from 1, day, hour, minute, second, millisecond; as many as were written, at least the year. */
      readonly parts: readonly number[];
      /** Milliseconds of the written UTC offset; null: the reader's zone. */
      readonly offset: number | null;
    }
  | { readonly kind: 'relative'; readonly text: string; readonly count: number; readonly unit: RelativeUnit }
  | { readonly kind: 'day'; readonly text: 'today' | 'yesterday' };

export type Moment =
  | Point
  /** From the start of one moment to the end of the other; null means no bound. */
  | { readonly kind: 'range'; readonly text: string; readonly from: Point | null; readonly to: Point | null };

/** [start, end) in milliseconds since 1970. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

export interface ReadersTime {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly zone: Zone;
}

export const UTC = knownZone('UTC');

const RELATIVE = /^(\d{1,4})(min|h|d|w|mo|y)$/i;
const ABSOLUTE =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2})(?::(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?)?)?(Z|[+-]\d{2}:?\d{2})?)?)?$/i;
const SECONDS_SINCE_1970 = /^\d{9,11}$/;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const UNIT_MS = { min: MINUTE_MS, h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS } as const;

/** Elasticsearch's date format has four-digit years; moments outside are clamped. */
export const EARLIEST_MS = Date.parse('0001-01-01T00:00:00.000Z');
export const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** null when the text is not a date or age, or the day does not exist. */
export function parseMoment(written: string): Moment | null {
  const dots = written.indexOf('..');
  return dots < 0 ? parsePoint(written) : parseRange(written.slice(0, dots), written.slice(dots + 2));
}

function parseRange(first: string, last: string): Moment | null {
  const from = first === '' ? null : parsePoint(first);
  const to = last === '' ? null : parsePoint(last);
  if ((from === null) !== (first === '') || (to === null) !== (last === '') || from === to) return null;
  return { kind: 'range', text: `${from?.text ?? ''}..${to?.text ?? ''}`, from, to };
}

function parsePoint(written: string): Point | null {
  const lower = written.toLowerCase();
  if (lower === 'today' || lower === 'yesterday') return { kind: 'day', text: lower };
  const relative = RELATIVE.exec(lower);
  if (relative !== null) {
    const unit = (relative[2] ?? '') as RelativeUnit;
    const count = Number(relative[1]);
    return { kind: 'relative', text: `${count}${unit}`, count, unit };
  }
  if (SECONDS_SINCE_1970.test(written)) {
    return parsePoint(new Date(Number(written) * 1000).toISOString().replace('.000', ''));
  }
  return parseAbsolute(written);
}

function parseAbsolute(written: string): Point | null {
  const found = ABSOLUTE.exec(written);
  if (found === null) return null;
  const [, year = '', month, day, hour, minute, second, fraction, zone] = found;
  const [h = '00', m = '00', s = '00'] = [hour, minute, second];
  // Date moves a day that does not exist (30 February) to the next month, so that the result differs from the input.
  const date = `${year}-${month ?? '01'}-${day ?? '01'}`;
  const midnight = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(date)) return null;
  if (Number(h) > 23 || Number(m) > 59 || Number(s) > 59) return null;
  const offset = zone === undefined ? null : offsetOf(zone);
  if (Number.isNaN(offset)) return null;
  const parts = [year, month, day, hour, minute, second, fraction?.padEnd(3, '0')];
  return {
    kind: 'absolute',
    text: written
      .toUpperCase()
      .replace(' ', 'T')
      .replace(/([+-]\d{2})(\d{2})$/, '$1:$2'),
    parts: parts.filter((part) => part !== undefined).map(Number),
    offset,
  };
}

function offsetOf(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  if (hours > 23 || minutes > 59) return Number.NaN;
  return (zone.startsWith('-') ? -1 : 1) * (hours * HOUR_MS + minutes * MINUTE_MS);
}

/** The period of a moment. An age alone is the period from then until now. */
export function resolveMoment(moment: Moment, { now, zone }: ReadersTime): Period {
  const { start, end } = periodOf(moment, now, zone);
  return { start: inside(start), end: inside(end) };
}

function inside(time: number): number {
  return Math.min(Math.max(time, EARLIEST_MS), LATEST_MS);
}

function periodOf(moment: Moment, now: number, zone: Zone): Period {
  switch (moment.kind) {
    case 'absolute':
      return absolutePeriod(moment.parts, moment.offset, zone);
    case 'relative':
      return { start: before(now, moment.count, moment.unit, zone), end: now };
    case 'day': {
      const { year, month, day } = zone.wallAt(now);
      const first = moment.text === 'today' ? day : day - 1;
      return { start: zone.timeOf({ year, month, day: first }), end: zone.timeOf({ year, month, day: first + 1 }) };
    }
    case 'range': {
      const { from, to } = moment;
      const start = from === null ? -Infinity : periodOf(from, now, zone).start;
      if (to === null) return { start, end: Infinity };
      const last = periodOf(to, now, zone);
      // As a bound of a range, an age is a single moment.
      return { start, end: to.kind === 'relative' ? last.start : last.end };
    }
  }
}

function absolutePeriod(parts: readonly number[], offset: number | null, zone: Zone): Period {
  const [second = 0, millisecond = 0] = parts.slice(5);
  const within = second * 1000 + millisecond;
  const timeOf = (wall: WallTime) => (offset === null ? zone.timeOf(wall) : UTC.timeOf(wall) - offset);
  const wall = wallOf(parts);
  const start = timeOf(wall) + within;
  if (offset === null && isSkipped(wall, start, zone)) return { start, end: start };
  if (parts.length > 5) return { start, end: start + (parts.length > 6 ? 1 : 1000) };
  const last = parts.length - 1;
  return { start, end: timeOf(wallOf(parts.with(last, (parts[last] ?? 0) + 1))) };
}

function wallOf([year = 0, month = 1, day = 1, hour = 0, minute = 0]: readonly number[]): Required<WallTime> {
  return { year, month: month - 1, day, hour, minute };
}

/** The wall-clock time was skipped when clocks were put forward. */
function isSkipped({ hour, minute }: Required<WallTime>, time: number, zone: Zone): boolean {
  if (minute === 0) return false;
  const shown = zone.wallAt(time);
  return shown.hour !== hour || shown.minute !== minute;
}

function before(now: number, count: number, unit: RelativeUnit, zone: Zone): number {
  if (unit === 'mo' || unit === 'y') return monthsBefore(now, unit === 'y' ? 12 * count : count, zone);
  return now - count * UNIT_MS[unit];
}

/** One month before 31 March is the last day of February, at the same time of day. */
function monthsBefore(now: number, months: number, zone: Zone): number {
  const { year, month, day, hour, minute } = zone.wallAt(now);
  const lastDay = new Date(Date.UTC(year, month - months + 1, 0)).getUTCDate();
  const within = ((now % MINUTE_MS) + MINUTE_MS) % MINUTE_MS;
  return zone.timeOf({ year, month: month - months, day: Math.min(day, lastDay), hour, minute }) + within;
}

/** Whether a range ends before it starts, at any time and in any zone. */
export function isBackwards(moment: Moment): boolean {
  if (moment.kind !== 'range' || moment.from === null || moment.to === null) return false;
  if ((moment.from.kind === 'absolute') !== (moment.to.kind === 'absolute')) return false;
  const { start, end } = resolveMoment(moment, { now: Date.UTC(2024, 6, 15, 12), zone: UTC });
  // A range of two equal ages is empty, but reversing it does not help.
  return moment.to.kind === 'relative' ? start > end : start >= end;
}

const MENDED_UNITS: Readonly<Record<string, RelativeUnit>> = { h: 'h', d: 'd', w: 'w', m: 'mo', y: 'y' };

/** A correct spelling of an incorrect date or age, or null: `2019/3/5` → `2019-03-05`, `7days` → `7d`. */
export function mendMoment(written: string): string | null {
  const age = /^(\d{1,4})\s*(min|[hdwmy])[a-z]*$/i.exec(written);
  if (age !== null) {
    const [, count = '', word = ''] = age;
    const unit = word.toLowerCase();
    return `${Number(count)}${MENDED_UNITS[unit] ?? unit}`;
  }
  const parts = /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?$/.exec(written);
  if (parts === null) return null;
  const [, year, month = '', day] = parts;
  const mended = [year, month.padStart(2, '0'), ...(day === undefined ? [] : [day.padStart(2, '0')])].join('-');
  return parseMoment(mended) === null ? null : mended;
}

function knownZone(name: string): Zone {
  const zone = zoneOf(name);
  if (zone === null) throw new TypeError(`this runtime does not know ${name}`);
  return zone;
}
