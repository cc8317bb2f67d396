import { expect, test } from 'vitest';
import { withoutModule } from '../../faults/modules/remove-module.ts';

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

test('a list of files loses only the lines of a module', () => {
  const files = `export const FILES: readonly string[] = [
  'mappings/postgres/schema/10-roles.sql',
  'modules/ghosts/schema/ghosts.sql',
  'modules/cable/schema/cable.sql',
];
`;
  expect(withoutModule(files, 'ghosts')).toBe(files.replace("  'modules/ghosts/schema/ghosts.sql',\n", ''));
});
