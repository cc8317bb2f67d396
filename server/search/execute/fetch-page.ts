/** Chooses how a page of hits is fetched: ungrouped (fetch-hits.ts) or one hit per thread (group-threads.ts). */
import type { estypes } from '@elastic/elasticsearch';
import type { SearchGroup } from '../../../mappings/contract/search.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import type { ElasticsearchContext } from '../elasticsearch/send-search.ts';
import { fetchHitPage, hitPageBody, type HitPage, type HitPageRequest } from './fetch-hits.ts';
import { fetchThreadPage, threadStepBody } from './group-threads.ts';

/** `group`: one hit per group; null for every hit. @throws what `sendSearch` throws */
export async function fetchPage(
  context: ElasticsearchContext,
  group: SearchGroup | null,
  pageRequest: HitPageRequest,
  request: RequestContext,
): Promise<HitPage> {
  switch (group) {
    case null:
      return fetchHitPage(context, pageRequest, request);
    case 'thread':
      return fetchThreadPage(context, pageRequest, request);
  }
}

/** The body of the first request that `fetchPage` sends for hits, for explanations. */
export function firstBodyOf(
  context: ElasticsearchContext,
  group: SearchGroup | null,
  pageRequest: HitPageRequest,
): estypes.SearchRequest {
  switch (group) {
    case null:
      return hitPageBody(context, pageRequest);
    case 'thread':
      return threadStepBody(context, pageRequest.search, pageRequest.after, []);
  }
}
