import { LISTED_NAMES, type BoardStatistics } from '../../mappings/contract/statistics.ts';
import type { RequestContext } from '../limits/request-context.ts';
import type { SearchContext } from '../search/context.ts';
import { hasQuery } from '../search/plan/value-query.ts';
import { aggregate, termsOf, type TermCount, type Where } from './ask-counts.ts';

/** Names with the most posts in the time, of which most are usually old. */
const CANDIDATES = 200;

type NameCount = TermCount & { readonly first: { readonly value: number | null } };

/**
 * Names of posters whose first visible post on the board is not before `start`, most posts first, without the name that boards show for
 * posters without one.
 */
export async function newNames(
  context: SearchContext,
  { boards, filter }: Where,
  start: string,
  request: RequestContext,
): Promise<NonNullable<BoardStatistics['recent']>['new_names']> {
  const named = [filter, hasQuery({ value: 'name' })];
  const lately = await aggregate(
    context,
    { boards, filter: { bool: { filter: [...named, { range: { time_posted: { gte: start } } }] } } },
    { names: { terms: { field: 'name.raw', size: CANDIDATES, execution_hint: 'map' } } },
    request,
  );
  const candidates = termsOf(lately['names']).map(({ key }) => String(key));
  if (candidates.length === 0) return [];
  const ever = await aggregate(
    context,
    { boards, filter: { bool: { filter: [filter, { terms: { 'name.raw': candidates } }] } } },
    {
      names: {
        terms: { field: 'name.raw', size: CANDIDATES, execution_hint: 'map' },
        aggregations: { first: { min: { field: 'time_posted' } } },
      },
    },
    request,
  );
  return (termsOf(ever['names']) as readonly NameCount[])
    .flatMap(({ key, doc_count: posts, first: { value } }) =>
      value === null || value < Date.parse(start)
        ? []
        : [{ name: String(key), posts, first: new Date(value).toISOString() }],
    )
    .slice(0, LISTED_NAMES);
}
