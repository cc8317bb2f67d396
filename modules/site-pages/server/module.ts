import type { ServerModule } from '../../../server/module.ts';
import * as contract from '../contract/site-pages.ts';
import { PAGE_NAMES } from '../page-names.ts';
import { PageReader } from './pages.ts';
import { adminSitePageRoutes, sitePageRoutes } from './routes.ts';

export const sitePages: ServerModule = {
  name: 'site-pages',
  contract: [contract],
  pages: PAGE_NAMES.map((name) => `/${name}`),
  routes({ pool, postgres }) {
    return { api: [sitePageRoutes(new PageReader(pool, postgres))], admin: [adminSitePageRoutes(pool)] };
  },
};
