import { loadLiveSlices } from '../../../server/boards/load.ts';
import type { ServerModule } from '../../../server/module.ts';
import * as contract from '../contract/follow.ts';
import type { FollowContext } from './context.ts';
import { Horizons } from './horizon.ts';
import { createFollowMetrics } from './metrics.ts';
import { newsRoutes } from './news-routes.ts';
import { keyRoutes } from './routes.ts';
import { WholeCoverage } from './whole-coverage.ts';

export const follow: ServerModule = {
  name: 'follow',
  contract: [contract],
  tags: [{ name: 'follow', description: 'What a reader follows, without an account.' }],
  routes({ config, pool, search, elasticsearch, writers, metrics }) {
    createFollowMetrics(metrics, pool);
    const { indexPrefix, publicUrl } = config;
    const horizons = new Horizons({ pool, elasticsearch, indexPrefix });
    const coverage = new WholeCoverage({ elasticsearch, indexPrefix, liveSlices: async () => loadLiveSlices(pool) });
    const context: FollowContext = { pool, search: { ...search, coverage }, horizons, writers, publicUrl };
    return { api: [keyRoutes(context), newsRoutes(context)] };
  },
};
