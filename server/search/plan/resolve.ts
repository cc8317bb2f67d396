/**
 * Resolves the leaves that cannot be compiled from the text alone: the threads whose opening posts match (op.subject:,
 * op.comment:), the posts that a post links to (quoted-by:), the values of fields with a lookup such as the aliases of an identity
 * (identity:), and the boards that a post number without a board may be on (quotes:).
 */
import { UnavailableError } from '../../../platform/errors.ts';
import type { PendingHides } from '../../visibility/pending-hides.ts';
import { PartialReasons } from '../../limits/partial-reasons.ts';
import { isTimeout, withTimeout } from '../../limits/with-timeout.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import type { SearchContext } from '../context.ts';
import { QueryError } from '../language/query-error.ts';
import { leavesOf, type Query, type Span } from '../language/tree.ts';
import { findThreads, withoutHidden, type FoundThreads } from './find-threads.ts';
import { lookupKey, UnknownValueError, type FoundTerms, type LookedUpLeaf } from './lookup.ts';
import { findQuotedPosts } from './quoted-posts.ts';
import {
  boardsOfQuote,
  isLookedUpLeaf,
  isThreadTextLeaf,
  threadTextKey,
  quoteKey,
  type LinkedPost,
  type ResolvedConditions,
  type ThreadSet,
  type ThreadTextLeaf,
} from './resolved-conditions.ts';
import { hasOlderTexts } from './older-texts.ts';
import { threadTextQuery } from './thread-query.ts';

export type ResolveContext = Pick<
  SearchContext,
  | 'elasticsearch'
  | 'indexPrefix'
  | 'timeoutMs'
  | 'queue'
  | 'coverage'
  | 'metrics'
  | 'records'
  | 'boards'
  | 'lookups'
  | 'threadSets'
  | 'maxThreads'
>;

/** The result of a leaf that needed a lookup, for explanations. Other conditions of the query have none. */
export interface ConditionReport {
  readonly kind: 'threads' | 'quoted' | 'identity' | 'lookup';
  readonly span: Span;
  /** Number of threads, posts, aliases or values that the leaf resolved to. */
  readonly count: number;
  /** The words that led to the values. */
  readonly words?: readonly string[];
}

export interface Resolution {
  readonly resolved: ResolvedConditions;
  readonly conditions: readonly ConditionReport[];
  /** A lookup of this query was partial, so threads or quoted posts may be missing: hits may be missing too, or under a `-` too many. */
  readonly partial: boolean;
}

/** Longer than the time-out of one search, since a million threads take about two hundred searches. */
const RESOLVE_TIMEOUT_MS = 12_000;

/**
 * `boards`: those that every hit is on; null for all.
 * @throws QueryError condition_too_wide when more than `maxThreads` threads match a leaf
 * @throws UnavailableError, and errors of `sendSearch`
 */
