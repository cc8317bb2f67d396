/**
 * Tree → Elasticsearch query: pure, and the only place that makes one. The reader's text becomes the text of a match or the
 * value of a term and never a query by itself; Elasticsearch's own query languages and regular expressions are not used.
 */
import type { estypes } from '@elastic/elasticsearch';
import { POST_SORT } from '../../../mappings/elasticsearch/post-index.ts';
import type { SearchSort } from '../../../mappings/contract/search.ts';
import { inThreads, quoteQuery } from './thread-query.ts';
import { EVERYTHING, NOTHING, VISIBLE, anyOf, type QueryContainer } from './clauses.ts';
import { mixed, neighbours, WEIGHTS, type RelevanceWeights } from './relevance.ts';
import { holdsTerm, textQuery, type OwnTextField, type TextLeaf } from './text-query.ts';
import { timeQuery } from './time-query.ts';
import { exactQuery, hasQuery, isQuery, numberQuery } from './value-query.ts';
import { UTC, type ReadersTime } from '../language/moment.ts';
import { leavesOf, type Leaf, type Node } from '../language/tree.ts';
import type { Zone } from '../language/zone.ts';
import type { ThreadSet } from './find-threads.ts';
import type { Sieve } from './sieve.ts';
import { isOpenerLeaf, looked, NOTHING_RESOLVED, openerKey, type Resolved } from './resolved-conditions.ts';

export type { QueryContainer } from './clauses.ts';

export type HighlightField = 'comment' | 'subject' | 'media_name';
export type SearchDirection = 'forward' | 'backward';

export interface SearchOrder {
  readonly sort: SearchSort;
  readonly direction: SearchDirection;
}

export interface CompiledSearch {
  /** Boards whose aliases hold every possible hit; null means all boards. */
  readonly boards: readonly string[] | null;
  readonly query: QueryContainer;
  readonly order: SearchOrder;
  readonly sort: estypes.SortCombinations[];
  /** Fields that hold words of the query; empty when there is nothing to mark. */
  readonly highlight: readonly HighlightField[];
  /** The query lets too much through, which this takes out again; left out where it is exact. */
  readonly sieve?: Sieve;
}

export interface CompileOptions extends SearchOrder {
  /** Milliseconds since 1970: what ages such as 7d count from. */
  readonly now: number;
  /** Where days begin when the reader says (UTC unless they do). */
  readonly zone?: Zone;
  /** What was looked up for leaves that need it; left out where the tree has none. */
  readonly resolved?: Resolved;
  readonly weights?: RelevanceWeights;
}

/** A condition on threads too many to list holds for all posts, and under a NOT for none: a sieve has to follow. */
export function compile(root: Node | null, options: CompileOptions): CompiledSearch {
  const parts = conjuncts(root);
  const compiler = new Compiler(options);
  const clauses = compiler.conjunction(parts.filter((part) => part.kind !== 'board'));
  const { sort, direction, now, weights = WEIGHTS } = options;
  const near = sort === 'relevance' ? neighbours(parts, weights) : [];
  const query = {
    bool: { ...clauses, filter: [VISIBLE, ...(clauses.filter ?? [])], ...(near.length > 0 && { should: near }) },
  };
  return {
    boards: boardsOf(root),
    query: sort === 'relevance' ? mixed(query, weights, now) : query,
    order: { sort, direction },
    sort: orderOf({ sort, direction }),
    highlight: highlightFields(root),
  };
}

/** The index is sorted by exactly this, newest first: Elasticsearch stops early only where the two are equal. */
export function orderOf({ sort, direction }: SearchOrder): estypes.SortCombinations[] {
  const order = (sort === 'old') === (direction === 'forward') ? 'asc' : 'desc';
  const byTime = POST_SORT.map((field) => ({ [field]: order }));
  return sort === 'relevance' ? [{ _score: { order } }, ...byTime] : byTime;
}

/** Boards that all hits are on: they choose the indices, and need no filter then. null: hits may be on any board. */
export function boardsOf(root: Node | null): readonly string[] | null {
  const leaves = conjuncts(root).filter((part) => part.kind === 'board');
  const [first, ...others] = leaves.map((leaf) => leaf.boards.map((board) => board.name));
  return first?.filter((name) => others.every((names) => names.includes(name))) ?? null;
}

function conjuncts(root: Node | null): readonly Node[] {
  if (root === null) return [];
  return root.kind === 'and' ? root.children : [root];
}

interface Clauses {
  readonly must?: QueryContainer[];
  readonly filter?: QueryContainer[];
  readonly must_not?: QueryContainer[];
}

