/** Records turn hits into posts and decide which posts may be shown. They read rows of PostgreSQL, or documents. */
import type { AnswerSource } from '../../../mappings/contract/origin.ts';
import type { RowSource } from '../../posts/select-by-board.ts';
import { loadPendingHides, type PendingHides } from '../../visibility/pending-hides.ts';
import type { IndexHit } from '../elasticsearch/index-hit.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import { readRows, type HydratedHit } from './read-rows.ts';

export interface Records {
  readonly source: AnswerSource;
  /** PostgreSQL is unavailable. */
  readonly degraded: boolean;
  /** Elasticsearch has to return whole documents. */
  readonly needsDocuments: boolean;
  /** `boards`: names; null for all boards. @throws UnavailableError */
  pendingHides(boards: readonly string[] | null): Promise<PendingHides>;
  /** The hits that may be shown, in their order. @throws UnavailableError, and errors of `sendSearch` where documents are read */
  hydrate(hits: readonly IndexHit[], request: RequestContext): Promise<HydratedPage>;
}

export interface HydratedPage {
  readonly hits: readonly HydratedHit[];
  /** Where the posts were read. Rows may replace documents that do not contain the post. */
  readonly source: AnswerSource;
  /** false: some of the visible posts could not be read, so hits are missing; `request.partial` has the reasons. */
  readonly complete: boolean;
  /** Whether any board has pending hides; null when unknown. */
  readonly hasPendingHides: boolean | null;
}

/** Posts as their rows are now. */
export function postgresRecords(source: RowSource): Records {
  return {
    source: 'postgres',
    degraded: false,
    needsDocuments: false,
    pendingHides: async (boards) => loadPendingHides(source.pool, boards),
    hydrate: async (hits) => ({ ...(await readRows(source, hits)), source: 'postgres', complete: true }),
  };
}
