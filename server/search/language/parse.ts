/**
 * Tokens → tree, by recursive descent:
 *
 *     either = every { ("OR" | "|") every }
 *     every  = term { ["AND"] term }
 *     term   = "-" term | "(" either ")" | field ":" value { "," value } | ["="] phrase ["*"] | ["="] word ["*"]
 */
import { MAX_QUERY_LENGTH, type SearchGroup, type SearchSort } from '../../../mappings/contract/search.ts';
import { SEARCH_GROUPS, SEARCH_SORTS } from '../../../mappings/search/sort-names.ts';
import { combine } from './build.ts';
import { hintsFor } from './hints.ts';
import { leavesOfField, textLeaf } from './leaf.ts';
import { MAX_DEPTH, MAX_PREFIXES, MAX_VALUES } from './limits.ts';
import { oneOf } from './closed-values.ts';
import { parseQuotedReference } from './post-reference.ts';
import { QueryError, replaceSpan } from './query-error.ts';
import { tokenize, type FieldToken, type Item, type Token } from './tokenize.ts';
import { isStarred, valueCountOf, type Leaf, type Hint, type Node, type Query, type Span } from './tree.ts';

export interface ParsedQuery extends Query {
  readonly hints: readonly Hint[];
  /** All tokens of the text, for `partsOf`. */
  readonly tokens: readonly Token[];
}

/**
 * Parses a query. Everything that is not a field, a quote, a parenthesis or an operator is a word, and a word is never an error, but
 * for a beginning that is too short (`ab*`).
 * @throws QueryError with a position and, if possible, a corrected query
 */
export function parse(written: string): ParsedQuery {
  // A lone surrogate becomes U+FFFD, also one code unit, so that positions stay correct.
  const text = written.toWellFormed();
  if (text.length > MAX_QUERY_LENGTH) {
    throw new QueryError('query_too_long', `A query can have at most ${MAX_QUERY_LENGTH} characters.`, {
      span: { start: MAX_QUERY_LENGTH, end: text.length },
    });
  }
  const all = tokenize(text);
  const sorted = extract('sort', SEARCH_SORTS, all, text);
  const grouped = extract('group', SEARCH_GROUPS, sorted.tokens, text);
  const { tokens } = grouped;
  return {
    root: tokens.length === 0 ? null : new Parser(text, tokens).run(),
    sort: sorted.value,
    group: grouped.value,
    hints: hintsFor(all, text),
    tokens: all,
  };
}

const PURPOSES = { sort: 'orders', group: 'groups' } as const;

/** Removes `sort:` or `group:`, which apply to the whole answer. */
function extract<T extends SearchSort | SearchGroup>(
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
      const message = `${name}: ${PURPOSES[name]} the whole answer. It cannot be inside parentheses or after "-".`;
      throw new QueryError(`${name}_misplaced`, message, { span: token.span });
    }
    if (first !== null && asked !== value) {
      throw new QueryError(`${name}_twice`, `Only one ${name}: is allowed.`, {
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
  #values = 0;
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
    return joined('or', children);
  }

  #every(): Node {
    const children = [this.#term()];
    while (this.#atTerm()) {
      // Terms side by side mean AND.
      if (this.#tokens[this.#at]?.kind === 'and' && this.#isTerm(this.#tokens[this.#at + 1])) this.#at += 1;
      children.push(this.#term());
    }
    return joined('and', children);
  }

  #term(): Node {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new TypeError('expected a term at the end of the tokens');
    this.#at += 1;
    switch (token.kind) {
      case 'not':
        return negate(this.#term(), token.span);
      case 'open':
        return this.#parenthesized(token.span);
      case 'field':
        return joined(
          'or',
          leavesOfField(token, this.#text).map((leaf) => this.#counted(leaf)),
        );
      case 'text':
        return this.#counted(this.#word(token));
      case 'or':
      case 'and':
        return this.#counted({ kind: 'text', field: 'any', text: token.text, prefix: false, span: token.span });
      case 'close':
        throw new TypeError('the tokenizer never returns empty parentheses');
    }
  }

  #word(item: Item): Leaf {
    const reference = item.inQuotes || item.star || item.asWritten ? null : parseQuotedReference(item.text);
    return reference === null
      ? textLeaf('any', item, this.#text)
      : { kind: 'quote', direction: 'quotes', ...reference, span: item.span };
  }

  #parenthesized(open: Span): Node {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) {
      throw new QueryError('query_too_complex', `Parentheses can be nested at most ${MAX_DEPTH} deep.`, { span: open });
    }
    const inner = this.#either();
    this.#at += 1;
    this.#depth -= 1;
    return inner;
  }

  #counted(leaf: Leaf): Leaf {
    this.#values += valueCountOf(leaf);
    if (this.#values > MAX_VALUES) {
      throw new QueryError(
        'query_too_complex',
        `A query can have at most ${MAX_VALUES} words, phrases and values of fields.`,
        {
          span: leaf.span,
        },
      );
    }
    if (isStarred(leaf)) this.#prefixes += 1;
    if (this.#prefixes > MAX_PREFIXES) {
      throw new QueryError('query_too_complex', `A query can have at most ${MAX_PREFIXES} words with "*".`, {
        span: leaf.span,
      });
    }
    return leaf;
  }

  /** Whether an OR with a term after it follows; the term before it has just been read. */
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

/** The node spans from the first to the last. */
function joined(kind: 'and' | 'or', nodes: readonly Node[]): Node {
  const start = nodes[0]?.span.start ?? 0;
  const node = combine(kind, nodes, { start, end: nodes.at(-1)?.span.end ?? start });
  if (node === null) throw new TypeError('nothing to combine');
  return node;
}

function negate(child: Node, dash: Span): Node {
  return child.kind === 'not' ? child.child : { kind: 'not', child, span: { start: dash.start, end: child.span.end } };
}
