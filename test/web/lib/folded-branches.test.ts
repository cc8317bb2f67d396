import { expect, test } from 'vitest';
import { foldedIn, withFold } from '../../../web/src/lib/folded-branches.ts';

test('branches are folded and unfolded by thread', () => {
  let entries = withFold([], 'g/1', 'p2');
  entries = withFold(entries, 'g/1', 'p3');
  entries = withFold(entries, 'g/12', 'p13');
  expect(foldedIn(entries, 'g/1')).toEqual(new Set(['p2', 'p3']));
  entries = withFold(entries, 'g/1', 'p2');
  expect(foldedIn(entries, 'g/1')).toEqual(new Set(['p3']));
  expect(withFold(entries, 'g/1', 'p3')).toEqual(['g/12 p13']);
  expect(foldedIn(entries, 'g/2')).toEqual(new Set());
});

test('the 200 threads that were changed last are kept', () => {
  let entries: readonly string[] = [];
  for (let num = 1; num <= 250; num++) entries = withFold(entries, `g/${num}`, 'p1');
  entries = withFold(entries, 'g/100', 'p2');
  expect(entries).toHaveLength(200);
  expect(entries.at(-1)).toBe('g/100 p1,p2');
});
