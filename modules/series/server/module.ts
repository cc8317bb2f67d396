import type { ServerModule } from '../../../server/module.ts';
import * as contract from '../contract/series.ts';
import { seriesGroups } from './groups.ts';
import { seriesFeedRoutes } from './feed.ts';
import { SERIES_PAGES } from '../page-paths.ts';
import { seriesLookups } from './lookup.ts';
import { seriesRoutes, seriesRuleRoutes } from './routes.ts';

export const series: ServerModule = {
  name: 'series',
  contract: [contract],
  lookups: seriesLookups,
  threadGroups: seriesGroups,
  pages: [SERIES_PAGES.list, SERIES_PAGES.one],
  routes({ pool, boards, config, postgres }) {
    return {
      api: [seriesRoutes({ pool, boards, postgres }), seriesFeedRoutes({ pool, boards }, config.publicUrl)],
      admin: [seriesRuleRoutes({ pool, boards })],
    };
  },
};
