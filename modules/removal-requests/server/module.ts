import { PROOF_POLICY } from '../../../mappings/proof-of-work.ts';
import { countUpTo } from '../../../server/admin/staff-counts.ts';
import { createProofs } from '../../../server/limits/proofs-of-work.ts';
import type { ServerModule } from '../../../server/module.ts';
import * as contract from '../contract/removal-requests.ts';
import { REQUEST_PAGE, TICKET_PAGE, TRANSPARENCY_PAGE } from '../requests.ts';
import { adminRemovalRoutes } from './admin-routes.ts';
import type { RemovalContext } from './ask.ts';
import { removalForms } from './forms.ts';
import { removalsPart } from './overview.ts';
import { removalRoutes } from './routes.ts';
import { OPEN_REQUESTS } from './sql.ts';

export const removalRequests: ServerModule = {
  name: 'removal-requests',
  contract: [contract],
  pages: [REQUEST_PAGE, TICKET_PAGE, TRANSPARENCY_PAGE],
  workerPolicies: [PROOF_POLICY],
  staffCounts: [{ name: 'removal_requests', role: ['moderator', 'any'], select: countUpTo(OPEN_REQUESTS) }],
  overview: [removalsPart],
  routes({ config, secret, pool, boards, admin, clock, writers }, offers) {
    const context: RemovalContext = {
      pool,
      boards,
      writers,
      offers,
      publicUrl: config.publicUrl,
      proofs: createProofs({ secret, use: 'removal', clock }),
    };
    return {
      api: [removalRoutes(context)],
      admin: [adminRemovalRoutes(admin, boards)],
      site: () => [removalForms(context)],
    };
  },
};
