/** Finds where a page begins that is requested by its number. */
import type { SearchGroup } from '../../../mappings/contract/search.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import type { SortValues } from '../elasticsearch/index-hit.ts';
import { RefusedError } from '../../shared/errors.ts';
import type { CompiledSearch } from '../plan/compile.ts';
import type { ComparingContext } from './compare-hits.ts';
import type { HitPage } from './fetch-hits.ts';
import { fetchingOf } from './fetch-page.ts';

/**
 * The place after the first `count` hits; null for the beginning, `end` if there are fewer hits.
 * @throws RefusedError `too_many_compared` if too many posts would be compared
 */
export async function findPageStart(
  context: ComparingContext,
  search: CompiledSearch,
  group: SearchGroup | null,
  count: number,
  request: RequestContext,
): Promise<SortValues | null | 'end'> {
  const { fetchPage, mostPassed } = fetchingOf(group, search);
  let after: SortValues | null = null;
  let left = count;
  while (left > 0) {
    const size = Math.min(left, mostPassed);
    const passed: HitPage = await fetchPage(context, { search, after, size, counts: false }, request);
    if (passed.nextAfter === null) return 'end';
    if (passed.comparing?.isStopped === true) {
      const detail = 'Finding this page would compare too many posts. Follow the link to the next page instead.';
      throw new RefusedError(400, 'too_many_compared', detail);
    }
    after = passed.nextAfter;
    left -= passed.hits.length;
  }
  return after;
}
