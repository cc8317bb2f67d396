import { expect, test } from 'vitest';
import { closestName } from '../../../mappings/closest-name.ts';

test.each([
  ['cooks', ['tech', 'cook', 'book'], 2, 'cook'],
  ['boock', ['cook', 'book'], 2, 'book'],
  // The first of equally near names.
  ['ook', ['cook', 'book'], 1, 'cook'],
  ['cook', ['cook'], 0, 'cook'],
  ['kitchen', ['cook'], 2, null],
  ['x', [], 9, null],
])('the name closest to %s among %j, at most %i edits away, is %j', (text, candidates, maxDistance, closest) => {
  expect(closestName(text, candidates, maxDistance)).toBe(closest);
});
