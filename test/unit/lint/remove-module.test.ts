import { expect, test } from 'vitest';
import { withoutModule, withoutPaths } from '../../../lint/remove-module.ts';

const ONE_LINE = `import { cable } from '../modules/cable/server/module.ts';
import { compat } from '../modules/compat/server/module.ts';
import type { ServerModule } from './module.ts';

export const MODULES: readonly ServerModule[] = [cable, compat];
`;

test('a list loses only the import and the entry of a module', () => {
  expect(withoutModule(ONE_LINE, 'compat')).toBe(`import { cable } from '../modules/cable/server/module.ts';
import type { ServerModule } from './module.ts';

export const MODULES: readonly ServerModule[] = [cable, ];
`);
  expect(withoutModule(ONE_LINE, 'cable')).toContain('[compat];');
  expect(withoutModule(ONE_LINE, 'cab')).toBe(ONE_LINE);
});

test('a table loses only the entry of a module', () => {
  const table = `import { measureCable } from '../../modules/cable/test/bench/cable.ts';
import { measureImport } from '../../modules/imports/test/bench/import.ts';

const MEASURES = {
  'of-cable': measureCable,
  import: measureImport,
};
`;
  expect(withoutModule(table, 'cable'))
    .toBe(`import { measureImport } from '../../modules/imports/test/bench/import.ts';

const MEASURES = {
  import: measureImport,
};
`);
});

test('a list of files loses only the lines of a module', () => {
  const files = `export const FILES: readonly string[] = [
  'mappings/postgres/schema/10-roles.sql',
  'modules/ghosts/schema/ghosts.sql',
  'modules/cable/schema/cable.sql',
];
`;
  expect(withoutModule(files, 'ghosts')).toBe(files.replace("  'modules/ghosts/schema/ghosts.sql',\n", ''));
});

test('a file of a tool loses only paths of a module', () => {
  const before = {
    workspaces: ['client', 'modules/cable/client'],
    packages: { 'modules/cable/client': {}, 'node_modules/of-cable': { resolved: 'modules/cable/client', link: true } },
    overrides: [{ files: ['modules/cable/*.ts'] }, { files: ['cli/**', 'modules/cable/main.ts'] }, { files: [] }],
  };
  expect(withoutPaths(before, 'cable')).toEqual({
    workspaces: ['client'],
    packages: {},
    overrides: [{ files: ['cli/**'] }, { files: [] }],
  });
  expect(withoutPaths(before, 'cab')).toEqual(before);
});
