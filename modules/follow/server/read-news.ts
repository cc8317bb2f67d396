/** News of the items of a key. */
import { UnavailableError } from '../../../platform/errors.ts';
import type { RequestContext } from '../../../server/limits/request-context.ts';
import { createRequestContext } from '../../../server/limits/request-context.ts';
import { QueryError } from '../../../server/search/language/query-error.ts';
import type { Zone } from '../../../server/search/language/zone.ts';
import { presentHits } from '../../../server/search/present/present-hit.ts';
import { sentHit } from '../../../server/search/present/sent-hit.ts';
import type { FollowItem, FollowNews, ItemNews } from '../contract/follow.ts';
import type { FollowContext } from './context.ts';
import { findNews, type NewsQuestion } from './find-news.ts';
import type { Horizon } from './horizon.ts';

/** Searches of one request at the same time. */
const AT_ONCE = 4;

type ItemAnswer = FollowNews['items'][number];

/** @throws UnavailableError for all items together; an item whose own search fails has a problem instead */
export async function readNews(
  context: FollowContext,
  items: readonly FollowItem[],
  zone: Zone,
  request: RequestContext,
): Promise<FollowNews> {
  const horizon = await context.horizons.current();
  const answers: ItemAnswer[] = Array.from({ length: items.length });
  const waiting = items.entries();
  const work = async () => {
    for (const [place, item] of waiting) answers[place] = await newsOf(context, horizon, item, zone, request);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { items: answers };
}

async function newsOf(
  context: FollowContext,
  horizon: Horizon,
  { id, q, read_rev: after }: FollowItem,
  zone: Zone,
  request: RequestContext,
): Promise<ItemAnswer> {
  const question = { q, zone, after, through: null, below: null, limit: 1 };
  try {
    const { through, total, hits, root } = await findNews(context.search, horizon, question, ofItem(request));
    const [newest] = presentHits(root, hits);
    return { id, through, total, ...(newest !== undefined && { newest: sentHit(newest, false) }), problem: null };
  } catch (error) {
    if (!(error instanceof QueryError) && !(error instanceof UnavailableError)) throw error;
    return { id, through: null, total: null, problem: { code: error.code, detail: error.message } };
  }
}

/** Each item has a time budget and reasons of its own: the search of one must not make that of another partial. */
function ofItem({ payer, signal, costFactor }: RequestContext): RequestContext {
  return createRequestContext({ payer, signal, costFactor });
}

/** @throws QueryError, UnavailableError, errors of `sendSearch` */
export async function readItemNews(
  context: FollowContext,
  question: NewsQuestion,
  hasTokens: boolean,
  request: RequestContext,
): Promise<ItemNews> {
  const horizon = await context.horizons.current();
  const { root, hits, total, through, next } = await findNews(context.search, horizon, question, request);
  return { hits: presentHits(root, hits).map((hit) => sentHit(hit, hasTokens)), total, through, next };
}
