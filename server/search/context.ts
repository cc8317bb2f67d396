/** Stores and services of searches. A function that needs only some of them takes a Pick<SearchContext, …>. */
import type { AnswerSource } from '../../mappings/contract/origin.ts';
import type { IdentityDirectory } from '../identities/directory.ts';
import type { PostgresProbe } from '../visibility/postgres-probe.ts';
import { visibilityByRows, visibilityBySnapshot } from '../visibility/visible-posts.ts';
import type { CursorCodec } from './execute/cursor.ts';
import { documentRecords } from './hydrate/document-records.ts';
import type { Counting } from './execute/fill-page.ts';
import type { Records } from './hydrate/records.ts';
import type { Lookups } from './plan/lookup.ts';
import type { LookupStores } from './plan/lookup-stores.ts';
import type { ThreadSetCache } from './plan/thread-set-cache.ts';

export interface SearchContext extends LookupStores {
  /** Whether PostgreSQL answers; reads its rows, or the fallback snapshot while it does not. */
  readonly postgres: PostgresProbe;
  /** The source of posts; `withRecords` chooses it. */
  readonly records: Records;
  readonly identities: IdentityDirectory;
  readonly lookups: Lookups;
  readonly cursors: CursorCodec;
  readonly threadSets: ThreadSetCache;
  readonly counting: Counting;
  /** A condition on opening posts that matches more threads than this is refused (SAGASU_SEARCH_THREADS). */
  readonly maxThreads: number;
  /** Suggestions that take longer are left out of an answer without hits. */
  readonly suggestionsMs: number;
  readonly clock: () => Date;
}

/** Runs `work` with the records of the given source, or with documents alone while PostgreSQL is unavailable. */
export async function withRecords<T>(
  context: SearchContext,
  source: AnswerSource,
  work: (context: SearchContext) => Promise<T>,
): Promise<T> {
  const { pool, boards, postgres } = context;
  const documents = () => documentRecords({ context, boards, pool, visibility: visibilityByRows(context) });
  return postgres.readOrFallback(
    async () => work(source === 'postgres' ? context : { ...context, records: documents() }),
    async (snapshot) => {
      const visibility = visibilityBySnapshot(snapshot);
      return work({ ...context, records: documentRecords({ context, boards, pool: null, visibility }) });
    },
  );
}
