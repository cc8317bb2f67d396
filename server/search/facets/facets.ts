/**
 * Counts the hits of a query by board, year, file type and so on; each value comes with the query that selects it. A field
 * that the query already restricts is counted without that condition, so that the alternatives show.
 */
import { FACET_FIELDS, type Facet, type FacetField, type FacetsAnswer } from '../../../mappings/contract/facets.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import type { SearchContext } from '../context.ts';
import { isPartial, searchTarget, sendSearch, totalHits } from '../elasticsearch/send-search.ts';
import { print } from '../language/print.ts';
import type { Query } from '../language/tree.ts';
import { planFilter, type FilterPlan } from '../plan/plan-filter.ts';
import type { Zone } from '../language/zone.ts';
import { textsWithinLimits } from '../language/within-limits.ts';
import { chosenOf, toggled, withoutChoice } from './choices.ts';
import type { Aggregates, Aggregation, FacetCounts } from './facet.ts';
import { FACETS } from './table.ts';

export interface FacetsParams {
  readonly q: string;
  readonly zone: Zone;
  /** Values shown per facet. */
  readonly values: number;
}

/** @throws QueryError, RefusedError, UnavailableError, and errors of `sendSearch` */
export async function countFacets(
  context: SearchContext,
  params: FacetsParams,
  request: RequestContext,
): Promise<FacetsAnswer> {
  const started = performance.now();
  const { q, zone } = params;
  const plan = await planFilter(context, { q, zone }, request);
  const { query, now } = plan;
  const restricted = FACET_FIELDS.filter((field) => chosenOf(query, field) !== null);
  const free = FACET_FIELDS.filter((field) => !restricted.includes(field));
  const [main, ...alternatives] = await Promise.all([
    count(context, plan, free, { ...params, query }, request),
    ...restricted.map(async (field) => {
      const wider = await planFilter(context, { q: print(withoutChoice(query, field)), now, zone }, request);
      return count(context, wider, [field], { ...params, query }, request);
    }),
  ]);
  const counted = [main, ...alternatives];
  const titles = new Map((await context.boards.all()).map((board) => [board.name, board.title]));
  const facets = FACET_FIELDS.map((field): Facet => {
    const counts = counted.flatMap((part) => part.counts.get(field) ?? []);
    return presentFacet(field, counts[0] ?? NO_COUNTS, { query, shown: params.values, titles });
  });
  return {
    facets,
    total: main.total,
    total_relation: relationOf(plan, request),
    folded: plan.isFolded,
    took_ms: Math.round((performance.now() - started) * 10) / 10,
    partial: !request.partial.isEmpty,
    partial_reasons: request.partial.list(),
  };
}

function relationOf(
  { isFolded, notExcludedHides, resolution }: FilterPlan,
  { partial }: RequestContext,
): FacetsAnswer['total_relation'] {
  if (isFolded || resolution.partial || notExcludedHides > 0) return 'about';
  return partial.isEmpty ? 'eq' : 'gte';
}

const NO_COUNTS: FacetCounts = { values: [], unlisted: 0, exact: true };

interface Counted {
  readonly counts: ReadonlyMap<FacetField, FacetCounts>;
  readonly total: number;
  readonly partial: boolean;
}

async function count(
  context: SearchContext,
  { boards, filter, notExcludedHides, resolution }: FilterPlan,
  fields: readonly FacetField[],
  { query, zone }: FacetsParams & { readonly query: Query },
  request: RequestContext,
): Promise<Counted> {
  // Without an index there are no aggregations to read.
  if (boards?.length === 0) return { counts: new Map(), total: 0, partial: false };
  const response = await sendSearch(
    context,
    {
      ...searchTarget(context, boards),
      query: filter,
      size: 0,
      track_total_hits: true,
      aggregations: aggregationsOf(fields, zone.name),
    },
    request,
  );
  const partial = isPartial(response) || resolution.partial;
  const total = totalHits(response);
  const counts = fields.map((field) => {
    const read = FACETS[field].count(
      aggregatesOf(field, response.aggregations ?? {}),
      chosenOf(query, field) ?? [],
      total,
    );
    return [field, { ...read, exact: read.exact && !partial && notExcludedHides === 0 }] as const;
  });
  return { counts: new Map(counts), total, partial };
}

/** Aggregations of all facets share one name space: facet name, dot, and the name within the facet. */
function aggregationsOf(fields: readonly FacetField[], zone: string): Record<string, Aggregation> {
  return Object.fromEntries(
    fields.flatMap((field) =>
      Object.entries(FACETS[field].aggregations(zone)).map(([name, aggregation]) => [`${field}.${name}`, aggregation]),
    ),
  );
}

function aggregatesOf(field: FacetField, all: Aggregates): Aggregates {
  const start = `${field}.`;
  const own = Object.entries(all).filter(([name]) => name.startsWith(start));
  return Object.fromEntries(own.map(([name, aggregate]) => [name.slice(start.length), aggregate]));
}

interface Presenting {
  readonly query: Query;
  readonly shown: number;
  readonly titles: ReadonlyMap<string, string>;
}

function presentFacet(field: FacetField, counts: FacetCounts, { query, shown, titles }: Presenting): Facet {
  const chosen = chosenOf(query, field);
  const active = chosen ?? [];
  const top = counts.values.slice(0, shown);
  const rest = counts.values.slice(shown).filter(({ value }) => !active.includes(value));
  const values = [
    ...top,
    ...active
      .filter((value) => top.every((other) => other.value !== value))
      .map((value) => counts.values.find((other) => other.value === value) ?? { value, count: 0 }),
  ];
  const { compare, label } = FACETS[field];
  if (compare !== undefined) values.sort((one, other) => compare(one.value, other.value));
  const next = textsWithinLimits(values.map(({ value }) => toggled(query, field, value)));
  return {
    field,
    values: values.map(({ value, count: posts }, place) => ({
      value,
      label: field === 'board' ? (titles.get(value) ?? null) : (label?.(value) ?? null),
      count: posts,
      active: active.includes(value),
      q: next[place] ?? null,
    })),
    others: {
      values: rest.length,
      posts: rest.reduce((sum, other) => sum + other.count, 0) + counts.unlisted,
    },
    exact: counts.exact,
    own: chosen !== null,
  };
}
