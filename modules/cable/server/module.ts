import type { ServerModule } from '../../../server/module.ts';
import { adminCabalRoutes } from './routes.ts';

export const cable: ServerModule = {
  name: 'cable',
  routes: ({ admin }) => ({ admin: [adminCabalRoutes(admin)] }),
};
