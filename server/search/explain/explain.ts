/** What becomes of a query: how it was read, what Elasticsearch is asked, and where the time of its first page went. */
import type { Explanation } from '../../../mappings/contract/explain.ts';
import { DEFAULT_LIMIT, type SearchGroup, type SearchSort } from '../../../mappings/contract/search.ts';
import type { SearchHouse } from '../context.ts';
import { print } from '../language/print.ts';
import { planSearch, readQuery } from '../plan/plan.ts';
import { search } from '../pipeline.ts';
import { skeletonRequest } from '../execute/fetch-hits.ts';
import { roundedMs, STAGES, withStages } from '../stage-timings.ts';
import type { Zone } from '../language/zone.ts';
import { abridged } from './abridge.ts';
import { usedLimits } from './used-limits.ts';

export interface ExplainQuestion {
  readonly q: string;
  readonly sort: SearchSort | null;
  readonly group: SearchGroup | null;
  readonly zone: Zone;
  readonly signal: AbortSignal;
}

/** @throws QueryError, UnavailableError */
export async function explain(house: SearchHouse, question: ExplainQuestion): Promise<Explanation> {
  const { q, zone, signal } = question;
  const { result: answer, times } = await withStages(async () =>
    search(house, { ...question, limit: DEFAULT_LIMIT, cursor: null }),
  );
  const read = await readQuery(house, q);
  const query = { ...read, sort: question.sort ?? read.sort, group: question.group ?? read.group };
  const order = { sort: answer.sort, direction: 'forward', now: house.clock().getTime(), zone } as const;
  // What the search has looked up a moment ago is remembered.
  const { search: compiled, resolution } = await planSearch(house, query, order, signal);
  // What is concealed would be named in the request; where its indices are is nobody's business.
  const { index: _, ...request } = skeletonRequest(house, { search: compiled, after: null, size: DEFAULT_LIMIT + 1 });
  return {
    q,
    canonical: print(query),
    tree: query.root as Explanation['tree'],
    hints: answer.hints ?? [],
    sort: answer.sort,
    group: answer.group,
    tz: zone.name,
    boards: compiled.boards === null ? null : [...compiled.boards],
    conditions: resolution.conditions.map(({ kind, span, count }) => ({ kind, span: { ...span }, count })),
    limits: [...usedLimits(q, query)],
    request: abridged(request) as Explanation['request'],
    total: answer.total,
    partial: answer.partial,
    source: answer.source,
    degraded: answer.degraded,
    took_ms: answer.took_ms,
    stages: STAGES.flatMap((name) => {
      const ms = times.get(name);
      return ms === undefined ? [] : [{ name, ms: roundedMs(ms) }];
    }),
  };
}
