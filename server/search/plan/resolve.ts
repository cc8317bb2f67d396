/**
 * Resolves the leaves that cannot be compiled from the text alone: the threads whose opening posts match (op.subject:,
 * op.comment:), the posts that a post links to (quoted-by:), the aliases of an identity (identity:), and the boards that a
 * post number without a board may be on (quotes:).
 */
import { UnavailableError } from '../../../platform/errors.ts';
import type { PendingHides } from '../../visibility/pending-hides.ts';
import { identityNamed } from '../../identities/directory.ts';
import { isTimeout, withTimeout } from '../../limits/with-timeout.ts';
import type { SearchCall } from '../execute/send-search.ts';
import type { SearchContext } from '../context.ts';
import { QueryError } from '../language/query-error.ts';
import { leavesOf, type Query, type Span } from '../language/tree.ts';
import { isIdentityLeaf } from '../language/unknown-names.ts';
import { findThreads, withoutHidden, type FoundThreads } from './find-threads.ts';
import { findQuotedPosts } from './quoted-posts.ts';
import {
  isThreadTextLeaf,
  threadTextKey,
  quoteKey,
  type ThreadTextLeaf,
  type ResolvedConditions,
} from './resolved-conditions.ts';
import { threadTextQuery } from './thread-query.ts';

export type ResolveContext = Pick<
  SearchContext,
  | 'elasticsearch'
  | 'indexPrefix'
  | 'timeoutMs'
  | 'queue'
  | 'records'
  | 'boards'
  | 'identities'
  | 'threadSets'
  | 'maxThreads'
>;

/** A resolved leaf, for explanations. */
export interface ConditionReport {
  readonly kind: 'threads' | 'quoted' | 'identity';
  readonly span: Span;
  /** Threads, posts or aliases that the leaf stands for. */
  readonly count: number;
}

export interface Resolution {
  readonly resolved: ResolvedConditions;
  readonly conditions: readonly ConditionReport[];
  /** Threads may be missing: hits may be missing too, or under a `-` too many. */
  readonly partial: boolean;
}

/** Longer than the time-out of one search, since a million threads take about two hundred searches. */
const RESOLVE_TIMEOUT_MS = 12_000;

/**
 * `boards`: those that every hit is on; null for all.
 * @throws QueryError condition_too_wide when more than `maxThreads` threads match a leaf
 * @throws UnavailableError, BusyError
 */
export async function resolveConditions(
  context: ResolveContext,
  { root }: Pick<Query, 'root'>,
  boards: readonly string[] | null,
  call: SearchCall,
): Promise<Resolution> {
  const leaves = [...leavesOf(root)];
  const threadTexts = leaves.filter((leaf) => isThreadTextLeaf(leaf));
  const quotes = leaves.filter((leaf) => leaf.kind === 'quote');
  const people = leaves.filter((leaf) => isIdentityLeaf(leaf));
  const conditions: ConditionReport[] = [];
  let partial = false;

  const threads = new Map<string, NonNullable<FoundThreads['threads']>>();
  const hides: Pick<PendingHides, 'ids'> =
    threadTexts.length === 0 ? { ids: [] } : await context.records.pendingHides(boards);
  // One after the other: a single lookup already uses as much of Elasticsearch as one reader should.
  for (const leaf of threadTexts) {
    if (threads.has(threadTextKey(leaf))) continue;
    const found = await threadsOf(context, leaf, boards, call);
    if (found.threads === null) throw tooManyThreads(leaf, context.maxThreads);
    const visible = withoutHidden(found.threads, hides.ids);
    partial ||= found.partial;
    threads.set(threadTextKey(leaf), visible);
    conditions.push({ kind: 'threads', span: leaf.span, count: [...visible.values()].flat().length });
  }

  const quoted = new Map<string, ResolvedPosts>();
  const quotableBoards = quotes.length === 0 ? [] : (boards ?? (await context.boards.all()).map((board) => board.name));
  for (const leaf of quotes.filter(({ direction }) => direction === 'quoted-by')) {
    if (quoted.has(quoteKey(leaf))) continue;
    const onBoards = leaf.board === null ? quotableBoards : [leaf.board];
    const posts = await findQuotedPosts(context, onBoards, leaf.num, call);
    quoted.set(quoteKey(leaf), posts);
    conditions.push({ kind: 'quoted', span: leaf.span, count: posts.length });
  }

  const identities = new Map<string, ResolvedAliases>();
  const known = people.length === 0 ? [] : await context.identities.all();
  for (const { values, span } of people) {
    // An identity that was removed since the query was read has no alias.
    for (const name of values) identities.set(name, identityNamed(known, name)?.aliases ?? []);
    const count = values.reduce((sum, name) => sum + (identities.get(name)?.length ?? 0), 0);
    conditions.push({ kind: 'identity', span, count });
  }
  return { resolved: { threads, quoted, identities, boards: quotableBoards }, conditions, partial };
}

type MapValue<M> = M extends ReadonlyMap<string, infer V> ? V : never;
type ResolvedPosts = MapValue<ResolvedConditions['quoted']>;
type ResolvedAliases = MapValue<ResolvedConditions['identities']>;

function tooManyThreads({ field, span }: ThreadTextLeaf, most: number): QueryError {
  const count = `More than ${most.toLocaleString('en')} threads have an opening post that matches this.`;
  return new QueryError('condition_too_wide', `${count} ${howToNarrow(field)}`, { span });
}

/** A date does not help: new posts may be in old threads. */
function howToNarrow(field: ThreadTextLeaf['field']): string {
  return `Add board:, or another word in ${field}:.`;
}

async function threadsOf(
  context: ResolveContext,
  leaf: ThreadTextLeaf,
  boards: readonly string[] | null,
  call: SearchCall,
): Promise<FoundThreads> {
  const key = JSON.stringify([boards === null ? null : [...boards].sort(), threadTextKey(leaf)]);
  const condition = { boards, query: threadTextQuery(leaf) };
  const load = async (everyoneLeft: AbortSignal) =>
    withTimeout(RESOLVE_TIMEOUT_MS, everyoneLeft, async (signal) => {
      try {
        return await findThreads(context, condition, context.maxThreads, { ...call, signal, timeBudget: null });
      } catch (error) {
        if (!isTimeout(signal)) throw error;
        const message = `Finding all threads with such an opening post took too long. ${howToNarrow(leaf.field)}`;
        throw new UnavailableError('search', message, { cause: error });
      }
    });
  return context.threadSets.find(key, load, call.signal);
}
