/** The commands that read databases, dumps and folders of other archives. */
import type { CliModule } from '../../../cli/module.ts';

export const imports: CliModule = {
  name: 'imports',
  commands: {
    import: [
      async () => (await import('./asagi.ts')).asagiCommand(),
      async () => (await import('./json.ts')).jsonCommand(),
    ],
    reprocess: [async () => (await import('./reprocess.ts')).reprocessCommentsCommand()],
  },
};
