/**
 * Explains a query: its tree, the conditions that are looked up, the first request for hits that is sent to Elasticsearch, and the time
 * of each stage of its first page. Tree and request are shown unchanged, so that a new field needs nothing in this file.
 */
import type { Explanation, UsedLimit } from '../../../mappings/contract/explain.ts';
import {
  DEFAULT_LIMIT,
  MAX_QUERY_LENGTH,
  type SearchGroup,
  type SearchSort,
} from '../../../mappings/contract/search.ts';
import { createRequestContext, type RequestContext } from '../../limits/request-context.ts';
import type { SearchContext } from '../context.ts';
import { fetchingOf } from '../execute/fetch-page.ts';
import { MAX_DEPTH, MAX_VALUES, MAX_PREFIXES } from '../language/limits.ts';
import { print } from '../language/print.ts';
import { isStarred, leavesOf, valueCountOfAll, type Node } from '../language/tree.ts';
import type { Zone } from '../language/zone.ts';
import { search } from '../pipeline.ts';
import { planSearch } from '../plan/plan.ts';
import { readQuery, type ChargedQuery } from '../read-query.ts';

export interface ExplainParams {
  readonly q: string;
  readonly sort: SearchSort | null;
  readonly group: SearchGroup | null;
  readonly zone: Zone;
}

/** @throws QueryError, RefusedError, UnavailableError, and errors of `sendSearch` */
export async function explain(
  context: SearchContext,
  params: ExplainParams,
  request: RequestContext,
): Promise<Explanation> {
  const { q, zone } = params;
  // Separate timings, without those of the second planning below.
  const timed = createRequestContext(request);
  const answer = await search(context, { ...params, limit: DEFAULT_LIMIT, cursor: null }, timed);
  const query = await readQuery(context, params, request);
  const order = { sort: answer.sort, direction: 'forward', now: context.clock().getTime(), zone } as const;
  // Thread sets come from the cache that the search has just filled.
  const { search: compiled, resolution } = await planSearch(context, query, order, request);
  const documents = context.records.needsDocuments;
  const pageRequest = { search: compiled, after: null, size: DEFAULT_LIMIT + 1, documents };
  // Leaves out the index names, which are internal. `sendSearch` lowers `timeout` to the time that is left.
  const { index: _, ...body } = fetchingOf(query.group, compiled).firstBody(context, pageRequest);
  return {
    q,
    canonical: print(query),
    tree: query.root as Explanation['tree'],
    hints: answer.hints ?? [],
    sort: answer.sort,
    group: answer.group,
    tz: zone.name,
    boards: compiled.boards === null ? null : [...compiled.boards],
    conditions: resolution.conditions.map(({ kind, span, count, words }) => ({
      kind,
      span: { ...span },
      count,
      ...(words !== undefined && { words: [...words] }),
    })),
    limits: usedLimits(q, query),
    request: abridged(body) as Explanation['request'],
    total: answer.total,
    partial: answer.partial,
    partial_reasons: answer.partial_reasons,
    source: answer.source,
    degraded: answer.degraded,
    took_ms: answer.took_ms,
    stages: timed.timings.list(),
  };
}

/** `cost` has no maximum of its own: it is taken from what the caller may spend per minute. */
function usedLimits(q: string, query: ChargedQuery): UsedLimit[] {
  const leaves = [...leavesOf(query.root)];
  return [
    { name: 'length', used: q.length, max: MAX_QUERY_LENGTH },
    { name: 'leaves', used: valueCountOfAll(query.root), max: MAX_VALUES },
    { name: 'depth', used: query.root === null ? 0 : parenthesesDepth(query.root), max: MAX_DEPTH },
    { name: 'prefixes', used: leaves.filter((leaf) => isStarred(leaf)).length, max: MAX_PREFIXES },
    { name: 'cost', used: query.cost, max: null },
  ];
}

/** Depth of the parentheses that the canonical text needs. An AND within an OR needs none: it binds more tightly. */
function parenthesesDepth(node: Node): number {
  if (node.kind === 'not')
    return node.child.kind === 'and' || node.child.kind === 'or' ? 1 + parenthesesDepth(node.child) : 0;
  if (node.kind !== 'and' && node.kind !== 'or') return 0;
  return Math.max(...node.children.map((child) => (child.kind === 'or' ? 1 : 0) + parenthesesDepth(child)));
}

/** Number of values shown of each list: conditions on opening posts have up to a million. */
const SHOWN_VALUES = 20;

/** A copy in which long lists are cut and end with the number of their remaining values. */
function abridged(value: unknown): unknown {
  if (Array.isArray(value)) {
    const shown = value.slice(0, SHOWN_VALUES).map((item) => abridged(item));
    return value.length > SHOWN_VALUES ? [...shown, `… and ${value.length - SHOWN_VALUES} more`] : shown;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, abridged(inner)]));
}
