import type { ServerModule } from '../../../server/module.ts';
import * as contract from '../contract/similar.ts';
import { similarLookups } from './lookup.ts';
import { similarRoutes } from './routes.ts';

export const similar: ServerModule = {
  name: 'similar',
  contract: [contract],
  lookups: similarLookups,
  routes: ({ search }) => ({ api: [similarRoutes(search)] }),
};
