/**
 * Tree → Elasticsearch query: pure, and the only place that makes one. The reader's text becomes the text of match_phrase
 * and multi_match and never a query by itself; Elasticsearch's own query languages and regular expressions are not used.
 */
import type { estypes } from '@elastic/elasticsearch';
import { phraseAnalyzer, POST_SORT } from '../../mappings/elasticsearch/post-index.ts';
import type { SearchSort } from '../contract/search.ts';
import { resolveMoment } from './language/moment.ts';
import { leavesOf, type Leaf, type Node, type TextField } from './language/tree.ts';

export type QueryContainer = NonNullable<estypes.QueryDslQueryContainer>;

export type HighlightField = 'comment' | 'subject';
export type SearchDirection = 'forward' | 'backward';

export interface CompiledSearch {
  /** Boards whose aliases hold every possible hit; null means all boards. */
  readonly boards: readonly string[] | null;
  readonly query: QueryContainer;
  readonly sort: estypes.SortCombinations[];
  /** Fields that hold words of the query; empty when there is nothing to mark. */
  readonly highlight: readonly HighlightField[];
}

export interface CompileOptions {
  readonly sort: SearchSort;
  readonly direction: SearchDirection;
  /** Milliseconds since 1970: what ages such as 7d count from. */
  readonly now: number;
}

const VISIBLE: QueryContainer = { term: { state: 'visible' } };
const NOTHING: QueryContainer = { match_none: {} };

export function compile(root: Node | null, options: CompileOptions): CompiledSearch {
  const parts = conjuncts(root);
  const compiler = new Compiler(options);
  // Boards that all hits are on choose the indices, and need no filter then.
  const boardLeaves = parts.filter((part) => part.kind === 'board');
  const clauses = compiler.conjunction(parts.filter((part) => part.kind !== 'board'));
  return {
    boards: commonBoards(boardLeaves),
    query: { bool: { ...clauses, filter: [VISIBLE, ...(clauses.filter ?? [])] } },
    sort: sortOf(options),
    highlight: highlightFields(root),
  };
}

/** The index is sorted by exactly this, newest first: Elasticsearch stops early only where the two are equal. */
function sortOf({ sort, direction }: CompileOptions): estypes.SortCombinations[] {
  const order = (sort === 'old') === (direction === 'forward') ? 'asc' : 'desc';
  const byTime = POST_SORT.map((field) => ({ [field]: order }));
  return sort === 'relevance' ? [{ _score: { order } }, ...byTime] : byTime;
}

function conjuncts(root: Node | null): readonly Node[] {
  if (root === null) return [];
  return root.kind === 'and' ? root.children : [root];
}

function commonBoards(leaves: readonly Extract<Leaf, { kind: 'board' }>[]): readonly string[] | null {
  const [first, ...others] = leaves.map((leaf) => leaf.boards.map((board) => board.name));
  return first?.filter((name) => others.every((names) => names.includes(name))) ?? null;
}

interface Clauses {
  readonly must?: QueryContainer[];
  readonly filter?: QueryContainer[];
  readonly must_not?: QueryContainer[];
}

class Compiler {
  readonly #now: number;
  /** Scores are counted for sort:relevance only; everything else stays in filter context. */
  readonly #scored: boolean;

  constructor(options: CompileOptions) {
    this.#now = options.now;
    this.#scored = options.sort === 'relevance';
  }

  /** A word that search cannot see (`!!!`) asks for nothing beside others; alone it finds nothing, rather than everything. */
  conjunction(parts: readonly Node[]): Clauses {
    const seen = parts.filter((part) => isSearchable(part));
    const isBlind = parts.some((part) => part.kind !== 'not' && !isSearchable(part));
    if (isBlind && !seen.some((part) => holdsWords(part))) return { filter: [NOTHING] };
    const negative = seen.filter((part) => part.kind === 'not').map((part) => this.#node(part.child));
    const positive = seen.filter((part) => part.kind !== 'not');
    const words = positive.filter((part) => this.#scored && holdsWords(part)).map((part) => this.#node(part));
    const filters = positive.filter((part) => !this.#scored || !holdsWords(part)).map((part) => this.#node(part));
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
      case 'or': {
        const should = node.children.filter((child) => isSearchable(child)).map((child) => this.#node(child));
        return should.length === 0 ? NOTHING : { bool: { should, minimum_should_match: 1 } };
      }
      case 'not':
        return { bool: this.conjunction([node]) };
      case 'text':
      case 'board':
      case 'is':
      case 'time':
        return this.#leaf(node);
    }
  }

  #leaf(leaf: Leaf): QueryContainer {
    switch (leaf.kind) {
      case 'text':
        return leaf.field === 'any'
          ? // A word that the index cuts in several, such as anon-san, means them side by side: always a phrase.
            {
              multi_match: {
                query: leaf.text,
                type: 'phrase',
                fields: ['comment', 'subject'],
                analyzer: phraseAnalyzer(leaf.text),
              },
            }
          : { match_phrase: { [leaf.field]: { query: leaf.text, analyzer: phraseAnalyzer(leaf.text) } } };
      case 'board':
        return { terms: { board: leaf.boards.map((board) => board.name) } };
      case 'is':
        return { term: { opener: leaf.value === 'op' } };
      case 'time': {
        // As text: on a date field a number may be read in another unit, silently.
        const bound = new Date(resolveMoment(leaf.moment, this.#now)).toISOString();
        return { range: { time_posted: leaf.edge === 'after' ? { gte: bound } : { lt: bound } } };
      }
    }
  }
}

/** What the analysis makes at least one term of: letters, digits, pictographs. */
const TERM = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

function isSearchable(node: Node): boolean {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.children.some((child) => isSearchable(child));
    case 'not':
      return isSearchable(node.child);
    case 'text':
      return TERM.test(node.text);
    case 'board':
    case 'is':
    case 'time':
      return true;
  }
}

function holdsWords(node: Node): boolean {
  return [...leavesOf(node)].some((leaf) => leaf.kind === 'text' && isSearchable(leaf));
}

const FIELDS_OF: Readonly<Record<TextField, readonly HighlightField[]>> = {
  any: ['comment', 'subject'],
  comment: ['comment'],
  subject: ['subject'],
};

function highlightFields(root: Node | null): readonly HighlightField[] {
  const fields = new Set<HighlightField>();
  const collect = (node: Node) => {
    if (node.kind === 'and' || node.kind === 'or') for (const child of node.children) collect(child);
    else if (node.kind === 'text' && isSearchable(node)) for (const field of FIELDS_OF[node.field]) fields.add(field);
    // What must not stand in a post is not there to be marked.
  };
  if (root !== null) collect(root);
  return [...fields].sort();
}
