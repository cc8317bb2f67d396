import { countUpTo } from '../../../server/admin/staff-counts.ts';
import type { ServerModule } from '../../../server/module.ts';
import * as contract from '../contract/nicknames.ts';
import { proposalForm } from './forms.ts';
import type { ProposalContext } from './propose.ts';
import { adminProposalRoutes, proposalRoutes } from './routes.ts';
import { OPEN_PROPOSALS } from './sql.ts';

export const nicknames: ServerModule = {
  name: 'nicknames',
  contract: [contract],
  staffCounts: [{ name: 'identity_proposals', role: ['admin', 'all'], select: countUpTo(OPEN_PROPOSALS) }],
  routes({ config, pool, search, writers }) {
    const context: ProposalContext = { pool, search, writers, publicUrl: config.publicUrl };
    return {
      api: [proposalRoutes(context)],
      admin: [adminProposalRoutes(context)],
      site: () => [proposalForm(context)],
    };
  },
};
