/**
 * The reach of a query: bounds of the numbers, the times of posting and the boards of all posts that it can match. It may be too wide,
 * never too narrow. It is read from the query that is sent, so it also holds for conditions that were looked up, for choices of facets, and
 * for queries that have no text.
 */
import type { estypes } from '@elastic/elasticsearch';
import { keyOfDocumentId } from '../../../mappings/elasticsearch/post-document.ts';
import { POST_SORT } from '../../../mappings/elasticsearch/post-index.ts';
import type { QueryContainer } from './clauses.ts';

/** Both bounds are included. Nothing is in an interval whose `from` is above its `to`. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

export interface Reach {
  readonly nums: Interval;
  /** Milliseconds since 1970. */
  readonly times: Interval;
  /** null: all boards. */
  readonly boards: ReadonlySet<string> | null;
}

export const ANY: Interval = { from: -Infinity, to: Infinity };
const NONE: Interval = { from: Infinity, to: -Infinity };
const EVERYWHERE: Reach = { nums: ANY, times: ANY, boards: null };
const NOWHERE: Reach = { nums: NONE, times: NONE, boards: new Set() };

const [TIME] = POST_SORT;

/** The reach of the posts that change the answer: of all that match, or only of those after the cursor if nothing is counted. */
export function reachOfRequest(body: estypes.SearchRequest): Reach {
  // Suggesters ignore the query, and scores by `dfs_query_then_fetch` depend on the words of all searched indices.
  if (body.suggest !== undefined || body.search_type === 'dfs_query_then_fetch') return EVERYWHERE;
  const reach = reachOf(body.query ?? {});
  const isHitsOnly = body.track_total_hits === false && body.aggregations === undefined && body.aggs === undefined;
  return isHitsOnly ? all([reach, afterCursor(body)]) : reach;
}

export function meets(one: Interval, other: Interval): boolean {
  return one.from <= other.to && other.from <= one.to && one.from <= one.to && other.from <= other.to;
}

export function isUnbounded({ nums, times, boards }: Reach): boolean {
  return boards === null && [nums, times].every(({ from, to }) => from === -Infinity && to === Infinity);
}

function afterCursor({ sort, search_after: [value] = [] }: estypes.SearchRequest): Reach {
  const first = [sort].flat()[0];
  const order = typeof first === 'object' && TIME in first ? (first as Readonly<Record<string, unknown>>)[TIME] : null;
  if (typeof value !== 'number') return EVERYWHERE;
  if (order === 'desc') return { ...EVERYWHERE, times: { ...ANY, to: value } };
  return order === 'asc' ? { ...EVERYWHERE, times: { ...ANY, from: value } } : EVERYWHERE;
}

type Reader = (body: never) => Reach;

/** Every other kind of query can match posts anywhere. */
const READERS: Readonly<Record<string, Reader>> = {
  bool: reachOfBool,
  constant_score: ({ filter }: { filter: QueryContainer }) => reachOf(filter),
  dis_max: ({ queries }: { queries: readonly QueryContainer[] }) => any(queries.map((query) => reachOf(query))),
  function_score: ({ query = {} }: { query?: QueryContainer }) => reachOf(query),
  match_none: () => NOWHERE,
  term: (body: Readonly<Record<string, unknown>>) => byField(body, (value) => [valueOf(value)]),
  terms: (body: Readonly<Record<string, unknown>>) => byField(body, (value) => (Array.isArray(value) ? value : null)),
  range: reachOfRange,
  ids: ({ values = [] }: { values?: string | readonly string[] }) => any([values].flat().map(reachOfId)),
};

export function reachOf(query: QueryContainer): Reach {
  return all(Object.entries(query).map(([kind, body]) => READERS[kind]?.(body as never) ?? EVERYWHERE));
}

type Clauses = QueryContainer | readonly QueryContainer[];

