import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FACET_FIELDS } from '../../../mappings/contract/facets.ts';
import { KIND_FACETS } from '../../../mappings/search/facets.ts';
import { FIELDS, HAS_VALUES, IS_VALUES } from '../../../mappings/search/fields.ts';
import { SEARCH_SORTS } from '../../../mappings/search/sort-names.ts';

const ROOT = join(import.meta.dirname, '../../..');
const ENGLISH = new Set(
  globSync('{mappings/locales,modules/*/web/texts}/en/*.json', { cwd: ROOT }).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as object),
  ),
);

const withoutText = (keys: readonly string[]) => keys.filter((key) => !ENGLISH.has(key));

test('each search field has a name, but for those whose values have names', () => {
  const names = FIELDS.map(({ name }) => name).filter((name) => name !== 'is' && name !== 'has');
  expect(withoutText(names.map((name) => `field.${name}`))).toEqual([]);
});

test('each value of is: and has: has a name', () => {
  expect(withoutText(IS_VALUES.map((value) => `is.${value}`))).toEqual([]);
  expect(withoutText(HAS_VALUES.map((value) => `has.${value}`))).toEqual([]);
});

test('each order has a name in the menu and in the form', () => {
  expect(withoutText(SEARCH_SORTS.flatMap((sort) => [`search.${sort}`, `form.${sort}`]))).toEqual([]);
});

test('each facet has a name, and so has each value of is: and has: that it counts', () => {
  expect(withoutText(FACET_FIELDS.map((field) => `facet.${field}`))).toEqual([]);
  const values = Object.entries(KIND_FACETS).flatMap(([field, all]) =>
    all.map(({ value }) => `facet.${field}.${value}`),
  );
  expect(values.length).toBeGreaterThan(0);
  expect(withoutText(values)).toEqual([]);
});
