import type { ServerModule } from '../../../server/module.ts';
import * as contract from '../contract/series.ts';
import { seriesGroups } from './groups.ts';
import { seriesFeedRoutes } from './feed.ts';
import { seriesLookups } from './lookup.ts';
import { seriesRoutes, seriesRuleRoutes } from './routes.ts';

export const series: ServerModule = {
  name: 'series',
  contract: [contract],
  lookups: seriesLookups,
  threadGroups: seriesGroups,
  routes({ pool, boards, config }) {
    return {
      api: [seriesRoutes({ pool, boards }), seriesFeedRoutes({ pool, boards }, config.publicUrl)],
      admin: [seriesRuleRoutes({ pool, boards })],
    };
  },
};
