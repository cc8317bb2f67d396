/** The declaration of a facet, and the parts that several facets share. Pure. */
import type { estypes } from '@elastic/elasticsearch';
import type { ExactName } from '../../../mappings/search/fields.ts';
import { fieldOf } from '../../../mappings/search/fields.ts';
import { exact } from '../language/build.ts';
import type { Node } from '../language/tree.ts';

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

/** Two values that exclude each other. `filter`: hits with the first value; all others have the second. */
export function twoValues(
  [one, other]: readonly [string, string],
  filter: Aggregation['filter'],
  choice: Pick<FacetDeclaration, 'read' | 'write' | 'label'>,
): FacetDeclaration {
  return {
    many: false,
    ...choice,
    aggregations: () => ({ first: { filter: filter ?? {} } }),
    count: ({ first }, _chosen, total) =>
      sortedCounts([
        { value: one, count: countOf(first) },
        { value: other, count: total - countOf(first) },
      ]),
  };
}
