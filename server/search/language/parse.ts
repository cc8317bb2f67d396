/**
 * Tokens → tree, by recursive descent:
 *
 *     either = every { ("OR" | "|") every }
 *     every  = term { term }
 *     term   = "-" term | "(" either ")" | field ":" value | phrase | word
 */
import { MAX_QUERY_LENGTH, type SearchSort } from '../../contract/search.ts';
import { leafOf, oneOf, type FieldToken } from './leaf.ts';
import { QueryError, replaceSpan } from './query-error.ts';
import { tokenize, type Token } from './tokenize.ts';
import type { Leaf, Node, Query, Span } from './tree.ts';

/** Each word, phrase and field is one; each board named after `board:` too. */
export const MAX_LEAVES = 32;
/** Elasticsearch refuses more than 20 levels of its own; people need two. */
export const MAX_DEPTH = 8;

const SORTS: readonly SearchSort[] = ['new', 'old', 'relevance'];

/**
 * Reads a query. Whatever is not a field, a quote, a group or a sign is a word, and a word never is an error.
 * @throws QueryError with a position and, where there is one, the mended query
 */
export function parse(written: string): Query {
  // A lone surrogate takes one unit, as U+FFFD does: positions stay true.
  const text = written.toWellFormed();
  if (text.length > MAX_QUERY_LENGTH) {
    throw new QueryError('query_too_long', `A query has at most ${MAX_QUERY_LENGTH} characters.`, {
      span: { start: MAX_QUERY_LENGTH, end: text.length },
    });
  }
  const { sort, tokens } = takeSort(tokenize(text), text);
  return { root: tokens.length === 0 ? null : new Parser(text, tokens).run(), sort };
}

function takeSort(all: readonly Token[], text: string): { sort: SearchSort | null; tokens: readonly Token[] } {
  let sort: SearchSort | null = null;
  let first: FieldToken | null = null;
  let depth = 0;
  const tokens = all.filter((token, index) => {
    if (token.kind === 'open') depth += 1;
    if (token.kind === 'close') depth -= 1;
    if (token.kind !== 'field' || token.field !== 'sort') return true;
    const asked = oneOf(SORTS, token, text);
    if (depth > 0 || all[index - 1]?.kind === 'not') {
      throw new QueryError(
        'sort_misplaced',
        'sort: orders the whole answer and stands outside groups, without a "-".',
        {
          span: token.span,
        },
      );
    }
    if (first !== null && asked !== sort) {
      throw new QueryError('sort_twice', 'There can be one sort: only.', {
        span: token.span,
        suggestion: replaceSpan(text, first.span, '').trim(),
      });
    }
    first = token;
    sort = asked;
    return false;
  });
  return { sort, tokens };
}

class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #at = 0;
  #leaves = 0;
  #depth = 0;

  constructor(text: string, tokens: readonly Token[]) {
    this.#text = text;
    this.#tokens = tokens;
  }

  run(): Node {
    return this.#either();
  }

  #either(): Node {
    const children = [this.#every()];
    while (this.#atOperator()) {
      this.#at += 1;
      children.push(this.#every());
    }
    return combine('or', children);
  }

  #every(): Node {
    const children = [this.#term()];
    while (this.#atTerm()) children.push(this.#term());
    return combine('and', children);
  }

  #term(): Node {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new TypeError('a term was promised and the tokens are at their end');
    this.#at += 1;
    switch (token.kind) {
      case 'not':
        return negate(this.#term(), token.span);
      case 'open':
        return this.#group(token.span);
      case 'field':
        return this.#counted(leafOf(token, this.#text));
      case 'text':
      case 'or':
        return this.#counted({ kind: 'text', field: 'any', text: token.text, span: token.span });
      case 'close':
        throw new TypeError('the tokenizer lets no group be empty');
    }
  }

  #group(open: Span): Node {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) {
      throw new QueryError('query_too_complex', `Groups go at most ${MAX_DEPTH} deep.`, { span: open });
    }
    const inner = this.#either();
    this.#at += 1;
    this.#depth -= 1;
    return inner;
  }

  #counted(leaf: Leaf): Leaf {
    this.#leaves += leaf.kind === 'board' ? leaf.boards.length : 1;
    if (this.#leaves > MAX_LEAVES) {
      throw new QueryError('query_too_complex', `A query has at most ${MAX_LEAVES} words, phrases and fields.`, {
        span: leaf.span,
      });
    }
    return leaf;
  }

  /** `OR` chooses between what stands on both sides of it; the left side has just been read. */
  #atOperator(): boolean {
    const next = this.#tokens[this.#at + 1];
    return this.#tokens[this.#at]?.kind === 'or' && next !== undefined && next.kind !== 'close';
  }

  #atTerm(): boolean {
    const token = this.#tokens[this.#at];
    return token !== undefined && token.kind !== 'close' && !this.#atOperator();
  }
}

function combine(kind: 'and' | 'or', nodes: readonly Node[]): Node {
  const [first] = nodes;
  const last = nodes.at(-1);
  if (first === undefined || last === undefined) throw new TypeError('nothing to combine');
  if (nodes.length === 1) return first;
  const children = nodes.flatMap((node) => (node.kind === kind ? node.children : [node]));
  return { kind, children, span: { start: first.span.start, end: last.span.end } };
}

function negate(child: Node, sign: Span): Node {
  return child.kind === 'not' ? child.child : { kind: 'not', child, span: { start: sign.start, end: child.span.end } };
}
