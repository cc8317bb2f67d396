import type { CliModule } from '../../../cli/module.ts';
import { OFFER_FOLDER, SPOOL_FOLDER } from '../format/changes.ts';

export const contributions: CliModule = {
  name: 'contributions',
  groups: {
    dump: async () => (await import('../client/command.ts')).dumpCommand(),
    dumps: async () => (await import('./dumps.ts')).dumpsCommand(),
  },
  dataFolders: [OFFER_FOLDER, SPOOL_FOLDER],
};
