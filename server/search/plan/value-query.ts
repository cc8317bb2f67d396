/** Queries for fields that hold values: equal to, between, present. */
import { mappingOf } from '../../../mappings/elasticsearch/post-index.ts';
import { fieldOf, HAS_KINDS, IS_KINDS } from '../../../mappings/search/fields.ts';
import { resolveMoment, type ReadersTime } from '../language/moment.ts';
import type { Leaf } from '../language/tree.ts';
import { anyOf, NOTHING, type QueryContainer } from '../elasticsearch/clauses.ts';
import { lookupKey, type FoundTerms } from './lookup.ts';
import { requireResolved, type ResolvedConditions } from './resolved-conditions.ts';

type LeafOf<K extends Leaf['kind']> = Extract<Leaf, { kind: K }>;

/** `isScored`: posts have the scores that the lookup gave. */
export function exactQuery(
  { field, values }: LeafOf<'exact'>,
  resolved: ResolvedConditions,
  isScored = false,
): QueryContainer {
  const { index } = fieldOf('exact', field);
  if (index !== null) return { terms: { [index]: [...values] } };
  const found = values.flatMap((value) => requireResolved(resolved.terms, lookupKey(field, value)));
  if (isScored) return scoredQuery(found);
  const byField = Map.groupBy(found, (terms) => terms.index);
  return anyOf([...byField].map(([name, some]) => ({ terms: { [name]: some.flatMap((terms) => terms.values) } })));
}

function scoredQuery(found: readonly FoundTerms[]): QueryContainer {
  const scored = found.map(({ index, values, score = 1 }) => ({
    constant_score: { filter: { terms: { [index]: [...values] } }, boost: score },
  }));
  return scored.length === 0 ? NOTHING : { dis_max: { queries: scored } };
}

/** Elasticsearch refuses a bound above the largest number of the field's type. */
const LARGEST: Readonly<Record<string, number>> = { integer: 2 ** 31 - 1, long: Number.MAX_SAFE_INTEGER };

export function numberQuery({ field, min, max }: LeafOf<'number'>): QueryContainer {
  const { index: name } = fieldOf('number', field);
  const largest = LARGEST[mappingOf(name).type] ?? 0;
  const gte = min === null ? null : Math.max(Math.ceil(min), -largest);
  const lte = max === null ? null : Math.min(Math.floor(max), largest);
  if ((gte !== null && gte > largest) || (lte !== null && lte < -largest)) return NOTHING;
  if (gte !== null && lte !== null && gte > lte) return NOTHING;
  if (gte !== null && gte === lte) return { term: { [name]: gte } };
  return { range: { [name]: { ...(gte !== null && { gte }), ...(lte !== null && { lte }) } } };
}

/** Bounds are strings: Elasticsearch may silently read a number in another unit on a date field. */
export function timeQuery({ edge: name, moment }: LeafOf<'time'>, reader: ReadersTime): QueryContainer {
  const { start, end } = resolveMoment(moment, reader);
  const [from, to] = [new Date(start).toISOString(), new Date(end).toISOString()];
  const { index, edge } = fieldOf('time', name);
  switch (edge) {
    case 'from':
      return { range: { [index]: { gte: from } } };
    case 'until':
      return { range: { [index]: { lt: from } } };
    case 'within':
      return start < end ? { range: { [index]: { gte: from, lt: to } } } : NOTHING;
  }
}

export function isQuery({ value }: Pick<LeafOf<'is'>, 'value'>): QueryContainer {
  return IS_KINDS[value].query;
}

export function hasQuery({ value }: Pick<LeafOf<'has'>, 'value'>): QueryContainer {
  return HAS_KINDS[value].query;
}
