/**
 * Compiles the tree to an Elasticsearch query: pure, and the only place that does. The reader's text becomes the text of a
 * match or the value of a term, never a query by itself: Elasticsearch's query-string syntaxes and regular expressions are
 * not used.
 */
import type { estypes } from '@elastic/elasticsearch';
import { POST_SORT } from '../../../mappings/elasticsearch/post-index.ts';
import type { SearchSort } from '../../../mappings/contract/search.ts';
import { UTC, type ReadersTime } from '../language/moment.ts';
import { leavesOf, type Leaf, type Node } from '../language/tree.ts';
import type { Zone } from '../language/zone.ts';
import { anyOf, NOTHING, VISIBLE, type QueryContainer } from './clauses.ts';
import { WEIGHTS, withBonuses, type RelevanceWeights } from './relevance.ts';
import {
  isThreadTextLeaf,
  NOTHING_RESOLVED,
  threadTextKey,
  requireResolved,
  type ResolvedConditions,
} from './resolved-conditions.ts';
import { holdsTerm, nearnessQueries, textQuery, type OwnTextField, type TextLeaf } from './text-query.ts';
import { postsOfThreads, quoteQuery } from './thread-query.ts';
import { exactQuery, hasQuery, isQuery, numberQuery, timeQuery } from './value-query.ts';

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
  /** Fields in which words of the query are marked. */
  readonly highlight: readonly HighlightField[];
}

export interface CompileOptions extends SearchOrder {
  /** Milliseconds since 1970, from which ages such as 7d count. */
  readonly now: number;
  /** The reader's time zone, in which days begin. UTC by default. */
  readonly zone?: Zone;
  /** Required for trees with leaves that need a lookup. */
  readonly resolved?: ResolvedConditions;
  readonly weights?: RelevanceWeights;
}

/** `root`: null matches everything. */
export function compile(root: Node | null, options: CompileOptions): CompiledSearch {
  const parts = conjuncts(root);
  const compiler = new Compiler(options);
  const clauses = compiler.conjunction(parts.filter((part) => part.kind !== 'board'));
  const { sort, direction, now, weights = WEIGHTS } = options;
  const nearness = sort === 'relevance' ? nearnessQueries(parts, weights) : [];
  const query = {
    bool: {
      ...clauses,
      filter: [VISIBLE, ...(clauses.filter ?? [])],
      ...(nearness.length > 0 && { should: nearness }),
    },
  };
  return {
    boards: boardsOf(root),
    query: sort === 'relevance' ? withBonuses(query, weights, now) : query,
    order: { sort, direction },
    sort: orderOf({ sort, direction }),
    highlight: highlightFields(root),
  };
}

/** Equals the index sort, newest first: only then can Elasticsearch stop early. */
export function orderOf({ sort, direction }: SearchOrder): estypes.SortCombinations[] {
  const order = (sort === 'old') === (direction === 'forward') ? 'asc' : 'desc';
  const byTime = POST_SORT.map((field) => ({ [field]: order }));
  return sort === 'relevance' ? [{ _score: { order } }, ...byTime] : byTime;
}

/** Boards that every hit is on; they select the indices and need no filter. null: any board. */
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
  readonly #resolved: ResolvedConditions;
  /** Only sort:relevance computes scores; otherwise everything is in filter context. */
  readonly #weights: RelevanceWeights | null;

  constructor({ sort, now, zone = UTC, resolved = NOTHING_RESOLVED, weights = WEIGHTS }: CompileOptions) {
    this.#reader = { now, zone };
    this.#resolved = resolved;
    this.#weights = sort === 'relevance' ? weights : null;
  }

  /** A word without a term (`!!!`) is ignored beside other words. Alone it matches nothing, rather than everything. */
  conjunction(parts: readonly Node[]): Clauses {
    const searchable = parts.filter((part) => isSearchable(part));
    const hasTermlessWord = parts.some((part) => part.kind !== 'not' && !isSearchable(part));
    if (hasTermlessWord && !searchable.some((part) => holdsWords(part))) return { filter: [NOTHING] };
    const negative = searchable.filter((part) => part.kind === 'not').map((part) => this.#node(part.child));
    const positive = searchable.filter((part) => part.kind !== 'not');
    const isScored = (part: Node) => this.#weights !== null && holdsWords(part);
    const words = positive.filter((part) => isScored(part)).map((part) => this.#node(part));
    const filters = positive.filter((part) => !isScored(part)).map((part) => this.#node(part));
    return {
      ...(words.length > 0 && { must: words }),
      ...(filters.length > 0 && { filter: filters }),
      ...(negative.length > 0 && { must_not: negative }),
    };
  }

  #node(node: Node): QueryContainer {
    switch (node.kind) {
      case 'and':
        return { bool: this.conjunction(node.children) };
      case 'or':
        return anyOf(node.children.filter((child) => isSearchable(child)).map((child) => this.#node(child)));
      case 'not':
        return { bool: this.conjunction([node]) };
      case 'text':
      case 'board':
      case 'is':
      case 'has':
      case 'time':
      case 'exact':
      case 'number':
      case 'quote':
        return this.#leaf(node);
    }
  }

  #leaf(leaf: Leaf): QueryContainer {
    switch (leaf.kind) {
      case 'text':
        return isThreadTextLeaf(leaf)
          ? postsOfThreads(requireResolved(this.#resolved.threads, threadTextKey(leaf)))
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

/** Words of the post itself. Those of the opening post apply to all posts of the thread alike. */
function holdsWords(node: Node): boolean {
  return [...leavesOf(node)].some((leaf) => leaf.kind === 'text' && !isThreadTextLeaf(leaf) && isSearchable(leaf));
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
    // Below a NOT nothing is marked: hits do not contain those words.
  };
  if (root !== null) collect(root);
  return [...fields].sort();
}
