import { expect, test } from 'vitest';
import { parse } from '../../../../server/search/language/parse.ts';
import { daysOf, rangeCondition, yearsOf } from '../../../../web/src/features/search/filters/time-range.ts';

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
});

test.each([
  [null, null, '', ''],
  ['2024-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z', '2024-01-01', '2024-12-31'],
  ['2024-01-05T00:00:00.000Z', '2024-01-06T00:00:00.000Z', '2024-01-05', '2024-01-05'],
  ['2024-01-05T10:30:00.000Z', null, '2024-01-05', ''],
  [null, '2024-01-05T10:30:00.000Z', '', '2024-01-05'],
])('the limits %j and %j are the days %j and %j', (start, end, from, to) => {
  expect(daysOf({ start, end })).toEqual([from, to]);
});

test.each([
  ['heron during:2019', ['2019']],
  ['heron (during:2021 OR during:2019) is:op', ['2019', '2021']],
  ['during:2019 OR during:2019', ['2019']],
  ['during:2019-03', []],
  ['during:2019 after:2019-05', []],
  ['-during:2019', []],
  ['heron', []],
])('the years of %j are %j', (q, years) => {
  expect(yearsOf(q)).toEqual(years);
});
