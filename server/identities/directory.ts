import type { Pool } from 'pg';
import type { ArchiveWatch } from '../visibility/postgres-probe.ts';
import { cachedLoader } from '../cache/cached-loader.ts';
import type { Identity } from '../../mappings/contract/identity.ts';
import { listIdentities } from './identities.ts';

/** Pages and searches ask for identities, and admins change them by hand: what was read is good for a moment. */
export interface IdentityDirectory {
  /** By name. @throws UnavailableError */
  all(): Promise<readonly Identity[]>;
}

const FRESH_MS = 1_000;

/** While PostgreSQL is away it knows the identities as they were last. */
export function createIdentityDirectory(pool: Pool, archive: ArchiveWatch, clock: () => Date): IdentityDirectory {
  const identities = cachedLoader(async () => listIdentities(pool), clock);
  return {
    all: async () =>
      archive.ask<readonly Identity[]>(
        async () => identities(FRESH_MS),
        async (copy) => copy.identities(),
      ),
  };
}
