import type { ServerModule } from '../../../server/module.ts';
import * as contract from '../contract/series.ts';
import { seriesGroups } from './groups.ts';
import { seriesLookups } from './lookup.ts';
import { seriesRoutes, seriesRuleRoutes } from './routes.ts';

export const series: ServerModule = {
  name: 'series',
  contract: [contract],
  lookups: seriesLookups,
  threadGroups: seriesGroups,
  routes({ pool, boards }) {
    return { api: [seriesRoutes({ pool, boards })], admin: [seriesRuleRoutes({ pool, boards })] };
  },
};
