import type { CliModule } from '../../../cli/module.ts';

export const series: CliModule = {
  name: 'series',
  groups: { series: async () => (await import('./series.ts')).seriesCommand() },
};
