import type { Engine } from './send-search.ts';
import type { CompiledSearch } from '../plan/compile.ts';
import { fetchGroups } from './group-threads.ts';
import { fetchSifted } from './sifted.ts';
import { fetchSkeleton, type Skeleton, type SkeletonRequest } from './fetch-hits.ts';

export type Look = (engine: Engine, request: SkeletonRequest) => Promise<Skeleton>;

/** How hits of this search are found. `grouped`: one hit a thread. */
export function lookFor({ sieve }: Pick<CompiledSearch, 'sieve'>, grouped: boolean): Look {
  if (grouped) return fetchGroups;
  if (sieve === undefined) return fetchSkeleton;
  return async (engine, request) => fetchSifted(engine, request, sieve);
}
