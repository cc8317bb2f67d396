import type { CliModule } from '../../../cli/module.ts';

export const sitePages: CliModule = {
  name: 'site-pages',
  groups: { page: async () => (await import('./pages.ts')).pageCommand() },
};
