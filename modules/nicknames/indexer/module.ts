import type { IndexerModule } from '../../../indexer/module.ts';

const EXPIRE_MS = 600_000;

/** Deletes networks after 7 days, and old declined proposals. The function names its indexes. */
const EXPIRE = 'select expire_identity_proposals()';

export const nicknames: IndexerModule = {
  name: 'nicknames',
  periodicWork: (_, { pool }) => [
    { name: 'expiry of proposed identities', everyMs: EXPIRE_MS, run: async () => pool.query(EXPIRE) },
  ],
};
