import type { ServerModule } from '../../../server/module.ts';
import * as cabals from '../contract/cabals.ts';
import { adminCabalRoutes } from './routes.ts';

export const cable: ServerModule = {
  name: 'cable',
  contract: [cabals],
  routes: ({ admin }) => ({ admin: [adminCabalRoutes(admin)] }),
};