export async function resolveConditions(
  context: ResolveContext,
  { root }: Pick<Query, 'root'>,
  boards: readonly string[] | null,
  request: RequestContext,
): Promise<Resolution> {
  // A separate collector: other searches of the request may run at the same time and must not add their reasons to this one's.
  const lookup = { ...request, partial: new PartialReasons() };
  const leaves = [...leavesOf(root)];
  const threadTexts = leaves.filter((leaf) => isThreadTextLeaf(leaf));
  const quotes = leaves.filter((leaf) => leaf.kind === 'quote');
  const conditions: ConditionReport[] = [];

  const threads = new Map<string, ThreadSet>();
  const hides: Pick<PendingHides, 'ids'> =
    threadTexts.length === 0 ? { ids: [] } : await context.records.pendingHides(boards);
  // One after the other: a single lookup already takes one reader's share of Elasticsearch.
  for (const leaf of threadTexts) {
    if (threads.has(threadTextKey(leaf))) continue;
    const found = await threadsOf(context, leaf, boards, lookup);
    if (found.threads === null) throw tooManyThreads(leaf, context.maxThreads);
    const visible = withoutHidden(found.threads, hides.ids);
    lookup.partial.addAll(found.partial);
    threads.set(threadTextKey(leaf), visible);
    conditions.push({ kind: 'threads', span: leaf.span, count: [...visible.values()].flat().length });
  }

  const quoted = new Map<string, readonly LinkedPost[]>();
  const needsBoards = quotes.some((leaf) => leaf.board === null);
  const quotableBoards = needsBoards ? (boards ?? (await context.boards.all()).map((board) => board.name)) : null;
  for (const leaf of quotes.filter(({ direction }) => direction === 'quoted-by')) {
    if (quoted.has(quoteKey(leaf))) continue;
    const posts = await findQuotedPosts(context, boardsOfQuote(leaf, quotableBoards), leaf.num, lookup);
    quoted.set(quoteKey(leaf), posts);
    conditions.push({ kind: 'quoted', span: leaf.span, count: posts.length });
  }

  const terms = new Map<string, readonly FoundTerms[]>();
  for (const leaf of leaves.filter((one) => isLookedUpLeaf(one))) {
    const found = await lookUp(context, leaf, lookup);
    for (const [key, some] of found) terms.set(key, some);
    const all = [...found.values()].flat();
    const count = all.reduce((sum, { values }) => sum + values.length, 0);
    const words = [...new Set(all.flatMap((some) => some.words ?? []))];
    const kind = leaf.field === 'identity' ? leaf.field : 'lookup';
    conditions.push({ kind, span: leaf.span, count, ...(words.length > 0 && { words }) });
  }
  request.partial.addAll(lookup.partial.list());
  return {
    resolved: { threads, quoted, terms, boards: quotableBoards },
    conditions,
    partial: !lookup.partial.isEmpty,
  };
}

/** By `lookupKey`. @throws TypeError for a field without a lookup; QueryError for a value that the lookup refuses */
async function lookUp(
  { lookups }: ResolveContext,
  { field, values, span }: LookedUpLeaf,
  request: RequestContext,
): Promise<ReadonlyMap<string, readonly FoundTerms[]>> {
  const lookup = lookups[field];
  if (lookup === undefined) throw new TypeError(`${field}: has neither a field of the index nor a lookup`);
  const found = new Map<string, readonly FoundTerms[]>();
  for (const value of values) {
    try {
      found.set(lookupKey(field, value), await lookup(value, request));
    } catch (error) {
      throw error instanceof UnknownValueError ? new QueryError(error.code, error.message, { span }) : error;
    }
  }
  return found;
}

function tooManyThreads({ field, span }: ThreadTextLeaf, most: number): QueryError {
  const count = `More than ${most.toLocaleString('en')} threads have an opening post that matches this.`;
  return new QueryError('condition_too_wide', `${count} ${howToNarrow(field)}`, { span });
}

/** A date does not help, since new posts may be in old threads. */
function howToNarrow(field: ThreadTextLeaf['field']): string {
  return `Add board:, or another word in ${field}:.`;
}

async function threadsOf(
  context: ResolveContext,
  leaf: ThreadTextLeaf,
  boards: readonly string[] | null,
  request: RequestContext,
): Promise<FoundThreads> {
  const key = JSON.stringify([boards === null ? null : [...boards].sort(), threadTextKey(leaf)]);
  const condition = { boards, query: threadTextQuery(leaf, await hasOlderTexts(context, boards)) };
  const load = async (everyoneLeft: AbortSignal) =>
    withTimeout(RESOLVE_TIMEOUT_MS, everyoneLeft, async (signal) => {
      try {
        return await findThreads(context, condition, context.maxThreads, { ...request, signal, timeBudget: null });
      } catch (error) {
        if (!isTimeout(signal)) throw error;
        const message = `Finding all threads with such an opening post took too long. ${howToNarrow(leaf.field)}`;
        throw new UnavailableError('search', message, { cause: error });
      }
    });
  return context.threadSets.find(key, load, request.signal);
}
