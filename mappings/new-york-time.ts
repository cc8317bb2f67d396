/** `now` and `fourchan_date`: wall-clock time in New York, in 4chan's format. */

/** Created on first use: pages import this module, but call it only on servers. */
let parts: Intl.DateTimeFormat | undefined;

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const MAX_KNOWN = 10_000;

/** Prefixes of all times within an hour: daylight saving time changes at full hours only. */
interface Hour {
  /** `05/02/14(Fri)14:` */
  readonly padded: string;
  /** `5/2/14(Fri)14:` */
  readonly short: string;
}

/** Cached: formatting each time by `Intl` takes longer than printing the rest of a post. */
const hours = new Map<number, Hour>();

function hourOf(hour: number): Hour {
  let known = hours.get(hour);
  if (known === undefined) {
    known = hourAt(hour * HOUR_MS);
    if (hours.size >= MAX_KNOWN) hours.clear();
    hours.set(hour, known);
  }
  return known;
}

function hourAt(ms: number): Hour {
  parts ??= new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  const part = Object.fromEntries(parts.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const clock = new Date(Date.UTC(part['year'] ?? 0, (part['month'] ?? 1) - 1, part['day'], part['hour']));
  const [month, day, hour] = [clock.getUTCMonth() + 1, clock.getUTCDate(), clock.getUTCHours()];
  const year = twoDigits(clock.getUTCFullYear() % 100);
  const weekday = WEEKDAYS[clock.getUTCDay()] ?? '';
  return {
    padded: `${twoDigits(month)}/${twoDigits(day)}/${year}(${weekday})${twoDigits(hour)}:`,
    short: `${month}/${day}/${year}(${weekday})${hour}:`,
  };
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** In captured answers a post of January 2014 has no seconds, and posts of May 2014 have them. */
const SECONDS_SINCE = Date.parse('2014-02-01T05:00:00Z');

/** `05/02/14(Fri)14:06:12`; before February 2014 without seconds. */
export function newYorkTime(time: Date): string {
  const ms = time.getTime();
  const hour = Math.floor(ms / HOUR_MS);
  const rest = ms - hour * HOUR_MS;
  const seconds = ms < SECONDS_SINCE ? '' : `:${twoDigits(Math.floor((rest % MINUTE_MS) / 1000))}`;
  return `${hourOf(hour).padded}${twoDigits(Math.floor(rest / MINUTE_MS))}${seconds}`;
}

/** `5/2/14(Fri)14:06`: FoolFuuka's format, without seconds, and with leading zeros in the minutes only. */
export function shortNewYorkTime(time: Date): string {
  const ms = time.getTime();
  const hour = Math.floor(ms / HOUR_MS);
  return hourOf(hour).short + twoDigits(Math.floor((ms - hour * HOUR_MS) / MINUTE_MS));
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}
