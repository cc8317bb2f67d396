/** Values of a field in visible posts: tripcodes, names, ids, addresses, flags, ranks, types of files, hosts of links. */
import type { estypes } from '@elastic/elasticsearch';
import { foldPlain } from '../../../mappings/text-analysis/fold.ts';
import { UnavailableError } from '../../../platform/errors.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import type { SearchContext } from '../context.ts';
import { isPartial, searchTarget, sendSearch } from '../elasticsearch/send-search.ts';
import { planFilter } from '../plan/plan-filter.ts';
import { anyOf, type QueryContainer } from '../elasticsearch/clauses.ts';

export interface IndexedValue {
  readonly value: string;
  /** null: not all posts were counted. */
  readonly count: number | null;
}

/** From this length on, a beginning is looked up among all posts; shorter ones match most posts. */
const MIN_LOOKED_UP = 2;
/** Newest posts of each index whose values are read if nothing is looked up. */
const NEWEST = 10_000;
/** Number of the most frequent values that are read and then compared with the written text. */
const COMPARED_VALUES = 500;
/** A list that opens during typing is useless after this time. */
const TIMEOUT_MS = 1_000;

export interface CompletedField {
  /** A keyword of the index. */
  readonly index: string;
  /** Posts that have a value. */
  readonly presentBy: QueryContainer;
}

export interface Wanted {
  /** The value begins with one of them, as folding compares texts; an empty text begins every value. */
  readonly prefixes: readonly string[];
  /** Finds posts whose value has words that begin so, in their folded form. Without it, lookups ignore only the case. */
  readonly words?: QueryContainer;
  readonly size: number;
  /** Chooses among the values of posts. By default, values that begin with a prefix. */
  readonly isWanted?: (value: string) => boolean;
}

/** Most frequent first. Empty when Elasticsearch is unavailable or too slow: completions are only a help while typing. */
export async function indexedValues(
  context: SearchContext,
  field: CompletedField,
  wanted: Wanted,
  request: RequestContext,
): Promise<readonly IndexedValue[]> {
  const { prefixes, size } = wanted;
  try {
    // All visible posts, without pending hides. The empty query costs 1, as any request does; a caller with too little left is refused.
    const { boards, filter, notExcludedHides } = await planFilter(context, { q: '' }, request);
    // The shown values might come from a hidden post that the filter does not exclude.
    if (notExcludedHides > 0) return [];
    const isLookedUp = isLongEnough(wanted);
    const withShortTimeout = { ...context, timeoutMs: Math.min(TIMEOUT_MS, context.timeoutMs) };
    const response = await sendSearch(
      withShortTimeout,
      {
        ...searchTarget(withShortTimeout, boards),
        query: { bool: { filter: [filter, isLookedUp ? lookup(field.index, wanted) : field.presentBy] } },
        size: 0,
        track_total_hits: false,
        // Avoids the ordinals of all values, which take long to build.
        ...(!isLookedUp && { terminate_after: NEWEST }),
        aggregations: {
          values: {
            terms: {
              field: field.index,
              size: COMPARED_VALUES,
              ...(!isLookedUp && { execution_hint: 'map' as const }),
            },
          },
        },
      },
      request,
    );
    if (isPartial(response)) return [];
    const values = response.aggregations?.['values'] as estypes.AggregationsStringTermsAggregate | undefined;
    const buckets = (values?.buckets ?? []) as { key: string; doc_count: number }[];
    const isWhole = response.terminated_early !== true;
    const beginnings = prefixes.map(foldPlain);
    const begins = (value: string) => {
      const folded = foldPlain(value);
      return beginnings.some((beginning) => folded.startsWith(beginning));
    };
    const isWanted = wanted.isWanted ?? begins;
    return (
      buckets
        // A post that is found by one value may have others.
        .filter(({ key }) => isWanted(key))
        .slice(0, size)
        .map(({ key: value, doc_count: count }) => ({ value, count: isWhole ? count : null }))
    );
  } catch (error) {
    if (error instanceof UnavailableError) return [];
    throw error;
  }
}

/** Posts with a value that begins with one of the prefixes, in any case, or that has the words. */
function lookup(index: string, { prefixes, words }: Wanted): QueryContainer {
  const ofPrefixes = prefixes.map((value): QueryContainer => ({
    prefix: { [index]: { value, case_insensitive: true } },
  }));
  return anyOf(words === undefined ? ofPrefixes : [...ofPrefixes, words]);
}

/** The marks before a tripcode do not count as written text. */
function isLongEnough({ prefixes, isWanted }: Wanted): boolean {
  return isWanted === undefined && prefixes.every((prefix) => prefix.replace(/^!+/, '').length >= MIN_LOOKED_UP);
}
