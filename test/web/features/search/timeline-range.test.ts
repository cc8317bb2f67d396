import { expect, test } from 'vitest';
import { parse } from '../../../../server/search/language/parse.ts';
import { daysOf, rangeCondition } from '../../../../web/src/features/search/filters/time-range.ts';

test.each([
  ['2024-01-05', '2024-02-01', 'during:2024-01-05..2024-02-01'],
  ['2024-02-01', '2024-01-05', 'during:2024-01-05..2024-02-01'],
  ['2024-01-05', '2024-01-05', 'during:2024-01-05'],
  ['2024-01-05', '', 'during:2024-01-05..'],
  ['', '2024-01-05', 'during:..2024-01-05'],
  ['', '', ''],
])('the days from %j to %j are %j, which the language reads', (from, to, condition) => {
  expect(rangeCondition(from, to)).toBe(condition);
  parse(condition);
  const isTurned = from !== '' && to !== '' && from > to;
  expect(daysOf(`bread ${condition} is:op`)).toEqual(isTurned ? [to, from] : [from, to]);
});
