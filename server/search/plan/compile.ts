/**
 * Compiles the tree to an Elasticsearch query. Pure. Only this file and text-query.ts, value-query.ts and thread-query.ts, which
 * compile single leaves, put the reader's text into a query; completion uses them too. The text becomes the text of a match, the value
 * of a `term` clause or the beginning of one, never a query itself: Elasticsearch's query-string syntaxes and regular expressions are
 * not used.
 */
import type { estypes } from '@elastic/elasticsearch';
import { mappingOf, POST_SORT } from '../../../mappings/elasticsearch/post-index.ts';
import type { SearchSort } from '../../../mappings/contract/search.ts';
import { fieldOf } from '../../../mappings/search/fields.ts';
import { sortOf } from '../../../mappings/search/sorts.ts';
import { conjunctsOf } from '../language/build.ts';
import { UTC, type ReadersTime } from '../language/moment.ts';
import { isLeaf, leavesOf, type Leaf, type Node } from '../language/tree.ts';
import type { Zone } from '../language/zone.ts';
import { asWrittenOf, type AsWritten } from './as-written.ts';
import { anyOf, NOTHING, VISIBLE, type QueryContainer } from '../elasticsearch/clauses.ts';
import { WEIGHTS, withBonuses, type RelevanceWeights } from './relevance.ts';
import {
  isLookedUpLeaf,
  isThreadTextLeaf,
  NOTHING_RESOLVED,
  threadTextKey,
  requireResolved,
  type ResolvedConditions,
} from './resolved-conditions.ts';
import { holdsTerm } from '../../../mappings/text-analysis/fold.ts';
import { nearnessQueries, partQuery, textQuery } from './text-query.ts';
import { postsOfThreads, quoteQuery } from './thread-query.ts';
import { exactQuery, hasQuery, isQuery, numberQuery, timeQuery } from './value-query.ts';

export type SearchDirection = 'forward' | 'backward';

export interface SearchOrder {
  readonly sort: SearchSort;
  readonly direction: SearchDirection;
}

export interface CompiledSearch {
  /**
   * The boards that `query` must be sent to (`searchTarget`), since it lacks the `board:` conditions at the top of the tree: sent to
   * other boards, it matches their posts too. null means all boards.
   */
  readonly boards: readonly string[] | null;
  readonly query: QueryContainer;
  readonly order: SearchOrder;
  /** Which of the posts that match `query` are hits; null if all are. */
  readonly asWritten: AsWritten | null;
  /** `order` in the form of Elasticsearch. */
  readonly sort: estypes.SortCombinations[];
}

export interface CompileOptions extends SearchOrder {
  /** Milliseconds since 1970, from which ages such as 7d count. */
  readonly now: number;
  /** The reader's time zone, in which days begin. UTC by default. */
  readonly zone?: Zone;
  /** Required for trees with leaves that need a lookup. */
  readonly resolved?: ResolvedConditions;
  readonly weights?: RelevanceWeights;
  /** True if a searched index has texts of mapping version 5. */
  readonly olderTexts?: boolean;
}

/** `root`: null matches everything. */
export function compile(root: Node | null, options: CompileOptions): CompiledSearch {
  const conjuncts = conjunctsOf(root);
  const compiler = new Compiler(options);
  const clauses = compiler.conjunction(conjuncts.filter((conjunct) => conjunct.kind !== 'board'));
  const { sort, direction, now, weights = WEIGHTS } = options;
  const nearness = sort === 'relevance' ? nearnessQueries(conjuncts, weights) : [];
  const query = {
    bool: {
      ...clauses,
      filter: [VISIBLE, ...(clauses.filter ?? [])],
      ...(nearness.length > 0 && { should: nearness }),
    },
  };
  const asWritten = asWrittenOf(root, isSearchable);
  const ordered = sort === 'relevance' ? withBonuses(query, weights, now) : query;
  return {
    boards: boardsOf(root),
    query: withNames(ordered, sort, asWritten?.conditions.map((condition) => compiler.condition(condition)) ?? []),
    asWritten,
    order: { sort, direction },
    sort: sortClauses({ sort, direction }),
  };
}

/** Hits report which of the conditions they meet (`matched_queries`); the conditions change neither hits nor scores. */
function withNames(
  query: QueryContainer,
  sort: SearchSort,
  conditions: readonly QueryContainer[],
): CompiledSearch['query'] {
  if (conditions.length === 0) return query;
  const should = conditions.map((filter, at) => ({ bool: { filter: [filter], _name: String(at) } }));
  return { bool: { [sort === 'relevance' ? 'must' : 'filter']: [query], should } };
}

/** Every order ends with the time of posting, so that no two hits have the same place. */
export function sortClauses({ sort, direction }: SearchOrder): estypes.SortCombinations[] {
  const order = (sortOf(sort).isOldestFirst === true) === (direction === 'forward') ? 'asc' : 'desc';
  const byTime = POST_SORT.map((field) => ({ [field]: order }));
  const { key } = sortOf(sort);
  if (key === null) return byTime;
  if (key === '_score') return [{ _score: { order } }, ...byTime];
  // Documents of older mappings lack this value and come last.
  return [{ [key]: { order, missing: 0, unmapped_type: mappingOf(key).type as estypes.MappingFieldType } }, ...byTime];
}

