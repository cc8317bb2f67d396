import type { IndexerModule } from '../../../indexer/module.ts';

const EXPIRE_MS = 3_600_000;

/** The function names its indexes. */
const EXPIRE = 'select expire_follow_keys()';

export const follow: IndexerModule = {
  name: 'follow',
  periodicWork: (_, { pool }) => [
    { name: 'expiry of follow keys', everyMs: EXPIRE_MS, run: async () => pool.query(EXPIRE) },
  ],
};
