/**
 * How the hits of a query are spread over boards, years, file types and so on, each value with the query that results
 * when it is chosen. A field that the query asks for already is counted without that: the alternatives to choose from.
 */
import { FACET_FIELDS, type Facet, type FacetField, type FacetsAnswer } from '../../../mappings/contract/facets.ts';
import { ask, isPartial, totalOf, whereToAsk } from '../execute/send-search.ts';
import type { SearchHouse } from '../context.ts';
import { print } from '../language/print.ts';
import type { Query } from '../language/tree.ts';
import { prepareSearch, type PreparedSearch } from '../plan/plan.ts';
import type { Zone } from '../language/zone.ts';
import { askable } from '../language/printable.ts';
import { chosenOf, toggled, withoutChoice } from './choices.ts';
import { aggregationsOf, readCounts, type FacetCounts } from './aggregations.ts';
import { labelOf } from './labels.ts';

export interface FacetsRequest {
  readonly q: string;
  readonly zone: Zone;
  /** Values shown of each facet. */
  readonly values: number;
  readonly signal: AbortSignal;
}

/** @throws QueryError, UnavailableError */
export async function countFacets(house: SearchHouse, request: FacetsRequest): Promise<FacetsAnswer> {
  const started = performance.now();
  const { q, zone, signal } = request;
  const prepared = await prepareSearch(house, { q, sort: null, zone, signal });
  const { query, now } = prepared;
  const own = FACET_FIELDS.filter((field) => chosenOf(query, field) !== null);
  const free = FACET_FIELDS.filter((field) => !own.includes(field));
  const [main, ...alternatives] = await Promise.all([
    count(house, prepared, free, { ...request, query }),
    ...own.map(async (field) => {
      const wider = await prepareSearch(house, {
        q: print(withoutChoice(query, field)),
        sort: null,
        now,
        zone,
        signal,
      });
      return count(house, wider, [field], { ...request, query });
    }),
  ]);
  const counted = [main, ...alternatives];
  const titles = new Map((await house.boards.all()).map((board) => [board.name, board.title]));
  const facets = FACET_FIELDS.map((field): Facet => {
    const counts = counted.flatMap((part) => part.counts.get(field) ?? []);
    return presentFacet(field, counts[0] ?? NOTHING, { query, shown: request.values, titles });
  });
  return {
    facets,
    total: main.total,
    took_ms: Math.round((performance.now() - started) * 10) / 10,
    partial: counted.some((part) => part.partial),
  };
}

const NOTHING: FacetCounts = { values: [], unlisted: 0, exact: true };

interface Counted {
  readonly counts: ReadonlyMap<FacetField, FacetCounts>;
  readonly total: number;
  readonly partial: boolean;
}

async function count(
  house: SearchHouse,
  { boards, filter, unnamed, resolution }: PreparedSearch,
  fields: readonly FacetField[],
  { query, zone, signal }: FacetsRequest & { readonly query: Query },
): Promise<Counted> {
  // To ask no index by name would be to ask all of them.
  if (boards?.length === 0) return { counts: new Map(), total: 0, partial: false };
  const answer = await ask(
    house,
    {
      ...whereToAsk(house, boards),
      query: filter,
      size: 0,
      track_total_hits: true,
      aggregations: aggregationsOf(fields, zone.name),
    },
    signal,
  );
  const partial = isPartial(answer) || resolution.partial;
  const total = totalOf(answer);
  const counts = fields.map((field) => {
    const read = readCounts(field, chosenOf(query, field) ?? [], answer.aggregations ?? {}, total);
    return [field, { ...read, exact: read.exact && !partial && unnamed === 0 }] as const;
  });
  return { counts: new Map(counts), total, partial };
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
  if (field === 'year') values.sort((a, b) => Number(b.value) - Number(a.value));
  const next = askable(values.map(({ value }) => toggled(query, field, value)));
  return {
    field,
    values: values.map(({ value, count: posts }, place) => ({
      value,
      label: field === 'board' ? (titles.get(value) ?? null) : labelOf(field, value),
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
