import type { ValueWord } from './vocabulary.ts';

const AGES: readonly ValueWord[] = [
  { value: '24h', description: 'a day ago' },
  { value: '7d', description: 'a week ago' },
  { value: '1mo', description: 'a month ago' },
  { value: '1y', description: 'a year ago' },
];
/** Imageboards began about then. */
const FIRST_YEAR = 2003;

/** Ages, today, this year and those before it; of a year that is written, its months; of a month, its days. */
export function momentsBeginningWith(written: string, now: Date): readonly ValueWord[] {
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
  return [...AGES, ...dates.filter((date) => isDay(date)).map((value) => ({ value, description: null }))].filter(
    ({ value }, place, all) => value.startsWith(written) && all.findIndex((other) => other.value === value) === place,
  );
}

function numbered(length: number): readonly string[] {
  return Array.from({ length }, (_, place) => String(place + 1).padStart(2, '0'));
}

/** Not 30 February. */
function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return date.length < 10 || (!Number.isNaN(time) && new Date(time).toISOString().startsWith(date));
}
