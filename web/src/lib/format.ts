/** The pages are in English: numbers and dates in its British form, times in the reader's zone. */
const LOCALE = 'en-GB';

const integer = new Intl.NumberFormat(LOCALE);
const exact = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeStyle: 'medium' });
const dayAndTime = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const dateAndTime = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const dateAndSeconds = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'always' });
const regions = new Intl.DisplayNames([LOCALE], { type: 'region', fallback: 'none' });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function formatCount(count: number): string {
  return integer.format(count);
}

/** "1 post", "1,284 posts". */
export function formatNumberOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB'];
  let size = bytes / 1024;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${size >= 100 ? Math.round(size) : size.toFixed(1).replace(/\.0$/, '')} ${units[unit]}`;
}

export function formatDuration(milliseconds: number): string {
  return milliseconds < 1000
    ? `${Math.max(1, Math.round(milliseconds))} ms`
    : `${(milliseconds / 1000).toFixed(1).replace(/\.0$/, '')} s`;
}

/** How long ago, in the largest unit that fits: "3 minutes ago". */
export function formatAgo(time: number, now: number): string {
  const age = now - time;
  const size = Math.abs(age);
  if (size < MINUTE) return 'just now';
  if (size < HOUR) return relative.format(-Math.trunc(age / MINUTE), 'minute');
  if (size < DAY) return relative.format(-Math.trunc(age / HOUR), 'hour');
  if (size < 60 * DAY) return relative.format(-Math.trunc(age / DAY), 'day');
  if (size < 730 * DAY) return relative.format(-Math.trunc(age / (30.44 * DAY)), 'month');
  return relative.format(-Math.trunc(age / (365.25 * DAY)), 'year');
}

/** What a post shows: "3 minutes ago" while that says more than a date, else the date. */
export function formatTime(time: number, now: number): string {
  if (Math.abs(now - time) < 2 * DAY) return formatAgo(time, now);
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return (sameYear ? dayAndTime : dateAndTime).format(time);
}

/** "2 May 2014, 14:06:12", whenever it was. */
export function formatDateAndTime(time: number): string {
  return dateAndSeconds.format(time);
}

/** To the second, with how long ago: what hovering over a time shows. */
export function formatExactTime(time: number, now: number): string {
  return `${exact.format(time)} (${formatAgo(time, now)})`;
}

/** A country's name for its two letters; what was given where they name none. */
export function formatCountry(code: string): string {
  if (!/^[a-z]{2}$/i.test(code)) return code;
  return regions.of(code.toUpperCase()) ?? code;
}
