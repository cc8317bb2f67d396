import type { ServerModule } from '../../../server/module.ts';
import * as contract from '../contract/ghosts.ts';
import { PROOF_POLICY } from '../limits.ts';
import { deleteByPassword } from './delete-ghost.ts';
import { ghostForms } from './forms.ts';
import { hasNoindexGhosts } from './noindex.ts';
import { PasswordGuesses } from './password-guesses.ts';
import { createGhostProofs } from './proofs.ts';
import { ghostRoutes, type GhostRoutesOptions } from './routes.ts';

export const ghosts: ServerModule = {
  name: 'ghosts',
  contract: [contract],
  workerPolicies: [PROOF_POLICY],
  routes({ config, secret, pool, redis, postgres, boards, admin, clock, writers }) {
    const { contact, tripcodeSecret, publicUrl, queuePrefix } = config;
    const options: GhostRoutesOptions = {
      pool,
      postgres,
      boards,
      removals: admin.removals,
      clock,
      contact,
      tripcodeSecret,
      publicUrl,
      proofs: createGhostProofs(secret, clock),
      guesses: new PasswordGuesses({ redis, prefix: `${queuePrefix}-guess-`, clock }),
      writers,
    };
    return {
      api: [ghostRoutes(options)],
      site: () => [ghostForms(options)],
      offers: {
        isNoindex: async (board, threads) => hasNoindexGhosts(pool, board, threads),
        deleteByPassword: async (given) => deleteByPassword(options, given),
      },
    };
  },
};
