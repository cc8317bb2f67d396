/**
 * All facets. This file declares those of boards, years and file types. Exact fields declare theirs with `facet` in mappings/search/fields/;
 * mappings/search/facets.ts declares those of values of `is:` and `has:`.
 */
import { FACET_FIELDS, type FacetField } from '../../../mappings/contract/facets.ts';
import { KIND_FACETS } from '../../../mappings/search/facets.ts';
import { boards, time } from '../language/build.ts';
import { parseMoment, type Moment } from '../language/moment.ts';
import {
  byValue,
  countsByValue,
  exactFacet,
  kindFacet,
  sortedCounts,
  type FacetDeclaration,
  type ValueCount,
} from './facet.ts';

/** Selected by `board:`. Labels are the titles of the boards, which facets.ts reads. */
const board: FacetDeclaration = {
  many: true,
  read: (node) => (node.kind === 'board' ? node.boards.map(({ name }) => name) : null),
  write: (values) => [boards(values)],
  aggregations: () => ({ values: byValue('board') }),
  count: ({ values }) => countsByValue(values),
};

/** Selected by `during:`. */
const year: FacetDeclaration = {
  many: true,
  read: (node) => (node.kind === 'time' && node.edge === 'during' && isYear(node.moment) ? [node.moment.text] : null),
  write: (values) =>
    values.flatMap((written) => {
      const moment = parseMoment(written);
      return moment === null ? [] : [time('during', moment)];
    }),
  aggregations: (zone) => ({
    years: {
      date_histogram: {
        field: 'time_posted',
        calendar_interval: 'year',
        time_zone: zone,
        format: 'yyyy',
        min_doc_count: 1,
      },
    },
  }),
  count: ({ years }) => {
    const { buckets } = (years ?? { buckets: [] }) as { buckets: { key_as_string: string; doc_count: number }[] };
    return sortedCounts(buckets.map(({ key_as_string: value, doc_count: count }) => ({ value, count })));
  },
  compare: (one, other) => Number(other) - Number(one),
};

function isYear(moment: Moment): boolean {
  return moment.kind === 'absolute' && moment.parts.length === 1;
}

/** ext:jpeg matches both spellings, so that they are one value. */
const JPEG = ['jpeg', 'jpg'];
const ext = exactFacet('ext');

/** The type of the file. Selected by `ext:`. */
const file: FacetDeclaration = {
  ...ext,
  read: (node) => {
    const types = ext.read(node);
    return types?.includes('jpeg') === true ? types.filter((type) => type !== 'jpg') : types;
  },
  write: (types) =>
    ext.write(types.includes('jpeg') ? [...JPEG, ...types.filter((type) => !JPEG.includes(type))] : types),
  count: (aggregates, chosen, total) => {
    const types = ext.count(aggregates, chosen, total);
    return { ...types, values: sortedCounts(withOneJpeg(types.values, chosen)).values };
  },
};

function withOneJpeg(types: readonly ValueCount[], chosen: readonly string[]): readonly ValueCount[] {
  const both = types.filter(({ value }) => JPEG.includes(value));
  const isOne = both.length > 1 || (both.length === 1 && chosen.includes('jpeg'));
  if (!isOne) return types;
  const count = both.reduce((sum, type) => sum + type.count, 0);
  return [{ value: 'jpeg', count }, ...types.filter((type) => !both.includes(type))];
}

const SPECIAL = { board, year, file } as const;

export const FACETS = Object.fromEntries(FACET_FIELDS.map((name) => [name, facetNamed(name)])) as Readonly<
  Record<FacetField, FacetDeclaration>
>;

function facetNamed(name: FacetField): FacetDeclaration {
  if (isOf(SPECIAL, name)) return SPECIAL[name];
  return isOf(KIND_FACETS, name) ? kindFacet(KIND_FACETS[name]) : exactFacet(name);
}

function isOf<T extends object>(table: T, name: string): name is Extract<keyof T, string> {
  return Object.hasOwn(table, name);
}
