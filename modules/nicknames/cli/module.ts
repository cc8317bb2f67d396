import type { CliModule } from '../../../cli/module.ts';

const commands = async () => import('./proposals.ts');

export const nicknames: CliModule = {
  name: 'nicknames',
  commands: {
    identity: [
      async () => (await commands()).proposalsCommand(),
      async () => (await commands()).confirmCommand(),
      async () => (await commands()).declineCommand(),
      async () => (await commands()).undoCommand(),
    ],
  },
};
