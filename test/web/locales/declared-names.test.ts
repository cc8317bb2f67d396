import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BOARD_SETTING_NAMES, SETTINGS_OF_MODULES } from '../../../mappings/board-settings/table.ts';
import { FACET_FIELDS } from '../../../mappings/contract/facets.ts';
import { KIND_FACETS } from '../../../mappings/search/facets.ts';
import { FIELDS, HAS_VALUES, IS_VALUES } from '../../../mappings/search/fields.ts';
import { SEARCH_SORTS } from '../../../mappings/search/sort-names.ts';
import { MODULE_KINDS, TASK_KINDS } from '../../../mappings/task.ts';
import { MODULES } from '../../../web/src/app/modules.ts';
import { SETTING_GROUPS } from '../../../web/src/features/admin/settings/setting-values.ts';
import type { WebModule } from '../../../web/src/lib/module.ts';

const ROOT = join(import.meta.dirname, '../../..');
const ENGLISH = new Set(
  globSync('{mappings/locales,modules/*/web/texts}/en/*.json', { cwd: ROOT }).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as object),
  ),
);

const withoutText = (keys: readonly string[]) => keys.filter((key) => !ENGLISH.has(key));

test('each search field has a name and a meaning, but for those whose values have names', () => {
  const names = FIELDS.map(({ name }) => name).filter((name) => name !== 'is' && name !== 'has');
  expect(withoutText(names.flatMap((name) => [`field.${name}`, `field-help.${name}`]))).toEqual([]);
});

test('names of modules that readers see are loaded with every page, so that a server and a browser show the same', () => {
  const later = globSync('modules/*/web/texts/en/!(links).json', { cwd: ROOT }).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as object).map((key) => `${file}: ${key}`),
  );
  expect(later.length).toBeGreaterThan(50);
  expect(later.filter((key) => /: (?:field|field-help|is|has|facet|search)\./.test(key))).toEqual([]);
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

test('each kind of task has a name, and a sentence about its cancellation', () => {
  expect(withoutText(TASK_KINDS.flatMap((kind) => [`task.kind.${kind}`, `task.cancelled.${kind}`]))).toEqual([]);
});

test('each setting of a board has one place in the form, a name and a description, and each description a setting', () => {
  expect(Object.values(SETTING_GROUPS).flat().toSorted()).toEqual(BOARD_SETTING_NAMES.toSorted());
  expect(withoutText(Object.keys(SETTING_GROUPS).map((group) => `settings.group.${group}`))).toEqual([]);
  expect(withoutText(BOARD_SETTING_NAMES.map((name) => `setting.${name}`))).toEqual([]);
  const descriptions = [...ENGLISH].filter((key) => key.startsWith('setting-help.'));
  expect(new Set(descriptions)).toEqual(new Set(BOARD_SETTING_NAMES.map((name) => `setting-help.${name}`)));
});

test('the pages of staff load the names that modules give to settings of boards and kinds of tasks', async () => {
  const texts = await Promise.all((MODULES as readonly WebModule[]).map(async ({ staffTexts }) => staffTexts?.()));
  const loaded = new Set(texts.flatMap((each) => Object.keys(each ?? {})));
  const settings = Object.values(SETTINGS_OF_MODULES).flat();
  const names = [
    ...settings.flatMap((name) => [`setting.${name}`, `setting-help.${name}`]),
    ...(MODULE_KINDS as readonly string[]).flatMap((kind) => [`task.kind.${kind}`, `task.cancelled.${kind}`]),
  ];
  expect(names.filter((name) => !loaded.has(name))).toEqual([]);
});
