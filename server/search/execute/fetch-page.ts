/**
 * Chooses how a page of hits is fetched: every hit (fetch-hits.ts), one hit per thread (group-threads.ts), or either of them compared with
 * the text as written (fetch-as-written.ts).
 */
import type { estypes } from '@elastic/elasticsearch';
import type { SearchGroup } from '../../../mappings/contract/search.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import type { ElasticsearchContext } from '../elasticsearch/send-search.ts';
import type { CompiledSearch } from '../plan/compile.ts';
import type { ComparingContext } from './compare-hits.ts';
import { fetchPageAsWritten, fetchThreadPageAsWritten } from './fetch-as-written.ts';
import { fetchHitPage, hitPageBody, type HitPage, type HitPageRequest } from './fetch-hits.ts';
import { fetchThreadPage, threadStepBody } from './group-threads.ts';

export interface Fetching {
  /** @throws errors of `sendSearch` */
  readonly fetchPage: (
    context: ComparingContext,
    pageRequest: HitPageRequest,
    request: RequestContext,
  ) => Promise<HitPage>;
  /** The body of the first request that `fetchPage` sends for hits, for explanations. */
  readonly firstBody: (context: ElasticsearchContext, pageRequest: HitPageRequest) => estypes.SearchRequest;
  /** Most hits that one search can skip. */
  readonly mostPassed: number;
}

const UNGROUPED: Fetching = { fetchPage: fetchHitPage, firstBody: hitPageBody, mostPassed: 1_000 };

const GROUPED: Readonly<Record<SearchGroup, Fetching>> = {
  thread: {
    fetchPage: fetchThreadPage,
    firstBody: (context, { search, after }) => threadStepBody(context, search, after, []),
    mostPassed: 500,
  },
};

const AS_WRITTEN: Readonly<Record<SearchGroup, Fetching['fetchPage']>> = { thread: fetchThreadPageAsWritten };

/** `group`: one hit per group; null for every hit. */
export function fetchingOf(group: SearchGroup | null, { asWritten }: Pick<CompiledSearch, 'asWritten'>): Fetching {
  const fetching = group === null ? UNGROUPED : GROUPED[group];
  if (asWritten === null) return fetching;
  return { ...fetching, fetchPage: group === null ? fetchPageAsWritten : AS_WRITTEN[group] };
}
