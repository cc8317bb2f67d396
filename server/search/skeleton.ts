/** Asks Elasticsearch which posts match: keys, places in the order and marked text. What is in them PostgreSQL knows. */
import { errors, type estypes } from '@elastic/elasticsearch';
import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import { UnavailableError } from '../../platform/errors.ts';
import { keyOfDocumentId } from '../../mappings/elasticsearch/post-document.ts';
import { boardAlias, postsAlias } from '../../mappings/elasticsearch/index-names.ts';
import { HIGHLIGHT_END, HIGHLIGHT_START } from '../../mappings/highlight.ts';
import type { PostKey } from '../../mappings/post.ts';
import type { CompiledSearch, HighlightField } from './compile.ts';
import { askOtherCopies } from './other-copies.ts';

export interface SkeletonHit {
  readonly id: string;
  readonly key: PostKey;
  readonly position: readonly number[];
  /** The whole text of a field, with sentinels around what matched. */
  readonly marked: Readonly<Partial<Record<HighlightField, string>>>;
}

export interface Skeleton {
  readonly hits: readonly SkeletonHit[];
  /** Every match that was counted, on all pages. */
  readonly total: number;
  /** Stopped by the time-out, or without some shards: hits and total may be too few. */
  readonly partial: boolean;
}

export interface SkeletonRequest {
  readonly search: CompiledSearch;
  readonly after: readonly number[] | null;
  readonly size: number;
  /** The reader went away: nobody waits for the answer. */
  readonly signal: AbortSignal;
}

export interface Engine {
  readonly elasticsearch: Elasticsearch;
  readonly indexPrefix: string;
  readonly timeoutMs: number;
}

/** Characters of a field that are looked at for marks; the rest of a longer one stays unmarked. */
const MAX_MARKED_LENGTH = 200_000;
/** What Elasticsearch has, past its own time-out, to hand over what it found. */
const GRACE_MS = 500;
const BUSY = new Set([408, 429, 502, 503, 504]);

/** @throws UnavailableError when Elasticsearch cannot be reached, is too busy, or takes too long. */
export async function fetchSkeleton(engine: Engine, request: SkeletonRequest): Promise<Skeleton> {
  if (request.search.boards?.length === 0) return { hits: [], total: 0, partial: false };
  try {
    const limitMs = engine.timeoutMs + GRACE_MS;
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(limitMs)]);
    const asked = skeletonRequest(engine, request);
    // Another node may be well; to wait before asking it helps nobody.
    const options = { signal, requestTimeout: limitMs, maxRetries: 2, retryBackoff: () => 0 };
    const answer = await askOtherCopies(async () => engine.elasticsearch.search(asked, options), signal);
    const { hits, timed_out: timedOut, _shards: shards } = answer;
    const { total } = hits;
    return {
      hits: hits.hits.map(({ _id: id = '', sort = [], highlight = {} }) => ({
        id,
        key: keyOfDocumentId(id),
        position: sort as number[],
        marked: Object.fromEntries(Object.entries(highlight).map(([field, [text]]) => [field, text])),
      })),
      total: typeof total === 'object' ? total.value : (total ?? 0),
      partial: timedOut || shards.failed > 0,
    };
  } catch (error) {
    throw asUnavailable(error) ?? error;
  }
}

/** The whole request, so that what is sent can be looked at, and measured, apart from sending it. */
export function skeletonRequest(
  engine: Pick<Engine, 'indexPrefix' | 'timeoutMs'>,
  { search, after, size }: Omit<SkeletonRequest, 'signal'>,
): estypes.SearchRequest {
  return {
    index: aliases(engine.indexPrefix, search.boards),
    // A board without a post has no index yet: it adds no hits.
    ignore_unavailable: true,
    allow_no_indices: true,
    query: search.query,
    sort: search.sort,
    size,
    track_total_hits: true,
    timeout: `${engine.timeoutMs}ms`,
    _source: false,
    ...(after !== null && { search_after: [...after] }),
    ...(search.highlight.length > 0 && {
      highlight: {
        type: 'unified' as const,
        number_of_fragments: 0,
        max_analyzed_offset: MAX_MARKED_LENGTH,
        pre_tags: [HIGHLIGHT_START],
        post_tags: [HIGHLIGHT_END],
        fields: Object.fromEntries(search.highlight.map((field) => [field, {}])),
      },
    }),
  };
}

function aliases(prefix: string, boards: readonly string[] | null): string[] {
  return boards === null ? [postsAlias(prefix)] : boards.map((board) => boardAlias(prefix, board));
}

function asUnavailable(error: unknown): UnavailableError | null {
  const away =
    error instanceof errors.ConnectionError ||
    error instanceof errors.NoLivingConnectionsError ||
    (error instanceof errors.ResponseError && BUSY.has(error.statusCode ?? 0));
  if (away) {
    return new UnavailableError('search', 'Search is out of reach right now. Threads and posts can be read as usual.', {
      cause: error,
    });
  }
  if (error instanceof errors.TimeoutError || error instanceof errors.RequestAbortedError) {
    return new UnavailableError('search', 'This search took too long and was stopped.', { cause: error });
  }
  return null;
}
