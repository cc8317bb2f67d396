import type { CliModule } from '../../../cli/module.ts';

export const cable: CliModule = {
  name: 'cable',
  groups: { cable: async () => (await import('./cable.ts')).cableCommand() },
  boardSource: async () => (await import('./add-channel.ts')).CHANNELS,
};
