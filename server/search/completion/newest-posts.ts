/** The newest posts of a query, read from their rows, so that completion shows no text of a hidden post. */
import { UnavailableError } from '../../../platform/errors.ts';
import { chargeQuery } from '../../limits/costs.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import type { SearchContext } from '../context.ts';
import { fetchHitPage } from '../execute/fetch-hits.ts';
import type { HydratedHit } from '../hydrate/read-rows.ts';
import type { Node } from '../language/tree.ts';
import { planSearch } from '../plan/plan.ts';

/** A list that opens during typing is useless after this time. */
const TIMEOUT_MS = 1_000;

export interface NewestPosts {
  readonly posts: readonly HydratedHit[];
  /** No other post matches. */
  readonly isWhole: boolean;
}

/** It costs 1, as any request does, however often a request reads posts. */
const EMPTY = { root: null, sort: null, group: null } as const;

const NONE: NewestPosts = { posts: [], isWhole: true };

/** Empty when a store is unavailable or too slow. @throws RefusedError when the caller has too little left */
export async function newestPosts(
  context: SearchContext,
  root: Node | null,
  size: number,
  request: RequestContext,
): Promise<NewestPosts> {
  const withShortTimeout = { ...context, timeoutMs: Math.min(TIMEOUT_MS, context.timeoutMs) };
  const order = { sort: 'new', direction: 'forward', now: context.clock().getTime() } as const;
  await chargeQuery(EMPTY, '', request);
  try {
    const { search } = await planSearch(withShortTimeout, { root }, order, request);
    const documents = context.records.needsDocuments;
    const page = await fetchHitPage(withShortTimeout, { search, after: null, size, documents, counts: false }, request);
    const { hits, complete } = await context.records.hydrate(page.hits, request);
    return {
      posts: hits,
      isWhole: page.nextAfter === null && !page.partial && complete,
    };
  } catch (error) {
    if (error instanceof UnavailableError) return NONE;
    throw error;
  }
}
