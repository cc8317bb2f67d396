import type { ServerModule } from '../../../server/module.ts';
import * as contract from '../contract/follow.ts';
import type { FollowContext } from './context.ts';
import { Horizons } from './horizon.ts';
import { keyRoutes } from './routes.ts';

export const follow: ServerModule = {
  name: 'follow',
  contract: [contract],
  tags: [{ name: 'follow', description: 'What a reader follows, without an account.' }],
  routes({ config, pool, search, elasticsearch, writers }) {
    const { indexPrefix, publicUrl } = config;
    const horizons = new Horizons({ pool, elasticsearch, indexPrefix });
    const context: FollowContext = { pool, search, horizons, writers, publicUrl };
    return { api: [keyRoutes(context)] };
  },
};
