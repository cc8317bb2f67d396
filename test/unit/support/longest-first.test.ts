import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { LONG_FILES, LongestFirst } from '../../support/longest-first.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

test('every file that is said to take long is there', () => {
  expect(Object.keys(LONG_FILES).filter((path) => !existsSync(`${ROOT}${path}`))).toEqual([]);
});

test('files that take long begin first, the longest of them before the others, and no other is left out', async () => {
  const known = Object.keys(LONG_FILES);
  const files = ['test/unit/a.test.ts', ...known.toReversed(), 'test/unit/b.test.ts'].map(given);
  const order = (await new LongestFirst(aRun()).sort(files)).map(({ moduleId }) => moduleId.slice(ROOT.length));
  const seconds = order.slice(0, known.length).map((file) => LONG_FILES[file]);
  expect(seconds).toEqual(Object.values(LONG_FILES).toSorted((one, other) => other - one));
  expect(order.slice(known.length).toSorted()).toEqual(['test/unit/a.test.ts', 'test/unit/b.test.ts']);
});

function given(path: string): TestSpecification {
  const config = { sequence: { groupOrder: 0 }, isolate: true };
  return { moduleId: `${ROOT}${path}`, project: { name: 'all', config } } as TestSpecification;
}

/** One that has no results of an earlier run. */
function aRun(): Vitest {
  return { cache: { getTestSpecificationResult: () => undefined } } as unknown as Vitest;
}
