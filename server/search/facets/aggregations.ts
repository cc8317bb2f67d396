/** The aggregation of each facet, and how to read its result. Pure. */
import type { estypes } from '@elastic/elasticsearch';
import type { FacetField } from '../../../mappings/contract/facets.ts';
import { hasQuery, isQuery } from '../plan/value-query.ts';
import { NO_FILE } from './choices.ts';

type Aggregation = estypes.AggregationsAggregationContainer;

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

/** Name of a second aggregation of the facet `file`, beside the one with the facet's own name. */
const NO_FILE_COUNT = 'no_file';

/** The aggregations of these facets by name; most facets need one, with the facet's name. */
export function aggregationsOf(fields: readonly FacetField[], zone: string): Record<string, Aggregation> {
  return Object.assign({}, ...fields.map((field) => aggregationsOfField(field, zone))) as Record<string, Aggregation>;
}

function aggregationsOfField(field: FacetField, zone: string): Record<string, Aggregation> {
  switch (field) {
    case 'board':
    case 'country':
    case 'capcode':
      return { [field]: byValue(field) };
    case 'file':
      return {
        [field]: byValue('media_type'),
        [NO_FILE_COUNT]: { filter: { bool: { must_not: [hasQuery({ value: 'file' })] } } },
      };
    case 'kind':
      return { [field]: { filter: isQuery({ value: 'op' }) } };
    case 'deleted':
      return { [field]: { filter: isQuery({ value: 'deleted' }) } };
    case 'year': {
      const years = { calendar_interval: 'year', time_zone: zone, format: 'yyyy', min_doc_count: 1 } as const;
      return { [field]: { date_histogram: { field: 'time_posted', ...years } } };
    }
  }
}

/** `keyword`: a field of the index. */
function byValue(keyword: string): Aggregation {
  return { terms: { field: keyword, size: MAX_LISTED } };
}

/** `chosen`: values that the query selects. `total`: hits of the counted query. */
export function readCounts(
  field: FacetField,
  chosen: readonly string[],
  aggregations: Readonly<Record<string, estypes.AggregationsAggregate | undefined>>,
  total: number,
): FacetCounts {
  const counted = aggregations[field];
  switch (field) {
    case 'kind':
      return twoValues('op', 'reply', countOf(counted), total);
    case 'deleted':
      return twoValues('yes', 'no', countOf(counted), total);
    case 'year': {
      const { buckets } = (counted ?? NO_BUCKETS) as { buckets: { key_as_string: string; doc_count: number }[] };
      return counts(buckets.map(({ key_as_string: value, doc_count: count }) => ({ value, count })));
    }
    case 'board':
    case 'country':
    case 'capcode':
    case 'file': {
      const terms = (counted ?? NO_BUCKETS) as estypes.AggregationsStringTermsAggregate;
      const buckets = terms.buckets as { key: string; doc_count: number }[];
      const none = field === 'file' ? [{ value: NO_FILE, count: countOf(aggregations[NO_FILE_COUNT]) }] : [];
      const { sum_other_doc_count: unlisted = 0, doc_count_error_upper_bound: error = 0 } = terms;
      const listed = buckets.map(({ key, doc_count: count }) => ({ value: key, count }));
      const values = [...none, ...(field === 'file' ? withOneJpeg(listed, chosen) : listed)];
      return { ...counts(values), unlisted, exact: unlisted === 0 && error === 0 };
    }
  }
}

/** ext:jpeg stands for both spellings, so their counts are added. */
function withOneJpeg(types: readonly ValueCount[], chosen: readonly string[]): readonly ValueCount[] {
  const both = types.filter(({ value }) => value === 'jpeg' || value === 'jpg');
  const isOne = both.length > 1 || (both.length === 1 && chosen.includes('jpeg'));
  if (!isOne) return types;
  const count = both.reduce((sum, type) => sum + type.count, 0);
  return [{ value: 'jpeg', count }, ...types.filter((type) => !both.includes(type))];
}

/** For a search without any index. */
const NO_BUCKETS = { buckets: [] };

function countOf(aggregate: unknown): number {
  return (aggregate as estypes.AggregationsFilterAggregate | undefined)?.doc_count ?? 0;
}

function twoValues(one: string, other: string, count: number, total: number): FacetCounts {
  return counts([
    { value: one, count },
    { value: other, count: total - count },
  ]);
}

function counts(values: readonly ValueCount[]): FacetCounts {
  const listed = values.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  return { values: listed, unlisted: 0, exact: true };
}
