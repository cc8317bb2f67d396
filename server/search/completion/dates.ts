/** Dates and ages that completion offers. */
import type { ValueWord } from '../../../mappings/search/field.ts';

const AGES: readonly ValueWord[] = [
  ['24h', 'a day ago'],
  ['7d', 'a week ago'],
  ['1mo', 'a month ago'],
  ['1y', 'a year ago'],
];
/** The oldest imageboard archives start then. */
const FIRST_YEAR = 2003;

/** Ages, today, this month and years back to FIRST_YEAR; after a year its months, after a month its days. */
export function datesBeginningWith(written: string, now: Date): readonly ValueWord[] {
  const today = now.toISOString().slice(0, 10);
  const thisYear = now.getUTCFullYear();
  const years = Array.from({ length: thisYear - FIRST_YEAR + 1 }, (_, back) => String(thisYear - back));
  const month = /^(\d{4})-(\d{2})-?\d?$/.exec(written);
  const [, year] = /^(\d{4})-?\d?$/.exec(written) ?? [];
  const dates = [
    today,
    today.slice(0, 7),
    ...years,
    ...(year === undefined ? [] : numbered(12).map((part) => `${year}-${part}`)),
    ...(month === null ? [] : numbered(31).map((part) => `${month[1]}-${month[2]}-${part}`)),
  ];
  const words = [...AGES, ...dates.filter((date) => isValidDate(date)).map((value): ValueWord => [value, null])];
  return words.filter(
    ([value], place) => value.startsWith(written) && words.findIndex(([other]) => other === value) === place,
  );
}

function numbered(length: number): readonly string[] {
  return Array.from({ length }, (_, place) => String(place + 1).padStart(2, '0'));
}

/** false for 30 February. */
function isValidDate(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return date.length < 10 || (!Number.isNaN(time) && new Date(time).toISOString().startsWith(date));
}
