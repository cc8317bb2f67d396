/** Ranges of days in a query: pure. */

/** The condition for the days from one to another; none without both. */
export function rangeCondition(from: string, to: string): string {
  if (from === '' && to === '') return '';
  if (from === to) return `during:${from}`;
  // Someone who chose the later day first means the same days.
  const isTurned = from !== '' && to !== '' && from > to;
  return isTurned ? `during:${to}..${from}` : `during:${from}..${to}`;
}

/** The days of a condition that `rangeCondition` wrote. */
export function daysOf(q: string): readonly [from: string, to: string] {
  const found = /(?:^|\s)during:(\d{4}-\d\d-\d\d)?(\.\.)?(\d{4}-\d\d-\d\d)?(?=\s|$)/i.exec(q);
  const [, from = '', dots, to = ''] = found ?? [];
  return dots === undefined ? [from, from] : [from, to];
}
