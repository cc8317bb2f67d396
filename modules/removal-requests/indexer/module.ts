import type { IndexerModule } from '../../../indexer/module.ts';

const EXPIRE_MS = 600_000;

/** The function names its indexes. */
const EXPIRE = 'select expire_removal_requests()';

export const removalRequests: IndexerModule = {
  name: 'removal-requests',
  periodicWork: (_, { pool }) => [
    { name: 'expiry of removal requests', everyMs: EXPIRE_MS, run: async () => pool.query(EXPIRE) },
  ],
};
