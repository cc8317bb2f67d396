/**
 * A search from text to answer. The second column names the folder with the code of the step, inside this folder except for charge:
 *
 *     parse    language/  text → tree, with positions for errors and hints
 *     charge   ../limits/ tree and order → cost, taken from what the caller may spend
 *     plan     plan/      tree → results of lookups → Elasticsearch query
 *     execute  execute/   query → one page of hits: keys and sort values
 *     hydrate  hydrate/   hits → posts as PostgreSQL has them now; hidden posts drop out
 *     present  present/   posts → JSON with tokens and the positions of the matches
 *
 * `readQuery` parses and charges, `planSearch` plans, `presentHits` presents. `fillPage` repeats execute and hydrate until the page is
 * full. The index may be older than the rows: Elasticsearch counts the hits, and rows decide what is shown, so a hidden post never
 * appears. Where there are pending hides, the search is repeated without them, so that the total is right too.
 */
import {
  MAX_NUMBERED,
  type SearchAnswer,
  type SearchGroup,
  type SearchHint,
  type SearchSort,
} from '../../mappings/contract/search.ts';
import type { RequestContext } from '../limits/request-context.ts';
import type { SearchContext } from './context.ts';
import { bindingOf, type Cursor } from './execute/cursor.ts';
import type { SortValues } from './elasticsearch/index-hit.ts';
import { fillPage, type FilledPage } from './execute/fill-page.ts';
import { findPageStart } from './execute/page-start.ts';
import { UTC } from './language/moment.ts';
import { partsOf } from './language/parts.ts';
import type { Hint } from './language/tree.ts';
import type { Zone } from './language/zone.ts';
import { planSearch, type SearchPlan } from './plan/plan.ts';
import { readQuery } from './read-query.ts';
import { presentHits } from './present/present-hit.ts';

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
  /** Counted from 1; without a cursor only. */
  readonly page?: number;
  /** false: the positions of matches are not wanted. */
  readonly marks?: boolean;
  /** By default a total that takes long to count is a lower bound. */
  readonly count?: 'within' | 'all' | 'none';
}

/** @throws QueryError, CursorError, RefusedError, UnavailableError, and errors of `sendSearch` */
export async function search(
  context: SearchContext,
  params: SearchParams,
  request: RequestContext,
): Promise<SearchAnswer> {
  const started = performance.now();
  const { limit, zone = UTC, count = 'within', marks = true } = params;

  const query = await readQuery(context, params, request);
  const sort = query.sort ?? 'new';
  const binding = bindingOf(query, sort, zone);
  const cursor = params.cursor === null ? null : context.cursors.decode(params.cursor, binding);
  const {
    direction,
    now,
    passed: before = 0,
  } = cursor ?? { direction: 'forward' as const, now: context.clock().getTime() };

  const plan = await planSearch(context, query, { sort, direction, now, zone }, request);
  const { search: compiled } = plan;
  const number = cursor === null ? (params.page ?? 1) : 1;
  const first =
    (number - 1) * limit >= MAX_NUMBERED
      ? 'end'
      : await findPageStart(context, compiled, query.group, (number - 1) * limit, request);
  const after = cursor?.position ?? (first === 'end' ? null : first);
  const filled = await fillPage(context, { search: compiled, group: query.group, after, limit, count }, request);
  // Behind the last page only the number of hits is returned.
  const page = first === 'end' ? { ...filled, hits: [], nextAfter: null } : filled;
  const { comparing } = page;
  const passed = comparing === undefined ? 0 : before + (number - 1) * limit;
  const hits = await request.timings.measure('present', async () => presentHits(marks ? query.root : null, page.hits));

  // `page.hits` are in the direction of paging. `onward` continues in it, after the last hit; `turned` goes the other way and begins
  // before the first hit: on the page with hits 11 to 20, `onward` begins with 21 and `turned` with 10. A backward page was read from
  // its end, so its `onward` is the previous page.
  const cursorAt = (way: Cursor['direction'], position: SortValues, skipped: number) =>
    context.cursors.encode(
      { direction: way, position, now, ...(comparing !== undefined && { passed: skipped }) },
      binding,
    );
  const onward =
    page.nextAfter === null
      ? null
      : cursorAt(direction, page.nextAfter, Math.max(0, passed + (direction === 'forward' ? 1 : -1) * hits.length));
  const firstPosition = page.hits[0]?.hit.sortValues ?? after ?? [];
  const turned =
    after === null ? null : cursorAt(direction === 'forward' ? 'backward' : 'forward', firstPosition, passed);
  return {
    hits: direction === 'forward' ? hits : hits.toReversed(),
    total: {
      value: totalOf(page, direction, passed),
      relation: relationOf(passed > 0 ? 'gte' : page.relation, plan, request),
    },
    sort,
    group: query.group,
    next: direction === 'forward' ? onward : turned,
    previous: direction === 'forward' ? turned : onward,
    took_ms: Math.round((performance.now() - started) * 10) / 10,
    partial: !request.partial.isEmpty,
    partial_reasons: request.partial.list(),
    ...(query.hints.length > 0 && { hints: query.hints.map(presentHint) }),
    parts: [...partsOf(params.q, query.tokens)],
    ...(comparing !== undefined && { as_written: { compared: comparing.compared, stopped: comparing.isStopped } }),
    source: page.source,
    degraded: context.records.degraded,
  };
}

/** Comparing counts the hits of the page only; those that earlier pages passed are added. */
function totalOf({ total }: FilledPage, direction: Cursor['direction'], passed: number): number {
  return direction === 'forward' ? passed + total : Math.max(passed, total);
}

function relationOf(
  relation: SearchAnswer['total']['relation'],
  { resolution }: Pick<SearchPlan, 'resolution'>,
  { partial }: Pick<RequestContext, 'partial'>,
): SearchAnswer['total']['relation'] {
  if (resolution.partial) return 'about';
  return partial.isEmpty ? relation : 'gte';
}

function presentHint({ code, message, span, suggestion }: Hint): SearchHint {
  return { code, message, position: { ...span }, suggestion };
}
