/** Completes tripcodes and names of posters, from visible posts. */
import type { estypes } from '@elastic/elasticsearch';
import { UnavailableError } from '../../../platform/errors.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import { isPartial, searchTarget, sendSearch } from '../elasticsearch/send-search.ts';
import type { SearchContext } from '../context.ts';
import { planFilter } from '../plan/plan.ts';
import { beginsWithQuery } from '../plan/value-query.ts';

export interface NameCount {
  readonly value: string;
  readonly count: number;
}

/** Shorter prefixes match most posts. */
export const MIN_TYPED = 2;
/** A list that opens while people type is useless after this. */
const TIMEOUT_MS = 1_000;

const FIELDS = { trip: 'tripcode', name: 'name.raw' } as const;

/** Most frequent first. Empty when Elasticsearch is unavailable or too slow: typing goes on without completions. */
export async function namesBeginningWith(
  context: SearchContext,
  field: keyof typeof FIELDS,
  prefixes: readonly string[],
  size: number,
  request: RequestContext,
): Promise<readonly NameCount[]> {
  const keyword = FIELDS[field];
  try {
    // All visible posts, without pending hides. The empty query costs 1, as any request does; a caller with too little left is refused.
    const { boards, filter, notExcludedHides } = await planFilter(context, { q: '' }, request);
    // A hidden post that the filter does not exclude may be the one whose name would show.
    if (notExcludedHides > 0) return [];
    const withShortTimeout = { ...context, timeoutMs: Math.min(TIMEOUT_MS, context.timeoutMs) };
    const response = await sendSearch(
      withShortTimeout,
      {
        ...searchTarget(withShortTimeout, boards),
        query: { bool: { filter: [filter, beginsWithQuery(keyword, prefixes)] } },
        size: 0,
        track_total_hits: false,
        aggregations: { names: { terms: { field: keyword, size } } },
      },
      request,
    );
    if (isPartial(response)) return [];
    const names = response.aggregations?.['names'] as estypes.AggregationsStringTermsAggregate | undefined;
    const buckets = (names?.buckets ?? []) as { key: string; doc_count: number }[];
    return buckets.map(({ key, doc_count: count }) => ({ value: key, count }));
  } catch (error) {
    if (error instanceof UnavailableError) return [];
    throw error;
  }
}
