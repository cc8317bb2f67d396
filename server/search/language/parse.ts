/**
 * Tokens → tree, by recursive descent:
 *
 *     either = every { ("OR" | "|") every }
 *     every  = term { ["AND"] term }
 *     term   = "-" term | "(" either ")" | field ":" value { "," value } | phrase ["*"] | word ["*"]
 */
import { MAX_QUERY_LENGTH, type SearchSort } from '../../../mappings/contract/search.ts';
import { GROUP_VALUES, SORT_VALUES } from './fields.ts';
import { hintsFor } from './hints.ts';
import { leavesOfField, textLeaf } from './leaf.ts';
import { oneOf } from './named-value.ts';
import { readReference } from './post-reference.ts';
import { QueryError, replaceSpan } from './query-error.ts';
import { tokenize, type FieldToken, type Item, type Token } from './tokenize.ts';
import { weightOf, type Leaf, type Node, type ParsedQuery, type Span } from './tree.ts';

/** Each word, phrase and field is one; each board and value after `board:` and its like too. */
export const MAX_LEAVES = 32;
/** Elasticsearch refuses more than 20 levels of its own; people need two. */
export const MAX_DEPTH = 8;
/** Each of them may stand for thousands of words. */
export const MAX_PREFIXES = 4;

/**
 * Reads a query. Whatever is not a field, a quote, a group or a sign is a word, and a word never is an error.
 * @throws QueryError with a position and, where there is one, the mended query
 */
export function parse(written: string): ParsedQuery {
  // A lone surrogate takes one unit, as U+FFFD does: positions stay true.
  const text = written.toWellFormed();
  if (text.length > MAX_QUERY_LENGTH) {
    throw new QueryError('query_too_long', `A query has at most ${MAX_QUERY_LENGTH} characters.`, {
      span: { start: MAX_QUERY_LENGTH, end: text.length },
    });
  }
  const all = tokenize(text);
  const sorted = takeOut('sort', SORT_VALUES, all, text);
  const grouped = takeOut('group', GROUP_VALUES, sorted.tokens, text);
  const { tokens } = grouped;
  return {
    root: tokens.length === 0 ? null : new Parser(text, tokens).run(),
    sort: sorted.value,
    group: grouped.value,
    hints: hintsFor(all, text),
  };
}

const PURPOSES = { sort: 'orders', group: 'groups' } as const;

/** `sort:` and `group:` say something of the whole answer. */
function takeOut<T extends SearchSort | 'thread'>(
  name: 'sort' | 'group',
  values: readonly T[],
  all: readonly Token[],
  text: string,
): { readonly value: T | null; readonly tokens: readonly Token[] } {
  let value: T | null = null;
  let first: FieldToken | null = null;
  let depth = 0;
  const tokens = all.filter((token, index) => {
    if (token.kind === 'open') depth += 1;
    if (token.kind === 'close') depth -= 1;
    if (token.kind !== 'field' || token.field.kind !== name) return true;
    const asked = oneOf(values, token, token.items[0], text);
    if (depth > 0 || all[index - 1]?.kind === 'not') {
      const message = `${name}: ${PURPOSES[name]} the whole answer and stands outside groups, without a "-".`;
      throw new QueryError(`${name}_misplaced`, message, { span: token.span });
    }
    if (first !== null && asked !== value) {
      throw new QueryError(`${name}_twice`, `There can be one ${name}: only.`, {
        span: token.span,
        suggestion: replaceSpan(text, first.span, '').trim(),
      });
    }
    first = token;
    value = asked;
    return false;
  });
  return { value, tokens };
}

class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #at = 0;
  #leaves = 0;
  #prefixes = 0;
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
    while (this.#atTerm()) {
      // Terms side by side are all wanted; AND between two says the same.
      if (this.#tokens[this.#at]?.kind === 'and' && this.#isTerm(this.#tokens[this.#at + 1])) this.#at += 1;
      children.push(this.#term());
    }
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
        return combine(
          'or',
          leavesOfField(token, this.#text).map((leaf) => this.#counted(leaf)),
        );
      case 'text':
        return this.#counted(this.#word(token));
      case 'or':
      case 'and':
        return this.#counted({ kind: 'text', field: 'any', text: token.text, prefix: false, span: token.span });
      case 'close':
        throw new TypeError('the tokenizer lets no group be empty');
    }
  }

  #word(item: Item): Leaf {
    const reference = item.quoted || item.star ? null : readReference(item.text);
    return reference === null
      ? textLeaf('any', item, this.#text)
      : { kind: 'quote', direction: 'quotes', ...reference, span: item.span };
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
    this.#leaves += weightOf(leaf);
    if (this.#leaves > MAX_LEAVES) {
      throw new QueryError('query_too_complex', `A query has at most ${MAX_LEAVES} words, phrases and fields.`, {
        span: leaf.span,
      });
    }
    if (leaf.kind === 'text' && leaf.prefix) this.#prefixes += 1;
    if (this.#prefixes > MAX_PREFIXES) {
      throw new QueryError('query_too_complex', `A query has at most ${MAX_PREFIXES} words with a "*".`, {
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

  #isTerm(token: Token | undefined): boolean {
    return token !== undefined && token.kind !== 'close' && token.kind !== 'or' && token.kind !== 'and';
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
