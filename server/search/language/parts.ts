/**
 * A query as parts that can be removed or changed one by one, each as it was written. The pages show them above the results and fill
 * the advanced search form with them.
 */
import type { QueryPart } from '../../../mappings/contract/query-part.ts';
import { QueryError } from './query-error.ts';
import { tokenize, type FieldToken, type Token } from './tokenize.ts';
import type { Span } from './tree.ts';

/** The tokens of one part, in order. */
type PartTokens = readonly [Token, ...Token[]];

/**
 * The parts of a query that `parse` accepts, in order. `tokens`: those of the text. `a OR b` without parentheses is one part.
 * @throws QueryError for a text that the tokenizer refuses
 */
export function partsOf(text: string, tokens: readonly Token[] = tokenize(text)): readonly QueryPart[] {
  const terms = termsOf(tokens);
  return terms.map((term, place) => {
    const position = spanOf(term);
    const signs = term.findIndex((token) => token.kind !== 'not');
    const rest = term.slice(Math.max(signs, 0));
    const [only] = rest;
    const field = rest.length === 1 && only?.kind === 'field' ? only : null;
    const at = field?.valueSpan.start ?? only?.span.start ?? position.start;
    return {
      position,
      field: field?.field.name ?? null,
      value: text.slice(at, position.end),
      negated: signs % 2 === 1,
      without: without(text, terms, place),
    };
  });
}

/** The query without the part at this position; the whole query if no part is there. */
export function withoutPartAt(text: string, { start, end }: Span): string {
  const part = partsOf(text).find(({ position }) => position.start <= start && end <= position.end);
  return part?.without ?? text;
}

function termsOf(all: readonly Token[]): readonly PartTokens[] {
  const ordersAndGroups = all.filter((token): token is FieldToken => isOrderOrGroup(token));
  const tokens = all.filter((token) => !isOrderOrGroup(token));
  const { terms, hasAlternatives } = conditionsOf(tokens);
  if (!hasAlternatives) return inOrder([...terms, ...ordersAndGroups.map((token) => [token] as const)]);
  const whole = tokens as unknown as PartTokens;
  const { start, end } = spanOf(whole);
  const outside = ordersAndGroups.filter(({ span }) => span.end <= start || end <= span.start);
  return inOrder([whole, ...outside.map((token) => [token] as const)]);
}

/** `sort:` and `group:`, which may be anywhere in the query. */
function isOrderOrGroup(token: Token): token is FieldToken {
  return token.kind === 'field' && (token.field.kind === 'sort' || token.field.kind === 'group');
}

/** The terms outside of parentheses, as the grammar in parse.ts reads them. */
function conditionsOf(tokens: readonly Token[]): {
  readonly terms: readonly PartTokens[];
  readonly hasAlternatives: boolean;
} {
  const terms: PartTokens[] = [];
  let hasAlternatives = false;
  let isBehindTerm = false;
  for (let at = 0; at < tokens.length;) {
    const kind = tokens[at]?.kind;
    const next = tokens[at + 1];
    if (isBehindTerm && kind === 'or' && next !== undefined) {
      hasAlternatives = true;
      isBehindTerm = false;
      at += 1;
    } else if (isBehindTerm && kind === 'and' && next !== undefined && next.kind !== 'or' && next.kind !== 'and') {
      isBehindTerm = false;
      at += 1;
    } else {
      const end = endOfTerm(tokens, at);
      terms.push(tokens.slice(at, end) as unknown as PartTokens);
      isBehindTerm = true;
      at = end;
    }
  }
  return { terms, hasAlternatives };
}

function endOfTerm(tokens: readonly Token[], start: number): number {
  let at = start;
  while (tokens[at]?.kind === 'not') at += 1;
  for (let depth = 0; at < tokens.length; at++) {
    const kind = tokens[at]?.kind;
    if (kind === 'open') depth += 1;
    if (kind === 'close') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return tokens.length;
}

function inOrder(terms: readonly PartTokens[]): readonly PartTokens[] {
  return terms.toSorted((a, b) => a[0].span.start - b[0].span.start);
}

function spanOf(term: PartTokens): Span {
  return { start: term[0].span.start, end: (term.at(-1) ?? term[0]).span.end };
}

/**
 * The text without one of its terms. An AND between two terms is removed with the term. If the result would read a word as an operator,
 * or an operator as a word (`a AND b |` without `b`), it consists of the other terms alone, with such words in quotes.
 */
function without(text: string, terms: readonly PartTokens[], place: number): string {
  const { start, end } = spanOf(terms[place] as PartTokens);
  const before = terms[place - 1];
  const after = terms[place + 1];
  const from = after === undefined && before !== undefined ? spanOf(before).end : start;
  const to = after === undefined ? end : spanOf(after).start;
  const cut = (text.slice(0, from) + text.slice(to)).trim();
  const others = terms.toSpliced(place, 1);
  if (isSame(textsIn(cut), textsOf(text, others))) return cut;
  return textsOf(text, others)
    .map((term) => (LONE_OPERATOR.test(term) ? `"${term}"` : term))
    .join(' ');
}

/** An operator without terms to combine or negate, which the grammar reads as a word. */
const LONE_OPERATOR = /^(?:AND|OR|NOT|-|\|+)$/;

/** null for a text that the tokenizer refuses. */
function textsIn(text: string): readonly string[] | null {
  try {
    return textsOf(text, termsOf(tokenize(text)));
  } catch (error) {
    if (error instanceof QueryError) return null;
    throw error;
  }
}

function textsOf(text: string, terms: readonly PartTokens[]): readonly string[] {
  return terms.map((term) => textOf(text, term));
}

function textOf(text: string, term: PartTokens): string {
  const { start, end } = spanOf(term);
  return text.slice(start, end);
}

function isSame(texts: readonly string[] | null, others: readonly string[]): boolean {
  return texts !== null && texts.length === others.length && texts.every((text, at) => text === others[at]);
}
