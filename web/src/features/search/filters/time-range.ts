/** Ranges of days in a query: pure. */
import type { TimelineAnswer } from '../../../../../mappings/contract/facets.ts';

/** The condition for the days from one to another; none without both. */
export function rangeCondition(from: string, to: string): string {
  if (from === '' && to === '') return '';
  if (from === to) return `during:${from}`;
  // Someone who chose the later day first means the same days.
  const isTurned = from !== '' && to !== '' && from > to;
  return isTurned ? `during:${to}..${from}` : `during:${from}..${to}`;
}

/** The first and the last day within the limits of a query; '' where it has none. */
export function daysOf({ start, end }: TimelineAnswer['limits']): readonly [from: string, to: string] {
  return [start?.slice(0, 10) ?? '', end === null ? '' : new Date(Date.parse(end) - 1).toISOString().slice(0, 10)];
}

/** The years to which the query limits its hits, if they are its only conditions on time: `during:2019`, or several with OR. */
export function yearsOf(q: string): readonly string[] {
  const times = [...q.matchAll(/(?<![\w-])(-?)(?:after|since|before|until|during|date):([^\s)]+)/gi)];
  const years = times.flatMap(([text, sign, value = '']) =>
    sign === '' && /^(?:during|date):/i.test(text) && /^\d{4}$/.test(value) ? [value] : [],
  );
  return years.length === times.length ? [...new Set(years)].toSorted() : [];
}
