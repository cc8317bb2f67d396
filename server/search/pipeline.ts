/**
 * A search from text to answer:
 *
 *     parse    language/  text → tree, with positions for errors and hints
 *     charge   plan/      tree and order → cost, taken from what the caller may spend
 *     plan     plan/      tree → resolved conditions → Elasticsearch query
 *     execute  execute/   query → one page of hits: ids, sort values, highlighted text
 *     hydrate  hydrate/   ids → posts as PostgreSQL has them now; hidden posts drop out here, and the page is filled up
 *     present  present/   posts → JSON with tokens and the positions of highlights
 *
 * Elasticsearch may be late. It counts the hits; rows decide what is shown, so a hidden post never appears; pending hides
 * are subtracted from the total.
 */
import type { SearchAnswer, SearchGroup, SearchHint, SearchSort } from '../../mappings/contract/search.ts';
import type { RequestContext } from '../limits/request-context.ts';
import type { SearchContext } from './context.ts';
import { bindingOf, type Cursor } from './execute/cursor.ts';
import type { SortValues } from './execute/fetch-hits.ts';
import { fillPage } from './execute/fill-page.ts';
import { UTC } from './language/moment.ts';
import type { Hint } from './language/tree.ts';
import type { Zone } from './language/zone.ts';
import { planSearch, readQuery } from './plan/plan.ts';
import { presentHit } from './present/present-hit.ts';

export interface SearchParams {
  readonly q: string;
  /** Overrides `sort:` in q. */
  readonly sort: SearchSort | null;
  /** Overrides `group:` in q. */
  readonly group?: SearchGroup | null;
  /** The reader's time zone, in which days begin. UTC by default. */
  readonly zone?: Zone;
  readonly limit: number;
  readonly cursor: string | null;
}

/** @throws QueryError, CursorError, RefusedError, UnavailableError, BusyError */
export async function search(
  context: SearchContext,
  params: SearchParams,
  request: RequestContext,
): Promise<SearchAnswer> {
  const started = performance.now();
  const { limit, zone = UTC } = params;

  const parsed = await readQuery(context, params, request);
  const query = { ...parsed, group: params.group ?? parsed.group };
  const sort = params.sort ?? query.sort ?? 'new';
  const binding = bindingOf(query, sort, zone);
  const cursor = params.cursor === null ? null : context.cursors.decode(params.cursor, binding);
  const { direction, now } = cursor ?? { direction: 'forward', now: context.clock().getTime() };

  const plan = await planSearch(context, query, { sort, direction, now, zone }, request);
  const page = await fillPage(
    context,
    { search: plan.search, grouped: query.group !== null, after: cursor?.position ?? null, limit },
    request,
  );
  const hits = await request.timings.measure('present', () => page.hits.map(presentHit));

  const cursorAt = (way: Cursor['direction'], position: SortValues) =>
    context.cursors.encode({ direction: way, position, now }, binding);
  const onward = page.nextAfter === null ? null : cursorAt(direction, page.nextAfter);
  const firstPosition = page.hits[0]?.hit.sortValues ?? cursor?.position ?? [];
  const back = cursor === null ? null : cursorAt(direction === 'forward' ? 'backward' : 'forward', firstPosition);
  return {
    hits: direction === 'forward' ? hits : hits.toReversed(),
    total: { value: page.total, relation: plan.resolution.partial ? 'about' : page.relation },
    sort,
    group: query.group,
    next: direction === 'forward' ? onward : back,
    previous: direction === 'forward' ? back : onward,
    took_ms: Math.round((performance.now() - started) * 10) / 10,
    partial: page.partial || plan.resolution.partial,
    ...(parsed.hints.length > 0 && { hints: parsed.hints.map(presentHint) }),
    source: context.records.source,
    degraded: context.records.degraded,
  };
}

function presentHint({ code, message, span, suggestion }: Hint): SearchHint {
  return { code, message, position: { ...span }, suggestion };
}
