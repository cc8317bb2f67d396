import type { CliModule } from '../../../cli/module.ts';

export const removalRequests: CliModule = {
  name: 'removal-requests',
  groups: { requests: async () => (await import('./requests.ts')).requestsCommand() },
};
