import type { RowSource } from '../../posts/select-by-board.ts';
import { loadConcealed } from '../../visibility/pending-hides.ts';
import { hydrate } from './read-rows.ts';
import type { Records } from './records.ts';

/** Posts as their rows are now. */
export function postgresRecords(source: RowSource): Records {
  return {
    source: 'postgres',
    degraded: false,
    needsDocuments: false,
    concealed: async (boards) => loadConcealed(source.pool, boards),
    hydrate: async (hits) => ({ ...(await hydrate(source, hits)), isWhole: true }),
  };
}
