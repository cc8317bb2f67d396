/**
 * A search from text to answer: read the query → ask Elasticsearch for a skeleton → hydrate it from the records, where
 * what is hidden drops out → present. Elasticsearch can be late; it can never show what may not be shown, nor count it.
 */
import type { SearchAnswer, SearchGroup, SearchHint, SearchSort } from '../../mappings/contract/search.ts';
import { bindingOf, type Cursor } from './execute/cursor.ts';
import type { SearchHouse } from './context.ts';
import { UTC } from './language/moment.ts';
import type { Hint } from './language/tree.ts';
import { fillPage, type Page } from './execute/fill-page.ts';
import { planSearch, readQuery } from './plan/plan.ts';
import { presentHit } from './present/present-hit.ts';
import { stage } from './stage-timings.ts';
import type { Zone } from './language/zone.ts';

export type { SearchHouse } from './context.ts';

export interface SearchRequest {
  readonly q: string;
  /** Before what `sort:` in q says. */
  readonly sort: SearchSort | null;
  /** Before what `group:` in q says. */
  readonly group?: SearchGroup | null;
  /** Where days begin; UTC unless said. */
  readonly zone?: Zone;
  readonly limit: number;
  readonly cursor: string | null;
  readonly signal: AbortSignal;
}

/** @throws QueryError, CursorError, UnavailableError */
export async function search(house: SearchHouse, request: SearchRequest): Promise<SearchAnswer> {
  const started = performance.now();
  const read = await stage('parse', async () => readQuery(house, request.q));
  const query = { ...read, group: request.group ?? read.group };
  const sort = request.sort ?? query.sort ?? 'new';
  const { limit, signal, zone = UTC } = request;
  const binding = bindingOf(query, sort, zone);
  const cursor = request.cursor === null ? null : house.cursors.decode(request.cursor, binding);
  const now = cursor?.now ?? house.clock().getTime();
  const direction = cursor?.direction ?? 'forward';

  const order = { sort, direction, now, zone };
  const plan = await stage('resolve', async () => planSearch(house, query, order, signal));
  const { search: compiled, resolution } = plan;
  const after = cursor?.position ?? null;
  const grouped = query.group !== null;
  const page = await fillPage(house, { search: compiled, grouped, after, limit, signal });

  const cursorAt = (way: Cursor['direction'], position: readonly number[]) =>
    house.cursors.encode({ direction: way, position, now }, binding);
  const onward = page.edge === null ? null : cursorAt(direction, page.edge);
  const start = page.hits[0]?.skeleton.position ?? cursor?.position ?? [];
  const back = cursor === null ? null : cursorAt(direction === 'forward' ? 'backward' : 'forward', start);
  const hits = await stage('present', () => page.hits.map(presentHit));
  return {
    hits: direction === 'forward' ? hits : hits.toReversed(),
    total: { value: page.total, relation: RELATIONS[resolution.partial ? 'about' : page.counted] },
    sort,
    group: query.group,
    next: direction === 'forward' ? onward : back,
    previous: direction === 'forward' ? back : onward,
    took_ms: Math.round((performance.now() - started) * 10) / 10,
    partial: page.partial || resolution.partial,
    ...(read.hints.length > 0 && { hints: read.hints.map(presentHint) }),
    source: house.records.source,
    degraded: house.records.degraded,
  };
}

function presentHint({ code, message, span, suggestion }: Hint): SearchHint {
  return { code, message, position: { ...span }, suggestion };
}

const RELATIONS = { exactly: 'eq', 'at least': 'gte', about: 'about' } as const satisfies Record<
  Page['counted'],
  string
>;
