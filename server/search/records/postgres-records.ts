import type { Pool } from 'pg';
import { loadConcealed } from '../concealed.ts';
import { hydrate } from '../hydrate.ts';
import type { Records } from './records.ts';

/** Posts as their rows are now. */
export function postgresRecords(pool: Pool): Records {
  return {
    source: 'postgres',
    degraded: false,
    needsDocuments: false,
    concealed: async (boards) => loadConcealed(pool, boards),
    hydrate: async (hits) => ({ hits: await hydrate(pool, hits), isWhole: true }),
  };
}
