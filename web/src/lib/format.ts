/** Formats numbers and dates for the language of the pages; times are in the reader's time zone. */
import { currentLocale, t } from './messages.ts';

/** Formatters are slow to create, so each is created on first use and cached per language. */
export function perLanguage<T>(make: (locale: string) => T): () => T {
  const made = new Map<string, T>();
  return () => {
    const locale = currentLocale();
    const found = made.get(locale) ?? make(locale);
    made.set(locale, found);
    return found;
  };
}

export const dates = (options: Intl.DateTimeFormatOptions) =>
  perLanguage((locale) => new Intl.DateTimeFormat(locale, options));

const integer = perLanguage((locale) => new Intl.NumberFormat(locale));
export const decimal = perLanguage((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
const exact = dates({ dateStyle: 'full', timeStyle: 'medium' });
const dateAndTime = dates({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const dateAndSeconds = dates({ dateStyle: 'medium', timeStyle: 'medium' });
const utc = dates({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});
const relative = perLanguage((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }));
const present = perLanguage((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
const regions = perLanguage((locale) => new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' }));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function formatCount(count: number): string {
  return integer().format(count);
}

export function formatDuration(milliseconds: number): string {
  return milliseconds < 1000
    ? `${Math.max(1, Math.round(milliseconds))} ms`
    : `${decimal().format(milliseconds / 1000)} s`;
}

/** The distance in the largest unit that fits: "now", "3 minutes ago". */
export function formatAgo(time: number, now: number): string {
  const age = now - time;
  const size = Math.abs(age);
  if (size < MINUTE) return present().format(0, 'second');
  if (size < HOUR) return relative().format(-Math.trunc(age / MINUTE), 'minute');
  if (size < DAY) return relative().format(-Math.trunc(age / HOUR), 'hour');
  if (size < 60 * DAY) return relative().format(-Math.trunc(age / DAY), 'day');
  if (size < 730 * DAY) return relative().format(-Math.trunc(age / (30.44 * DAY)), 'month');
  return relative().format(-Math.trunc(age / (365.25 * DAY)), 'year');
}

/** The time of a post: "3 minutes ago" for two days, then the date. public/early.js writes the same distances. */
export function formatTime(time: number, now: number): string {
  return Math.abs(now - time) < 2 * DAY ? formatAgo(time, now) : formatMinute(time);
}

/** "2 May 2014, 14:06", as wide as in UTC. */
export function formatMinute(time: number): string {
  return dateAndTime().format(time);
}

/** "2 May 2014, 14:06:12". */
export function formatDateAndTime(time: number): string {
  return dateAndSeconds().format(time);
}

/** "2 May 2014, 14:06", in UTC. */
export function formatUtcTime(time: number): string {
  return utc().format(time);
}

/** The exact time and its distance, for tooltips. */
export function formatExactTime(time: number, now: number): string {
  return `${exact().format(time)} (${formatAgo(time, now)})`;
}

/** The name of a two-letter country code; the code itself if it has none. */
export function formatCountry(code: string): string {
  if (!/^[a-z]{2}$/i.test(code)) return code;
  return regions().of(code.toUpperCase()) ?? code;
}

/** Like `formatCountry`, for a list of values, in which XX is an unknown country. */
export function formatCountryValue(code: string): string {
  return code === 'XX' ? t('country.unknown') : formatCountry(code);
}
