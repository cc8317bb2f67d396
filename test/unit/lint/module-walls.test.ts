import { expect, test } from 'vitest';
import { wallBetween } from '../../../lint/module-walls.ts';

test.each([
  ['server/http/services.ts', 'modules/compat/server/module.ts'],
  ['test/integration/server/boards.test.ts', 'modules/compat/server/module.ts'],
  ['test/integration/server/boards.test.ts', 'modules/compat/test/integration/links.test.ts'],
  ['cli/main.ts', 'modules/imports/cli/import.ts'],
  ['modules/compat/server/module.ts', 'modules/imports/asagi/clock.ts'],
  ['modules/compat/server/module.ts', 'indexer/metrics.ts'],
  ['modules/compat/contract/foolfuuka.ts', 'platform/errors.ts'],
  ['modules/compat/server/module.ts', 'modules/compat/cli/links.ts'],
  ['modules/imports/asagi/clock.ts', 'scraper/media/ban.ts'],
  ['modules/imports/asagi/clock.ts', 'modules/imports/cli/import.ts'],
  ['modules/compat/web/page.tsx', 'server/shared/site.ts'],
])('%s may not import %s', (from, to) => {
  expect(wallBetween(from, to)).not.toBeNull();
});

test.each([
  ['server/modules.ts', 'modules/compat/server/module.ts'],
  ['server/app.ts', 'server/modules.ts'],
  ['test/support/modules.ts', 'modules/cable/test/support/module.ts'],
  ['modules/compat/server/module.ts', 'server/module.ts'],
  ['modules/compat/server/module.ts', 'modules/compat/contract/foolfuuka.ts'],
  ['modules/imports/asagi/clock.ts', 'store/write-range.ts'],
  ['modules/imports/cli/import.ts', 'scraper/media/ban.ts'],
  ['modules/imports/cli/import.ts', 'modules/imports/asagi/clock.ts'],
  ['modules/compat/test/unit/links.test.ts', 'test/support/world.ts'],
])('%s may import %s', (from, to) => {
  expect(wallBetween(from, to)).toBeNull();
});
