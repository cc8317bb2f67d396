/** Posters' tripcodes and names by how they begin, from what may be seen now. */
import type { estypes } from '@elastic/elasticsearch';
import { UnavailableError } from '../../../platform/errors.ts';
import { ask, isPartial, whereToAsk } from '../execute/send-search.ts';
import { anyOf } from '../plan/clauses.ts';
import type { SearchHouse } from '../context.ts';
import { prepareSearch } from '../plan/plan.ts';

export interface NameCount {
  readonly value: string;
  readonly count: number;
}

/** Fewer letters would be those of most posts, and help nobody choose. */
export const MIN_PREFIX = 2;
/** Nobody waits longer for a list that is to open while they type. */
const LIMIT_MS = 1_000;

const FIELDS = { trip: 'tripcode', name: 'name.raw' } as const;

/** The most frequent ones first; none when it takes too long, or Elasticsearch is away: the box goes on without. */
export async function namesBeginningWith(
  house: SearchHouse,
  field: keyof typeof FIELDS,
  prefixes: readonly string[],
  options: { readonly size: number; readonly signal: AbortSignal },
): Promise<readonly NameCount[]> {
  const { size, signal } = options;
  const keyword = FIELDS[field];
  try {
    const { boards, filter, unnamed } = await prepareSearch(house, { q: '', sort: null, signal });
    // What was hidden just now and cannot be left out by name might be what is listed.
    if (unnamed > 0) return [];
    const engine = { ...house, timeoutMs: Math.min(LIMIT_MS, house.timeoutMs) };
    const answer = await ask(
      engine,
      {
        ...whereToAsk(engine, boards),
        query: { bool: { filter: [filter, anyOf(prefixes.map((value) => ({ prefix: { [keyword]: { value } } })))] } },
        size: 0,
        track_total_hits: false,
        aggregations: { names: { terms: { field: keyword, size } } },
      },
      signal,
    );
    if (isPartial(answer)) return [];
    const names = answer.aggregations?.['names'] as estypes.AggregationsStringTermsAggregate | undefined;
    const buckets = (names?.buckets ?? []) as { key: string; doc_count: number }[];
    return buckets.map(({ key, doc_count: count }) => ({ value: key, count }));
  } catch (error) {
    if (error instanceof UnavailableError) return [];
    throw error;
  }
}
