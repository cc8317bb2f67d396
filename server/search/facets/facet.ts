/** The declaration of a facet, and the parts that several facets share. Pure. */
import type { estypes } from '@elastic/elasticsearch';
import type { KindFacet, KindFacetValue } from '../../../mappings/search/field.ts';
import type { ExactName, HasValue, IsValue } from '../../../mappings/search/fields.ts';
import { fieldOf } from '../../../mappings/search/fields.ts';
import type { QueryContainer } from '../elasticsearch/clauses.ts';
import { exact, has, is, not } from '../language/build.ts';
import type { Node } from '../language/tree.ts';
import { hasQuery, isQuery } from '../plan/value-query.ts';

export type Aggregation = estypes.AggregationsAggregationContainer;
/** Results of the facet's aggregations, by the names that it gave them. */
export type Aggregates = Readonly<Record<string, estypes.AggregationsAggregate | undefined>>;

/**
 * Facets have names for readers, not those of the fields of the language. A condition must belong to one facet only: otherwise both
 * would claim it.
 */
export interface FacetDeclaration {
  /** Several values can be selected at the same time, meaning any of them. */
  readonly many: boolean;
  /** The values that a node selects; null for any other condition. The caller handles `or` nodes. */
  read(node: Node): readonly string[] | null;
  /** One node per value, or one for all. */
  write(values: readonly string[]): readonly Node[];
  /** `zone`: the reader's time zone. */
  aggregations(zone: string): Readonly<Record<string, Aggregation>>;
  /** `chosen`: values that the query selects. `total`: hits of the counted query. */
  count(aggregates: Aggregates, chosen: readonly string[], total: number): FacetCounts;
  /** English label of a value; null, as without the function, if the value is its own label. */
  readonly label?: (value: string) => string | null;
  /** The order of the shown values; by default most hits first. */
  readonly compare?: (one: string, other: string) => number;
}

export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

export interface FacetCounts {
  /** Values with hits, most hits first. */
  readonly values: readonly ValueCount[];
  /** Hits with a value that `values` does not list. */
  readonly unlisted: number;
  readonly exact: boolean;
}

/** More than an archive has boards, countries or file types, so that each shard lists all of them and counts are exact. */
const MAX_LISTED = 500;

/** The number of hits with each value of a keyword of the index. */
export function byValue(keyword: string): Aggregation {
  return { terms: { field: keyword, size: MAX_LISTED } };
}

/** Reads the aggregation `byValue`. */
export function countsByValue(aggregate: Aggregates[string]): FacetCounts {
  const terms = (aggregate ?? { buckets: [] }) as estypes.AggregationsStringTermsAggregate;
  const buckets = terms.buckets as { key: string; doc_count: number }[];
  const { sum_other_doc_count: unlisted = 0, doc_count_error_upper_bound: error = 0 } = terms;
  const listed = buckets.map(({ key: value, doc_count: count }) => ({ value, count }));
  return { ...sortedCounts(listed), unlisted, exact: unlisted === 0 && error === 0 };
}

/** The number of hits of a filter aggregation. */
export function countOf(aggregate: Aggregates[string]): number {
  return (aggregate as estypes.AggregationsFilterAggregate | undefined)?.doc_count ?? 0;
}

export function sortedCounts(values: readonly ValueCount[]): FacetCounts {
  const listed = values.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  return { values: listed, unlisted: 0, exact: true };
}

/** Counts and selects the values of an exact field. */
export function exactFacet(name: ExactName): FacetDeclaration {
  const { index, facet } = fieldOf('exact', name);
  if (index === null) throw new TypeError(`${name}: has no field of the index, so that nothing counts its values`);
  return {
    many: true,
    read: (node) => (node.kind === 'exact' && node.field === name ? node.values : null),
    write: (values) => [exact(name, values)],
    aggregations: () => ({ values: byValue(index) }),
    count: ({ values }) => countsByValue(values),
    ...(facet?.label !== undefined && { label: facet.label }),
  };
}

/** Selects and counts posts by values of `is:` and `has:`. */
export function kindFacet(values: KindFacet): FacetDeclaration {
  const counted = values.filter(({ isRest = false }) => !isRest);
  return {
    many: false,
    read: (node) => {
      const found = values.find((value) => isSelectedBy(value, node));
      return found === undefined ? null : [found.value];
    },
    write: (chosen) => values.filter(({ value }) => chosen.includes(value)).map(nodeOf),
    aggregations: () => Object.fromEntries(counted.map((value) => [value.value, { filter: queryOf(value) }])),
    count: (aggregates, _chosen, total) => {
      const counts = counted.map(({ value }) => ({ value, count: countOf(aggregates[value]) }));
      const others = total - counts.reduce((sum, { count }) => sum + count, 0);
      const rest = values.filter(({ isRest = false }) => isRest).map(({ value }) => ({ value, count: others }));
      return sortedCounts([...counts, ...rest]);
    },
    label: (value) => values.find((one) => one.value === value)?.label ?? null,
  };
}

function isSelectedBy(value: KindFacetValue, node: Node): boolean {
  const { isNegated = false } = value;
  if ((node.kind === 'not') !== isNegated) return false;
  const leaf = node.kind === 'not' ? node.child : node;
  return 'is' in value
    ? leaf.kind === 'is' && leaf.value === value.is
    : leaf.kind === 'has' && leaf.value === value.has;
}

function nodeOf(value: KindFacetValue): Node {
  const leaf = 'is' in value ? is(value.is as IsValue) : has(value.has as HasValue);
  return value.isNegated === true ? not(leaf) : leaf;
}

function queryOf(value: KindFacetValue): QueryContainer {
  const query = 'is' in value ? isQuery({ value: value.is as IsValue }) : hasQuery({ value: value.has as HasValue });
  return value.isNegated === true ? { bool: { must_not: [query] } } : query;
}
