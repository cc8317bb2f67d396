/** Finds where a page begins that is requested by its number. */
import type { SearchGroup } from '../../../mappings/contract/search.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import type { SortValues } from '../elasticsearch/index-hit.ts';
import type { ElasticsearchContext } from '../elasticsearch/send-search.ts';
import type { CompiledSearch } from '../plan/compile.ts';
import type { HitPage } from './fetch-hits.ts';
import { fetchingOf } from './fetch-page.ts';

/** The place after the first `count` hits; null for the beginning, `end` if there are fewer hits. */
export async function findPageStart(
  context: ElasticsearchContext,
  search: CompiledSearch,
  group: SearchGroup | null,
  count: number,
  request: RequestContext,
): Promise<SortValues | null | 'end'> {
  const { fetchPage, mostPassed } = fetchingOf(group);
  let after: SortValues | null = null;
  let left = count;
  while (left > 0) {
    const size = Math.min(left, mostPassed);
    const passed: HitPage = await fetchPage(context, { search, after, size, counts: false }, request);
    if (passed.nextAfter === null) return 'end';
    after = passed.nextAfter;
    left -= passed.hits.length;
  }
  return after;
}
