import type { ServerModule } from '../../../server/module.ts';
import * as contract from '../contract/ghosts.ts';
import { PROOF_POLICY } from '../../../mappings/proof-of-work.ts';
import { deleteByPassword, isPassword } from './delete-ghost.ts';
import { ghostForms } from './forms.ts';
import { hasNoindexGhosts } from './noindex.ts';
import { PasswordGuesses } from './password-guesses.ts';
import { createProofs } from '../../../server/limits/proofs-of-work.ts';
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
      proofs: createProofs({ secret, use: 'ghost', clock }),
      guesses: new PasswordGuesses({ redis, prefix: `${queuePrefix}-guess-`, clock }),
      writers,
    };
    return {
      api: [ghostRoutes(options)],
      site: () => [ghostForms(options)],
      offers: {
        isNoindex: async (board, threads) => hasNoindexGhosts(pool, board, threads),
        deleteByPassword: async (given) => deleteByPassword(options, given),
        isPassword: async (given) => isPassword(options, given),
      },
    };
  },
};
