import type { ServerModule } from '../../../server/module.ts';
import * as contract from '../contract/nicknames.ts';
import { proposalForm } from './forms.ts';
import type { ProposalContext } from './propose.ts';
import { adminProposalRoutes, proposalRoutes } from './routes.ts';

export const nicknames: ServerModule = {
  name: 'nicknames',
  contract: [contract],
  routes({ config, pool, search, writers }) {
    const context: ProposalContext = { pool, search, writers, publicUrl: config.publicUrl };
    return {
      api: [proposalRoutes(context)],
      admin: [adminProposalRoutes(context)],
      site: () => [proposalForm(context)],
    };
  },
};