class Compiler {
  readonly #reader: ReadersTime;
  readonly #resolved: Resolved;
  /** Scores are counted for sort:relevance only; everything else stays in filter context. */
  readonly #weights: RelevanceWeights | null;

  constructor({ sort, now, zone = UTC, resolved = NOTHING_RESOLVED, weights = WEIGHTS }: CompileOptions) {
    this.#reader = { now, zone };
    this.#resolved = resolved;
    this.#weights = sort === 'relevance' ? weights : null;
  }

  /** A word that search cannot see (`!!!`) asks for nothing beside others; alone it finds nothing, rather than everything. */
  conjunction(parts: readonly Node[], sense = true): Clauses {
    const seen = parts.filter((part) => isSearchable(part));
    const isBlind = parts.some((part) => part.kind !== 'not' && !isSearchable(part));
    if (isBlind && !seen.some((part) => holdsWords(part))) return { filter: [NOTHING] };
    const negative = seen.filter((part) => part.kind === 'not').map((part) => this.#node(part.child, !sense));
    const positive = seen.filter((part) => part.kind !== 'not');
    const isScored = (part: Node) => this.#weights !== null && holdsWords(part);
    const words = positive.filter((part) => isScored(part)).map((part) => this.#node(part, sense));
    const filters = positive.filter((part) => !isScored(part)).map((part) => this.#node(part, sense));
    return {
      ...(words.length > 0 && { must: words }),
      ...(filters.length > 0 && { filter: filters }),
      ...(negative.length > 0 && { must_not: negative }),
    };
  }

  /** `sense`: false under a NOT, true under two. */
  #node(node: Node, sense: boolean): QueryContainer {
    switch (node.kind) {
      case 'and':
        return { bool: this.conjunction(node.children, sense) };
      case 'or':
        return anyOf(node.children.filter((child) => isSearchable(child)).map((child) => this.#node(child, sense)));
      case 'not':
        return { bool: this.conjunction([node], sense) };
      case 'text':
      case 'board':
      case 'is':
      case 'has':
      case 'time':
      case 'exact':
      case 'number':
      case 'quote':
        return this.#leaf(node, sense);
    }
  }

  #leaf(leaf: Leaf, sense: boolean): QueryContainer {
    switch (leaf.kind) {
      case 'text':
        return isOpenerLeaf(leaf)
          ? this.#opener(looked(this.#resolved.threads, openerKey(leaf)), sense)
          : textQuery(leaf.field as OwnTextField, leaf, this.#weights);
      case 'board':
        return { terms: { board: leaf.boards.map((board) => board.name) } };
      case 'is':
        return isQuery(leaf);
      case 'has':
        return hasQuery(leaf);
      case 'time':
        return timeQuery(leaf, this.#reader);
      case 'exact':
        return exactQuery(leaf, this.#resolved);
      case 'number':
        return numberQuery(leaf);
      case 'quote':
        return quoteQuery(leaf, this.#resolved);
    }
  }

  #opener(threads: ThreadSet | null, sense: boolean): QueryContainer {
    if (threads !== null) return inThreads(threads);
    return sense ? EVERYTHING : NOTHING;
  }
}

function isSearchable(node: Node): boolean {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.children.some((child) => isSearchable(child));
    case 'not':
      return isSearchable(node.child);
    case 'text':
      return holdsTerm(node.text);
    case 'board':
    case 'is':
    case 'has':
    case 'time':
    case 'exact':
    case 'number':
    case 'quote':
      return true;
  }
}

/** Words of the post itself: those of its thread's opening post fit all of the thread alike. */
function holdsWords(node: Node): boolean {
  return [...leavesOf(node)].some((leaf) => leaf.kind === 'text' && !isOpenerLeaf(leaf) && isSearchable(leaf));
}

const MARKED: Readonly<Record<TextLeaf['field'], readonly HighlightField[]>> = {
  any: ['comment', 'subject'],
  comment: ['comment'],
  subject: ['subject'],
  file: ['media_name'],
  name: [],
  'op.subject': [],
  'op.comment': [],
};

function highlightFields(root: Node | null): readonly HighlightField[] {
  const fields = new Set<HighlightField>();
  const collect = (node: Node) => {
    if (node.kind === 'and' || node.kind === 'or') for (const child of node.children) collect(child);
    else if (node.kind === 'text' && isSearchable(node)) for (const field of MARKED[node.field]) fields.add(field);
    // What must not stand in a post is not there to be marked.
  };
  if (root !== null) collect(root);
  return [...fields].sort();
}
