import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MIGRATION_FOLDERS } from '../../../mappings/postgres/schema-files.ts';
import { withBaseline } from '../../../platform/schema-state.ts';

const KNOWN = ['0158_baseline', '0160_one', '0170_two'];
const OLD = ['0001_spine', '0002_operations', '0158_ghost_password_checks'];

test('the migrations of version 0.1.1 are the baseline, also for later ones', () => {
  expect(withBaseline(OLD, KNOWN)).toEqual(['0158_baseline']);
  expect(withBaseline([...OLD, '0160_one'], KNOWN)).toEqual(['0158_baseline', '0160_one']);
});

test.each([[['0158_baseline']], [KNOWN]])('%j stays unchanged', (names) => {
  expect(withBaseline(names, KNOWN)).toEqual(names);
});

test.each(['0165_removed', '0171_pictures.colours'])('%s of a removed module is ignored', (removed) => {
  const names = ['0158_baseline', removed];
  expect(withBaseline(names, KNOWN, new Set(['follow']))).toEqual(names);
});

test('a newer migration of an installed module is refused', () => {
  const names = ['0158_baseline', '0171_follow.marks'];
  expect(() => withBaseline(names, KNOWN, new Set(['follow']))).toThrow('0171_follow.marks, which this version lacks');
});

test('the name of each migration of a module names the module', () => {
  // Without a name they are older than the newest migration of the core, so a database without the module is not newer.
  const unnamed = MIGRATION_FOLDERS.flatMap((folder) => {
    const [, module] = /^modules\/([\w-]+)\//.exec(folder) ?? [];
    return readdirSync(new URL(`../../../${folder}`, import.meta.url)).filter(
      (file) => module !== undefined && file > '0170' && !file.slice(5).startsWith(`${module}.`),
    );
  });
  expect(unnamed).toEqual([]);
});

test('each migration has a number of its own', () => {
  const numbers = MIGRATION_FOLDERS.flatMap((folder) =>
    readdirSync(new URL(`../../../${folder}`, import.meta.url)).map((file) => file.slice(0, 4)),
  );
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});

describe('refused schema states', () => {
  test.each<[string, readonly string[], RegExp]>([
    [
      'names before version 0.1.1',
      OLD.slice(0, 2),
      /last migration is 0002_operations\. Upgrade it with version 0\.1\.1/,
    ],
    ['names of a newer version', [...KNOWN, '0171_three'], /0171_three, which this version lacks/],
    ['names of 0.1.1 and of a newer version', [...OLD, '0171_three'], /0171_three, which this version lacks/],
    ['names of another program', ['create_pots'], /has create_pots, which is not a migration of Sagasu/],
    ['an empty table', [], /has no row, which is not a migration of Sagasu/],
  ])('%s', (_what, names, message) => {
    expect(() => withBaseline(names, KNOWN)).toThrow(message);
  });
});