/** Boards that every hit is on, from the `board:` conditions at the top of the tree. null: any board. */
export function boardsOf(root: Node | null): readonly string[] | null {
  const leaves = conjunctsOf(root).filter((conjunct) => conjunct.kind === 'board');
  const [first, ...others] = leaves.map((leaf) => leaf.boards.map((board) => board.name));
  return first?.filter((name) => others.every((names) => names.includes(name))) ?? null;
}

/**
 * A comparison with the text as written is not part of a query. `most`: a query that matches at least the posts that meet the condition;
 * `least`: at most those, for a condition below a NOT.
 */
type Bound = 'most' | 'least';

interface Clauses {
  readonly must?: QueryContainer[];
  readonly filter?: QueryContainer[];
  readonly must_not?: QueryContainer[];
}

class Compiler {
  readonly #readersTime: ReadersTime;
  readonly #resolved: ResolvedConditions;
  /** Only sort:relevance scores words. */
  readonly #weights: RelevanceWeights | null;
  readonly #olderTexts: boolean;
  /** The field whose lookup gives the scores. Without scores everything is in filter context. */
  readonly #scoredBy: string | null;

  constructor({
    sort,
    now,
    zone = UTC,
    resolved = NOTHING_RESOLVED,
    weights = WEIGHTS,
    olderTexts = false,
  }: CompileOptions) {
    this.#olderTexts = olderTexts;
    this.#readersTime = { now, zone };
    this.#resolved = resolved;
    this.#weights = sort === 'relevance' ? weights : null;
    this.#scoredBy = sortOf(sort).scoredBy ?? null;
  }

  /** A word without a term in the index (`!!!`) is ignored beside other words of the post. Alone, it matches no post rather than all. */
  conjunction(nodes: readonly Node[], bound: Bound = 'most'): Clauses {
    const searchable = nodes.filter((node) => isSearchable(node));
    const hasTermlessWord = nodes.some((node) => node.kind !== 'not' && !isSearchable(node));
    if (hasTermlessWord && !searchable.some((node) => hasWordOfPost(node))) return { filter: [NOTHING] };
    const negative = searchable
      .filter((node) => node.kind === 'not')
      .map((node) => this.#node(node.child, bound === 'most' ? 'least' : 'most'));
    const positive = searchable.filter((node) => node.kind !== 'not');
    const isScored = (node: Node) =>
      (this.#weights !== null && hasWordOfPost(node)) || [...leavesOf(node)].some((leaf) => this.#isScored(leaf));
    const words = positive.filter((node) => isScored(node)).map((node) => this.#node(node, bound));
    const filters = positive.filter((node) => !isScored(node)).map((node) => this.#node(node, bound));
    return {
      ...(words.length > 0 && { must: words }),
      ...(filters.length > 0 && { filter: filters }),
      ...(negative.length > 0 && { must_not: negative }),
    };
  }

  condition(node: Node): QueryContainer {
    return this.#node(node, 'most');
  }

  #isScored(leaf: Leaf): boolean {
    if (leaf.kind !== 'exact' || !isLookedUpLeaf(leaf)) return false;
    const isRelevant = this.#weights !== null && fieldOf('exact', leaf.field).isScored === true;
    return isRelevant || leaf.field === this.#scoredBy;
  }

  #node(node: Node, bound: Bound): QueryContainer {
    if (isLeaf(node)) return this.#leaf(node, bound);
    switch (node.kind) {
      case 'and':
        return { bool: this.conjunction(node.children, bound) };
      case 'or':
        return anyOf(node.children.filter((child) => isSearchable(child)).map((child) => this.#node(child, bound)));
      case 'not':
        return { bool: this.conjunction([node], bound) };
    }
  }

  #leaf(leaf: Leaf, bound: Bound): QueryContainer {
    switch (leaf.kind) {
      case 'text':
        if (leaf.asWritten === true && bound === 'least') return NOTHING;
        return isThreadTextLeaf(leaf)
          ? postsOfThreads(requireResolved(this.#resolved.threads, threadTextKey(leaf)))
          : textQuery(leaf.field, leaf, this.#weights, this.#olderTexts);
      case 'part':
        return partQuery(leaf);
      case 'board':
        return { terms: { board: leaf.boards.map((board) => board.name) } };
      case 'is':
        return isQuery(leaf);
      case 'has':
        return hasQuery(leaf);
      case 'time':
        return timeQuery(leaf, this.#readersTime);
      case 'exact':
        return exactQuery(leaf, this.#resolved, this.#isScored(leaf));
      case 'number':
        return numberQuery(leaf);
      case 'quote':
        return quoteQuery(leaf, this.#resolved);
    }
  }
}

/** false if no word below the node has a term in the index, as for `!!!`. */
function isSearchable(node: Node): boolean {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.children.some((child) => isSearchable(child));
    case 'not':
      return isSearchable(node.child);
    case 'text':
      return holdsTerm(node.text);
    case 'part':
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

/** Whether the node contains a searchable word of the post itself. Words of the opening post apply equally to all posts of the thread. */
function hasWordOfPost(node: Node): boolean {
  return [...leavesOf(node)].some((leaf) => leaf.kind === 'text' && !isThreadTextLeaf(leaf) && isSearchable(leaf));
}
