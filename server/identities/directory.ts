import type { Pool } from 'pg';
import type { Identity } from '../../mappings/contract/identity.ts';
import { foldPlain } from '../../mappings/text-analysis/fold.ts';
import type { PostgresProbe } from '../visibility/postgres-probe.ts';
import { cachedLoader } from '../cache/cached-loader.ts';
import { listIdentities } from './identities.ts';

/** All identities, cached for a second. While PostgreSQL is away they come from the fallback snapshot. */
export interface IdentityDirectory {
  /** By name. @throws UnavailableError */
  all(): Promise<readonly Identity[]>;
}

const FRESH_MS = 1_000;

export function createIdentityDirectory(pool: Pool, postgres: PostgresProbe, clock: () => Date): IdentityDirectory {
  const identities = cachedLoader(async () => listIdentities(pool), clock);
  return {
    all: async () =>
      postgres.readOrFallback<readonly Identity[]>(
        async () => identities(FRESH_MS),
        async (copy) => copy.identities(),
      ),
  };
}

/** The identity with this name, or else with this name in another case or spelling; null if there is none. */
export function identityNamed(identities: readonly Identity[], name: string): Identity | null {
  const lower = name.toLowerCase();
  const folded = foldPlain(name);
  return (
    identities.find((identity) => identity.name === name) ??
    identities.find((identity) => identity.name.toLowerCase() === lower) ??
    identities.find((identity) => foldPlain(identity.name) === folded) ??
    null
  );
}
