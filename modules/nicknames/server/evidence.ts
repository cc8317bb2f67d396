/** Counts of the visible posts under aliases, which staff compare. */
import type { estypes } from '@elastic/elasticsearch';
import type { IdentityAlias } from '../../../mappings/contract/identity.ts';
import type { RequestContext } from '../../../server/limits/request-context.ts';
import type { SearchContext } from '../../../server/search/context.ts';
import { ALIAS_FIELDS } from '../../../server/search/plan/lookup.ts';
import { planFilter } from '../../../server/search/plan/plan-filter.ts';
import { aggregate, termsOf } from '../../../server/statistics/ask-counts.ts';
import { type AliasEvidence, LISTED_VALUES } from '../contract/nicknames.ts';

export type AliasCounts = Omit<AliasEvidence, 'kind' | 'value' | 'identity'>;

/** With `map`: the global ordinals of a live board would be built again after every refresh. */
const valuesOf = (field: string): estypes.AggregationsAggregationContainer => ({
  terms: { field, size: LISTED_VALUES, execution_hint: 'map' },
});

const EVIDENCE = {
  first: { min: { field: 'time_posted' } },
  last: { max: { field: 'time_posted' } },
  boards: valuesOf('board'),
  names: valuesOf('name.raw'),
  tripcodes: valuesOf('tripcode'),
};

interface Found {
  readonly doc_count: number;
  readonly first?: { readonly value: number | null };
  readonly last?: { readonly value: number | null };
  readonly boards?: unknown;
  readonly names?: unknown;
  readonly tripcodes?: unknown;
}

/** The number of posts by alias, in the order of `aliases`. @throws UnavailableError, and errors of `sendSearch` */
export async function postsOfAliases(
  context: SearchContext,
  aliases: readonly IdentityAlias[],
  request: RequestContext,
): Promise<readonly number[]> {
  return (await countAliases(context, aliases, {}, request)).map((found) => found.doc_count);
}

/** In the order of `aliases`, by one search. @throws UnavailableError, and errors of `sendSearch` */
export async function evidenceOf(
  context: SearchContext,
  aliases: readonly IdentityAlias[],
  request: RequestContext,
): Promise<readonly AliasCounts[]> {
  return (await countAliases(context, aliases, EVIDENCE, request)).map((found) => ({
    posts: found.doc_count,
    first: timeOf(found.first),
    last: timeOf(found.last),
    boards: countsOf(found.boards),
    names: countsOf(found.names),
    tripcodes: countsOf(found.tripcodes),
  }));
}

async function countAliases(
  context: SearchContext,
  aliases: readonly IdentityAlias[],
  aggregations: Record<string, estypes.AggregationsAggregationContainer>,
  request: RequestContext,
): Promise<readonly Found[]> {
  if (aliases.length === 0) return [];
  const { boards, filter } = await planFilter(context, { q: '' }, request);
  const terms = aliases.map(({ kind, value }) => ({ term: { [ALIAS_FIELDS[kind]]: value } }));
  const where = { boards, filter: { bool: { filter: [filter, { bool: { should: terms } }] } } };
  const counted = await aggregate(context, where, { aliases: { filters: { filters: terms }, aggregations } }, request);
  const { buckets = [] } = (counted['aliases'] ?? {}) as { readonly buckets?: readonly Found[] };
  return aliases.map((_, place) => buckets[place] ?? { doc_count: 0 });
}

function timeOf(found: { readonly value: number | null } | undefined): string | null {
  return found?.value == null ? null : new Date(found.value).toISOString();
}

function countsOf(found: unknown): AliasCounts['boards'] {
  return termsOf(found).map(({ key, doc_count: posts }) => ({ value: String(key), posts }));
}
