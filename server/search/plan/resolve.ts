/**
 * Looks up what leaves of a query speak of that is not in the posts themselves: the threads whose opening posts match,
 * the posts that a post links to, the names that somebody writes under, the boards that a bare number may be of.
 */
import { UnavailableError } from '../../../platform/errors.ts';
import { NONE_CONCEALED, type Concealed } from '../../visibility/pending-hides.ts';
import { openerQuery } from './thread-query.ts';
import type { SearchHouse } from '../context.ts';
import type { IdentityAlias } from '../../../mappings/contract/identity.ts';
import { identityNamed } from '../../identities/directory.ts';
import { isTimeout, withTimeout } from '../../limits/with-timeout.ts';
import { leavesOf, type Query, type Span } from '../language/tree.ts';
import { isIdentityLeaf, type IdentityLeaf } from '../language/unknown-identities.ts';
import { findThreads, withoutConcealed, type FoundThreads, type ThreadSet } from './find-threads.ts';
import { quotedPosts, type LinkedPost } from './quoted-posts.ts';
import {
  isOpenerLeaf,
  openerKey,
  quoteKey,
  type OpenerLeaf,
  type QuoteLeaf,
  type Resolved,
} from './resolved-conditions.ts';

/** One condition that was looked up, for whoever explains the search. */
export interface ResolvedCondition {
  readonly kind: 'threads' | 'quoted' | 'identity';
  readonly span: Span;
  /** Threads, posts or aliases that the condition stands for. */
  readonly count: number;
  readonly took_ms: number;
}

export interface Resolution {
  readonly resolved: Resolved;
  /** Conditions on threads that are too many to list: a sieve asks them of those that are met. */
  readonly wide: readonly OpenerLeaf[];
  /** As it was when the threads were looked up. */
  readonly concealed: Concealed;
  readonly conditions: readonly ResolvedCondition[];
  /** A set may lack threads: what is found with it may be too little, or under a `-` too much. */
  readonly partial: boolean;
}

/** Past Elasticsearch's own time-out for one request: a million threads take some two hundred. */
const RESOLVE_LIMIT_MS = 12_000;

/** `boards`: those that all hits are on; null for all. @throws UnavailableError */
export async function resolve(
  house: SearchHouse,
  { root }: Pick<Query, 'root'>,
  boards: readonly string[] | null,
  signal: AbortSignal,
): Promise<Resolution> {
  const leaves = [...leavesOf(root)];
  const openers = leaves.filter((leaf) => isOpenerLeaf(leaf));
  const quotes = leaves.filter((leaf) => leaf.kind === 'quote');
  const threads = new Map<string, ThreadSet | null>();
  const wide: OpenerLeaf[] = [];
  const quoted = new Map<string, readonly LinkedPost[]>();
  const conditions: ResolvedCondition[] = [];
  let partial = false;
  const note: Note = (kind, span, count, started) =>
    conditions.push({ kind, span, count, took_ms: Math.round((performance.now() - started) * 10) / 10 });

  const concealed = openers.length === 0 ? NONE_CONCEALED : await house.records.concealed(boards);
  // One after the other: each takes as much of Elasticsearch as one reader should.
  for (const leaf of openers) {
    if (threads.has(openerKey(leaf))) continue;
    const started = performance.now();
    const found = await threadsOf(house, leaf, boards, signal);
    partial ||= found.partial;
    const shown = found.threads === null ? null : withoutConcealed(found.threads, concealed);
    if (shown === null) wide.push(leaf);
    threads.set(openerKey(leaf), shown);
    note('threads', leaf.span, shown === null ? found.count : sizeOf(shown), started);
  }
  const named = quotes.length === 0 ? [] : (boards ?? (await house.boards.all()).map(({ name }) => name));
  for (const leaf of quotes.filter(({ direction }) => direction === 'quoted-by')) {
    if (quoted.has(quoteKey(leaf))) continue;
    const started = performance.now();
    const posts = await quotedPosts(house, boardsOf(leaf, named), leaf.num, signal);
    quoted.set(quoteKey(leaf), posts);
    note('quoted', leaf.span, posts.length, started);
  }
  const identities = await aliasesOf(
    house,
    leaves.filter((leaf) => isIdentityLeaf(leaf)),
    note,
  );
  return { resolved: { threads, quoted, identities, boards: named }, wide, concealed, conditions, partial };
}

type Note = (kind: ResolvedCondition['kind'], span: Span, count: number, started: number) => void;

/** By the names in the query. Whose identity is removed just now has none any more. */
async function aliasesOf(
  { identities }: SearchHouse,
  leaves: readonly IdentityLeaf[],
  note: Note,
): Promise<Resolved['identities']> {
  const found = new Map<string, readonly IdentityAlias[]>();
  for (const { values, span } of leaves) {
    const started = performance.now();
    const known = await identities.all();
    for (const name of values) found.set(name, identityNamed(known, name)?.aliases ?? []);
    const count = values.reduce((sum, name) => sum + (found.get(name)?.length ?? 0), 0);
    note('identity', span, count, started);
  }
  return found;
}

function sizeOf(threads: ThreadSet): number {
  return [...threads.values()].reduce((sum, nums) => sum + nums.length, 0);
}

function boardsOf({ board }: QuoteLeaf, named: readonly string[]): readonly string[] {
  return board === null ? named : [board];
}

/** What a reader can do where there are too many threads. */
export function narrower({ field }: OpenerLeaf): string {
  return `Name a board with board:, or ask for more words in ${field}:.`;
}

async function threadsOf(
  house: SearchHouse,
  leaf: OpenerLeaf,
  boards: readonly string[] | null,
  signal: AbortSignal,
): Promise<FoundThreads> {
  const key = JSON.stringify([boards === null ? null : [...boards].sort(), openerKey(leaf)]);
  const condition = { boards, query: openerQuery(leaf) };
  const engine = { ...house, hasOwnTime: true };
  const find = async (gone: AbortSignal) =>
    withTimeout(RESOLVE_LIMIT_MS, gone, async (limited) => {
      try {
        return await findThreads(engine, condition, house.listedThreads, limited);
      } catch (error) {
        if (!isTimeout(limited)) throw error;
        const message = `There was no time to find all threads with such an opening post. ${narrower(leaf)}`;
        throw new UnavailableError('search', message, { cause: error });
      }
    });
  return house.threads.recall(key, find, signal);
}
