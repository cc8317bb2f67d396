import { kept } from '../../../../mappings/postgres/content-tables.ts';
import type { TestModule } from '../../../../test/support/module.ts';

export const publicExports: TestModule = {
  name: 'public-exports',
  database: {
    contentTables: {
      public_exports: {
        file: kept('a name; the file itself is replaced within a day of a purge of one of its posts'),
        sha256: kept('a hash of the whole file'),
      },
    },
    ownerFunctions: [],
  },
};
