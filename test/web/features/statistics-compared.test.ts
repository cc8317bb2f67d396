import { expect, test } from 'vitest';
import { readComparedParams } from '../../../web/src/features/statistics/compared-params.ts';
import { conditionOf, sidesOf } from '../../../web/src/features/statistics/compared.ts';

const YEARS = ['2026', '2025', '2021'];

test.each([
  [{ board: 'g', with: 'ck' }, ['board:g during:2021..2026', 'board:ck during:2021..2026']],
  [{ year: '2025', with_year: '2026' }, ['during:2025', 'during:2026']],
  [{ board: 'g', year: '2025', with: 'g', with_year: '2021' }, ['board:g during:2025', 'board:g during:2021']],
  [{ board: 'g', with: 'g' }, null],
  [{ board: 'no board', year: 'x', with: '', with_year: '20255' }, null],
])('%j compares %j', (address, expected) => {
  const sides = sidesOf(readComparedParams(address));
  expect(sides?.map((side) => conditionOf(side, YEARS)) ?? null).toEqual(expected);
});
