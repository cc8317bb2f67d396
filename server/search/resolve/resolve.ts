/**
 * Looks up what leaves of a query speak of that is not in the posts themselves: the threads whose opening posts match,
 * the posts that a post links to, the boards that a bare number may be of.
 */
import { UnavailableError } from '../../../platform/errors.ts';
import { documentId } from '../../../mappings/elasticsearch/post-document.ts';
import type { Concealed } from '../concealed.ts';
import { openerQuery } from '../compile/openers.ts';
import type { SearchHouse } from '../house.ts';
import { QueryError } from '../language/query-error.ts';
import { leavesOf, type Query, type Span } from '../language/tree.ts';
import { findThreads, MAX_THREADS, type FoundThreads, type ThreadSet } from './find-threads.ts';
import { quotedPosts, type LinkedPost } from './quoted-posts.ts';
import { isOpenerLeaf, openerKey, quoteKey, type OpenerLeaf, type QuoteLeaf, type Resolved } from './resolved.ts';

/** One condition that was looked up, for whoever explains the search. */
export interface ResolvedCondition {
  readonly kind: 'threads' | 'quoted';
  readonly span: Span;
  /** Threads or posts that the condition stands for. */
  readonly count: number;
  readonly took_ms: number;
}

export interface Resolution {
  readonly resolved: Resolved;
  readonly conditions: readonly ResolvedCondition[];
  /** A set may lack threads: what is found with it may be too little, or under a `-` too much. */
  readonly partial: boolean;
}

/** Past Elasticsearch's own time-out for one request: a million threads take some two hundred. */
const RESOLVE_LIMIT_MS = 12_000;

/** `boards`: those that all hits are on; null for all. @throws QueryError condition_too_wide, UnavailableError */
export async function resolve(
  house: SearchHouse,
  { root }: Pick<Query, 'root'>,
  boards: readonly string[] | null,
  signal: AbortSignal,
): Promise<Resolution> {
  const leaves = [...leavesOf(root)];
  const openers = leaves.filter((leaf) => isOpenerLeaf(leaf));
  const quotes = leaves.filter((leaf) => leaf.kind === 'quote');
  const threads = new Map<string, ThreadSet>();
  const quoted = new Map<string, readonly LinkedPost[]>();
  const conditions: ResolvedCondition[] = [];
  let partial = false;
  const note = (kind: ResolvedCondition['kind'], span: Span, count: number, started: number) =>
    conditions.push({ kind, span, count, took_ms: Math.round((performance.now() - started) * 10) / 10 });

  const concealed = openers.length === 0 ? null : await house.records.concealed(boards);
  // One after the other: each takes as much of Elasticsearch as one reader should.
  for (const leaf of openers) {
    if (threads.has(openerKey(leaf))) continue;
    const started = performance.now();
    const found = await threadsOf(house, leaf, boards, signal);
    partial ||= found.partial;
    const shown = concealed === null ? found.threads : withoutConcealed(found.threads, concealed);
    threads.set(openerKey(leaf), shown);
    note(
      'threads',
      leaf.span,
      [...shown.values()].reduce((sum, nums) => sum + nums.length, 0),
      started,
    );
  }
  const named = quotes.length === 0 ? [] : (boards ?? (await house.boards.all()).map(({ name }) => name));
  for (const leaf of quotes.filter(({ direction }) => direction === 'quoted-by')) {
    if (quoted.has(quoteKey(leaf))) continue;
    const started = performance.now();
    const posts = await quotedPosts(house, boardsOf(leaf, named), leaf.num, signal);
    quoted.set(quoteKey(leaf), posts);
    note('quoted', leaf.span, posts.length, started);
  }
  return { resolved: { threads, quoted, boards: named }, conditions, partial };
}

function boardsOf({ board }: QuoteLeaf, named: readonly string[]): readonly string[] {
  return board === null ? named : [board];
}

async function threadsOf(
  house: SearchHouse,
  leaf: OpenerLeaf,
  boards: readonly string[] | null,
  signal: AbortSignal,
): Promise<FoundThreads> {
  const key = JSON.stringify([boards === null ? null : [...boards].sort(), openerKey(leaf)]);
  const condition = { boards, query: openerQuery(leaf) };
  const narrower = `Name a board with board:, or ask for more words in ${leaf.field}:.`;
  const find = async (gone: AbortSignal) => {
    const limit = AbortSignal.timeout(RESOLVE_LIMIT_MS);
    try {
      return await findThreads({ ...house, hasOwnTime: true }, condition, AbortSignal.any([gone, limit]));
    } catch (error) {
      if (!limit.aborted) throw error;
      const message = `There was no time to find all threads with such an opening post. ${narrower}`;
      throw new UnavailableError('search', message, { cause: error });
    }
  };
  const found = await house.threads.recall(key, find, signal);
  if (found !== null) return found;
  throw new QueryError(
    'condition_too_wide',
    `More than ${MAX_THREADS.toLocaleString('en')} threads have such an opening post. ${narrower}`,
    { span: leaf.span },
  );
}

/** A set is remembered for a while: an opening post that was hidden meanwhile says nothing about its thread any more. */
function withoutConcealed(threads: ThreadSet, { ids }: Concealed): ThreadSet {
  if (ids.length === 0) return threads;
  const hidden = new Set(ids);
  return new Map(
    [...threads].map(([board, nums]) => [
      board,
      nums.filter((num) => !hidden.has(documentId({ board, num, subnum: 0 }))),
    ]),
  );
}
