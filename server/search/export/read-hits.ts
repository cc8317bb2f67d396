/** Reads all hits of a search page by page and in order, as the rows are now. Hidden posts drop out. */
import { errors } from '@elastic/elasticsearch';
import { UnavailableError } from '../../../platform/errors.ts';
import type { RowSource } from '../../posts/select-by-board.ts';
import { fetchHitPage, type HitPage, type SortValues } from '../execute/fetch-hits.ts';
import { fetchThreadPage } from '../execute/group-threads.ts';
import type { SearchCall, SearchClient } from '../execute/send-search.ts';
import { readRows, type HydratedHit } from '../hydrate/read-rows.ts';
import type { CompiledSearch } from '../plan/compile.ts';

export interface HitsToRead {
  readonly search: CompiledSearch;
  /** Only the first hit of each thread. */
  readonly grouped: boolean;
  /** Where to start; null at the first hit. */
  readonly after: SortValues | null;
}

/** `max_result_window` of our indices. */
const PAGE = 1000;
/** Each page of threads takes several searches. */
const THREADS_PER_PAGE = 100;

/** Elasticsearch finds the next page while PostgreSQL reads the rows of this one and they are written. @throws UnavailableError */
export async function* readHits(
  context: SearchClient & RowSource,
  { after, ...hits }: HitsToRead,
  call: SearchCall,
): AsyncGenerator<readonly HydratedHit[]> {
  const ended = new AbortController();
  const untilEnd = { ...call, signal: AbortSignal.any([call.signal, ended.signal]) };
  const fetchNext = async (position: SortValues | null) => fetchCompletePage(context, hits, position, untilEnd);
  let next: Promise<HitPage> | null = fetchNext(after);
  try {
    while (next !== null) {
      const page: HitPage = await next;
      next = page.nextAfter === null ? null : fetchNext(page.nextAfter);
      // It may fail when nobody awaits it any more.
      next?.catch(() => undefined);
      yield (await readRows(context, page.hits)).hits;
    }
  } finally {
    ended.abort();
  }
}

async function fetchCompletePage(
  client: SearchClient,
  { search, grouped }: Pick<HitsToRead, 'search' | 'grouped'>,
  after: SortValues | null,
  call: SearchCall,
): Promise<HitPage> {
  const request = { search: { ...search, highlight: [] }, after, counts: false, complete: true };
  try {
    const page = grouped
      ? await fetchThreadPage(client, { ...request, size: THREADS_PER_PAGE }, call)
      : await fetchHitPage(client, { ...request, size: PAGE }, call);
    if (!page.partial) return page;
  } catch (error) {
    const isShardFailure = error instanceof errors.ResponseError && error.body?.error?.type === SHARDS_FAILED;
    if (!isShardFailure) throw error;
    throw incompleteExport(error);
  }
  throw incompleteExport();
}

const SHARDS_FAILED = 'search_phase_execution_exception';

export function incompleteExport(cause?: unknown): UnavailableError {
  return new UnavailableError('search', 'A part of the index did not answer, so the export would lack posts.', {
    cause,
  });
}