/** A negation excludes posts, and does not bound what remains. */
function reachOfBool({
  must = [],
  filter = [],
  should = [],
  minimum_should_match: minimum,
}: Readonly<Partial<Record<'must' | 'filter' | 'should', Clauses>>> & {
  readonly minimum_should_match?: unknown;
}): Reach {
  const required = [must, filter].flat().map((clause) => reachOf(clause));
  const optional = [should].flat().map((clause) => reachOf(clause));
  const isOneRequired = minimum === undefined ? required.length === 0 : minimum === 1;
  return all(isOneRequired && optional.length > 0 ? [...required, any(optional)] : required);
}

function byField(
  body: Readonly<Record<string, unknown>>,
  valuesOf: (value: unknown) => readonly unknown[] | null,
): Reach {
  const reach = ([field, value]: readonly [string, unknown]): Reach => {
    const values = field === 'num' || field === 'board' ? valuesOf(value) : null;
    if (values === null) return EVERYWHERE;
    if (field === 'board') return { ...EVERYWHERE, boards: new Set(values.map(String)) };
    return { ...EVERYWHERE, nums: hull(values.map(Number).map((num) => ({ from: num, to: num }))) };
  };
  return all(Object.entries(body).map(reach));
}

function valueOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
}

/** The form of `Date.toISOString`. Elasticsearch reads shorter ones differently for each bound. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const BOUNDS: ReadonlySet<string> = new Set(['gt', 'gte', 'lt', 'lte', 'boost']);

type Bounds = Readonly<Record<string, unknown>>;

function reachOfRange(body: Readonly<Record<string, Bounds>>): Reach {
  return all(Object.entries(body).map(([field, bounds]) => reachOfBounds(field, bounds)));
}

function reachOfBounds(field: string, bounds: Bounds): Reach {
  // Other properties, such as a time zone, change what the bounds mean.
  if (Object.keys(bounds).some((bound) => !BOUNDS.has(bound))) return EVERYWHERE;
  const from = Math.max(boundOf(field, bounds['gt'], -Infinity), boundOf(field, bounds['gte'], -Infinity));
  const to = Math.min(boundOf(field, bounds['lt'], Infinity), boundOf(field, bounds['lte'], Infinity));
  if (field === 'num') return { ...EVERYWHERE, nums: { from, to } };
  return field === TIME ? { ...EVERYWHERE, times: { from, to } } : EVERYWHERE;
}

function boundOf(field: string, bound: unknown, open: number): number {
  if (field === 'num' && typeof bound === 'number' && !Number.isNaN(bound)) return bound;
  return field === TIME && typeof bound === 'string' && INSTANT.test(bound) ? Date.parse(bound) : open;
}

function reachOfId(id: string): Reach {
  const { board, num } = keyOfDocumentId(id);
  return { ...EVERYWHERE, boards: new Set([board]), nums: hull([{ from: num, to: num }]) };
}

/** The posts that are in each of these reaches. */
function all(reaches: readonly Reach[]): Reach {
  return {
    nums: shared(reaches.map(({ nums }) => nums)),
    times: shared(reaches.map(({ times }) => times)),
    boards: reaches.reduce<Reach['boards']>(
      (one, { boards }) => (one === null ? boards : intersection(one, boards)),
      null,
    ),
  };
}

function shared(intervals: readonly Interval[]): Interval {
  return intervals.reduce(
    (one, other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }),
    ANY,
  );
}

function intersection(one: ReadonlySet<string>, other: Reach['boards']): ReadonlySet<string> {
  return other === null ? one : new Set([...one].filter((board) => other.has(board)));
}

/** The posts that are in any of these reaches, and those between them. */
function any(reaches: readonly Reach[]): Reach {
  const named = reaches.map(({ boards }) => boards);
  return {
    nums: hull(reaches.map(({ nums }) => nums)),
    times: hull(reaches.map(({ times }) => times)),
    boards: named.includes(null) ? null : new Set(named.flatMap((boards) => [...(boards ?? [])])),
  };
}

/** A value that is no number makes it unbounded. */
function hull(intervals: readonly Interval[]): Interval {
  const wide = intervals.reduce(
    (one, other) => ({ from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) }),
    NONE,
  );
  return Number.isNaN(wide.from) || Number.isNaN(wide.to) ? ANY : wide;
}
