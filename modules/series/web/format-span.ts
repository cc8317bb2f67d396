import { perLanguage } from '../../../web/src/lib/format.ts';

const formatter = (unit: 'minute' | 'hour' | 'day') =>
  perLanguage(
    (locale) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 }),
  );
const minutes = formatter('minute');
const hours = formatter('hour');
const days = formatter('day');

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A length of time in the largest unit that fits: "9.5 hours". */
export function formatSpan(seconds: number): string {
  if (seconds < 2 * HOUR) return minutes().format(Math.round(seconds / MINUTE));
  if (seconds < 2 * DAY) return hours().format(seconds / HOUR);
  return days().format(seconds / DAY);
}
