/** Reads all hits of a search in order, page by page, with the current rows. Hidden posts are left out. */
import { errors } from '@elastic/elasticsearch';
import { UnavailableError } from '../../../platform/errors.ts';
import { partialSentence } from '../../limits/partial-reasons.ts';
import type { RowSource } from '../../posts/select-by-board.ts';
import { loadPendingHides } from '../../visibility/pending-hides.ts';
import { excludePosts } from '../elasticsearch/clauses.ts';
import type { SearchGroup } from '../../../mappings/contract/search.ts';
import type { HitPage } from '../execute/fetch-hits.ts';
import type { ComparingContext } from '../execute/compare-hits.ts';
import { fetchingOf } from '../execute/fetch-page.ts';
import type { SortValues } from '../elasticsearch/index-hit.ts';
import { SearchFailedError } from '../elasticsearch/errors.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import { MAX_RESULT_WINDOW } from '../../../mappings/elasticsearch/post-index.ts';
import { readRows, type HydratedHit } from '../hydrate/read-rows.ts';
import type { CompiledSearch } from '../plan/compile.ts';

export interface HitsToRead {
  readonly search: CompiledSearch;
  /** Only the first hit of each group; null for every hit. */
  readonly group: SearchGroup | null;
  /** Where to start; null at the first hit. */
  readonly after: SortValues | null;
}

function pageSizeOf(group: SearchGroup | null): number {
  switch (group) {
    case null:
      return MAX_RESULT_WINDOW;
    // Each page of threads takes several searches.
    case 'thread':
      return 100;
  }
}

/**
 * Elasticsearch finds the next page while PostgreSQL reads the rows of this one and they are written.
 * @throws UnavailableError when posts would be missing, and errors of `sendSearch`
 */
export async function* readHits(
  context: ComparingContext & RowSource,
  { after, ...hits }: HitsToRead,
  request: RequestContext,
): AsyncGenerator<readonly HydratedHit[]> {
  const ended = new AbortController();
  const untilEnd = { ...request, signal: AbortSignal.any([request.signal, ended.signal]) };
  const fetchNext = async (position: SortValues | null) => fetchCompletePage(context, hits, position, untilEnd);
  let next: Promise<HitPage> | null = fetchNext(after);
  try {
    while (next !== null) {
      const page: HitPage = await next;
      next = page.nextAfter === null ? null : fetchNext(page.nextAfter);
      // The request may fail after its last caller has stopped waiting for it.
      next?.catch(() => undefined);
      yield (await readRows(context, page.hits)).hits;
    }
  } finally {
    ended.abort();
  }
}

async function fetchCompletePage(
  context: ComparingContext & RowSource,
  { search, group }: Pick<HitsToRead, 'search' | 'group'>,
  after: SortValues | null,
  request: RequestContext,
): Promise<HitPage> {
  // A group whose first hit is hidden would be left out as a whole: excluding pending hides finds it at its first visible hit. The hides
  // are read again for each page, since an export may take half an hour. Beyond MAX_EXCLUDED hides a group may still be missing.
  const hides = group === null ? { ids: [] } : await loadPendingHides(context.pool, search.boards);
  const query = excludePosts(search.query, hides.ids);
  const pageRequest = { search: { ...search, query }, after, size: pageSizeOf(group), counts: false };
  try {
    const page = await fetchingOf(group, search).fetchPage(context, pageRequest, request);
    if (!page.partial) return page;
  } catch (error) {
    const cause = error instanceof SearchFailedError ? error.cause : null;
    const isShardFailure = cause instanceof errors.ResponseError && cause.body?.error?.type === SHARDS_FAILED;
    if (!isShardFailure) throw error;
    throw incompleteExport(request, error);
  }
  throw incompleteExport(request);
}

const SHARDS_FAILED = 'search_phase_execution_exception';

export function incompleteExport({ partial }: Pick<RequestContext, 'partial'>, cause?: unknown): UnavailableError {
  const message = `The export would lack posts. ${partialSentence(partial.list())}`;
  return new UnavailableError('search', message, { cause });
}
