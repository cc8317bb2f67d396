import { createLeases } from '../../../platform/leases.ts';
import type { ServerModule } from '../../../server/module.ts';
import * as contract from '../contract/public-exports.ts';
import { EXPORTS_PAGE } from '../page-path.ts';
import { publicExportFiles, publicExportRoutes } from './routes.ts';

export const publicExports: ServerModule = {
  name: 'public-exports',
  contract: [contract],
  pages: [EXPORTS_PAGE],
  routes({ pool, boards, clock, postgres, files, redis, config }) {
    const leases = createLeases(redis, config.queuePrefix);
    const options = { pool, boards, clock, postgres, files, leases };
    return { api: [publicExportRoutes(options)], files: [publicExportFiles(options)] };
  },
};
