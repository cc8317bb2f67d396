import type { RowSource } from '../by-board.ts';
import { loadConcealed } from '../concealed.ts';
import { hydrate } from '../hydrate.ts';
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
