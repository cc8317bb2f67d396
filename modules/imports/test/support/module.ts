import { kept, NAME_OF_STATE } from '../../../../mappings/postgres/content-tables.ts';
import type { TestModule } from '../../../../test/support/module.ts';

export const imports: TestModule = {
  name: 'imports',
  database: {
    contentTables: {
      import_positions: {
        clock: NAME_OF_STATE,
        source: kept('names the database or dump that was imported, no content'),
      },
    },
    ownerFunctions: [],
    workTables: ['import_positions'],
  },
};
