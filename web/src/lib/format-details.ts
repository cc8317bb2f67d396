/** Formats that only parts of pages use, which are loaded later: shares, sizes, and times of charts and players. */
import { dates, decimal, perLanguage } from './format.ts';

const percent = perLanguage((locale) => new Intl.NumberFormat(locale, { style: 'percent' }));
const clock = dates({ hour: '2-digit', minute: '2-digit' });
const days = dates({ dateStyle: 'medium', timeZone: 'UTC' });
const moments = {
  year: dates({ year: 'numeric', timeZone: 'UTC' }),
  month: dates({ month: 'short', year: 'numeric', timeZone: 'UTC' }),
  monthName: dates({ month: 'short', timeZone: 'UTC' }),
  day: dates({ day: 'numeric', month: 'short', timeZone: 'UTC' }),
  date: dates({ dateStyle: 'medium', timeZone: 'UTC' }),
  minute: dates({ hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }),
};
const weekdays = {
  short: dates({ weekday: 'short', timeZone: 'UTC' }),
  long: dates({ weekday: 'long', timeZone: 'UTC' }),
};

export function formatPercent(share: number): string {
  return percent().format(share);
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
  return `${size >= 100 ? Math.round(size) : decimal().format(size)} ${units[unit]}`;
}

/** Minutes and seconds: "2:05". */
export function formatPlayingTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** "14:06". */
export function formatClock(time: number): string {
  return clock().format(time);
}

/** "2 May 2014", in UTC. */
export function formatDay(time: number): string {
  return days().format(time);
}

/** In UTC, with the given precision. */
export function formatUtc(time: number, precision: keyof typeof moments): string {
  return moments[precision]().format(time);
}

/** 0 is Monday. */
export function formatWeekday(weekday: number, form: 'short' | 'long'): string {
  return weekdays[form]().format(Date.UTC(2024, 0, 1 + weekday));
}
