/** Where a page begins that is asked for by its number. */
import type { SearchGroup } from '../../../mappings/contract/search.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import type { SortValues } from '../elasticsearch/index-hit.ts';
import type { ElasticsearchContext } from '../elasticsearch/send-search.ts';
import type { CompiledSearch } from '../plan/compile.ts';
import type { HitPage } from './fetch-hits.ts';
import { fetchPage } from './fetch-page.ts';

/** Hits or threads that one search skips at most. */
function stepOf(group: SearchGroup | null): number {
  switch (group) {
    case null:
      return 1_000;
    case 'thread':
      return 500;
  }
}

/** The place after the first `count` hits; null for the beginning, `end` if there are fewer hits. */
export async function placeBehind(
  context: ElasticsearchContext,
  search: CompiledSearch,
  group: SearchGroup | null,
  count: number,
  request: RequestContext,
): Promise<SortValues | null | 'end'> {
  let after: SortValues | null = null;
  let left = count;
  while (left > 0) {
    const size = Math.min(left, stepOf(group));
    const passed: HitPage = await fetchPage(context, group, { search, after, size, counts: false }, request);
    if (passed.nextAfter === null) return 'end';
    after = passed.nextAfter;
    left -= passed.hits.length;
  }
  return after;
}
