/** Dates as people write them in a query. All of them are UTC; the clock is the caller's. */

export type RelativeUnit = 'h' | 'd' | 'w' | 'mo' | 'y';

/** `text` is the canonical spelling, which the printer prints and cursors are bound to. */
export type Moment =
  | { readonly kind: 'absolute'; readonly text: string; readonly time: number }
  | { readonly kind: 'relative'; readonly text: string; readonly count: number; readonly unit: RelativeUnit };

const RELATIVE = /^(\d{1,4})(h|d|w|mo|y)$/i;
const ABSOLUTE =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?(Z|[+-]\d{2}:\d{2})?)?)?)?$/i;

const HOUR_MS = 3_600_000;
const UNIT_MS = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS } as const;

/** Elasticsearch's date format takes four digits of year: nothing outside is ever asked for. */
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00.000Z');
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** null when the text is no moment: not the form, or no such day. */
export function parseMoment(written: string): Moment | null {
  const relative = RELATIVE.exec(written);
  if (relative !== null) {
    const unit = (relative[2] ?? '').toLowerCase() as RelativeUnit;
    const count = Number(relative[1]);
    return { kind: 'relative', text: `${count}${unit}`, count, unit };
  }
  const absolute = ABSOLUTE.exec(written);
  if (absolute === null) return null;
  const [, year, month, day, hour, minute, second, fraction, zone] = absolute;
  const date = `${year}-${month ?? '01'}-${day ?? '01'}`;
  // A day that does not exist (30 February) is moved on by Date: what comes back differs from what went in.
  const midnight = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(date)) return null;
  const clock = `${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}.${(fraction ?? '').padEnd(3, '0')}`;
  const time = Date.parse(`${date}T${clock}${zone?.toUpperCase() ?? 'Z'}`);
  if (Number.isNaN(time)) return null;
  return { kind: 'absolute', text: written.toUpperCase(), time };
}

/** Milliseconds since 1970; `now` likewise. */
export function resolveMoment(moment: Moment, now: number): number {
  const time = moment.kind === 'absolute' ? moment.time : ageBefore(moment.count, moment.unit, now);
  return Math.min(Math.max(time, EARLIEST_MS), LATEST_MS);
}

function ageBefore(count: number, unit: RelativeUnit, now: number): number {
  if (unit === 'mo' || unit === 'y') return monthsBefore(now, unit === 'y' ? 12 * count : count);
  return now - count * UNIT_MS[unit];
}

/** A month before 31 March is the last day of February. */
function monthsBefore(now: number, months: number): number {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}

/** The nearest right spelling of what is not one, or null: `2019/3/5` → `2019-03-05`. */
export function mendMoment(written: string): string | null {
  const parts = /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?$/.exec(written);
  if (parts === null) return null;
  const [, year, month = '', day] = parts;
  const mended = [year, month.padStart(2, '0'), ...(day === undefined ? [] : [day.padStart(2, '0')])].join('-');
  return parseMoment(mended) === null ? null : mended;
}
