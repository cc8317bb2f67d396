import type { AnswerSource } from '../../../mappings/contract/origin.ts';
import type { Concealed } from '../../visibility/pending-hides.ts';
import type { HydratedHit } from './read-rows.ts';
import type { SkeletonHit } from '../execute/fetch-hits.ts';

/** What makes posts of hits, and knows which may be shown. */
export interface Records {
  readonly source: AnswerSource;
  /** PostgreSQL is away. */
  readonly degraded: boolean;
  /** Elasticsearch is to send whole documents. */
  readonly needsDocuments: boolean;
  /** Hidden posts that Elasticsearch may still count. Of these boards; null for all. */
  concealed(boards: readonly string[] | null): Promise<Concealed>;
  /** The hits that may be shown, in their order; what is hidden or gone is left out. */
  hydrate(hits: readonly SkeletonHit[], signal: AbortSignal): Promise<Hydrated>;
}

export interface Hydrated {
  readonly hits: readonly HydratedHit[];
  /** Otherwise there are posts that may be shown and could not be read. */
  readonly isWhole: boolean;
  /** Whether any posts are concealed right now, on whichever board: known by the way. null where it is not. */
  readonly isAnyConcealed: boolean | null;
}
