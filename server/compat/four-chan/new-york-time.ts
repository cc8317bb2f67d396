/** `now` and `fourchan_date`: wall clocks of New York, as the site has always written them. */

const parts = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  hourCycle: 'h23',
});

const HOUR_MS = 3_600_000;
const MAX_KNOWN = 10_000;
/** By the hour: asking the runtime for every post takes longer than printing the rest of it. */
const offsets = new Map<number, number>();

/** A time whose fields in UTC are those of the clock in New York, which is put on or back at full hours only. */
function newYorkClock(time: Date): Date {
  const hour = Math.floor(time.getTime() / HOUR_MS);
  let offset = offsets.get(hour);
  if (offset === undefined) {
    offset = clockAt(hour * HOUR_MS) - hour * HOUR_MS;
    if (offsets.size >= MAX_KNOWN) offsets.clear();
    offsets.set(hour, offset);
  }
  return new Date(time.getTime() + offset);
}

function clockAt(ms: number): number {
  const part = Object.fromEntries(parts.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(part['year'] ?? 0, (part['month'] ?? 1) - 1, part['day'], part['hour']);
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** In captured answers a post of January 2014 has no seconds, and those of May 2014 have. */
const SECONDS_SINCE = Date.parse('2014-02-01T05:00:00Z');

/** `05/02/14(Fri)14:06:12`; in its first ten years without seconds. */
export function newYorkTime(time: Date): string {
  const clock = newYorkClock(time);
  const date = [clock.getUTCMonth() + 1, clock.getUTCDate(), clock.getUTCFullYear() % 100].map(twoDigits).join('/');
  const seconds = time.getTime() < SECONDS_SINCE ? '' : `:${twoDigits(clock.getUTCSeconds())}`;
  return `${date}(${weekdayOf(clock)})${twoDigits(clock.getUTCHours())}:${twoDigits(clock.getUTCMinutes())}${seconds}`;
}

/** `5/2/14(Fri)14:06`: without zeros in front of all but the minutes, and no seconds, as archives write it. */
export function shortNewYorkTime(time: Date): string {
  const clock = newYorkClock(time);
  const year = twoDigits(clock.getUTCFullYear() % 100);
  const date = `${clock.getUTCMonth() + 1}/${clock.getUTCDate()}/${year}`;
  return `${date}(${weekdayOf(clock)})${clock.getUTCHours()}:${twoDigits(clock.getUTCMinutes())}`;
}

function weekdayOf(clock: Date): string {
  return WEEKDAYS[clock.getUTCDay()] ?? '';
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
