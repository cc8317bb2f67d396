/** Hints for words that look like mistakes. They are searched as words nevertheless. */
import { closestName } from '../../../mappings/closest-name.ts';
import { FIELD_WORDS, fieldNamed } from './fields.ts';
import { replaceSpan } from './query-error.ts';
import type { Token } from './tokenize.ts';
import type { Hint } from './tree.ts';

const NAMED = /^([a-z][a-z0-9._-]*):(?=[^:/\s])/i;
const COMPARED = /^([a-z][a-z0-9._-]*)(>=|<=|>|<|=|≥|≤)(?=\d)/i;

/** More would push the hits out of view. */
const MAX_HINTS = 4;

export function hintsFor(tokens: readonly Token[], text: string): readonly Hint[] {
  const hints = tokens.flatMap((token, index) => {
    if (token.kind !== 'text' || token.quoted) return [];
    return hintFor(token, tokens[index + 1], text) ?? [];
  });
  return hints.slice(0, MAX_HINTS);
}

type Word = Extract<Token, { kind: 'text' }>;

function hintFor({ text: word, span }: Word, next: Token | undefined, text: string): Hint | null {
  const [, name] = NAMED.exec(word) ?? [];
  if (name !== undefined) {
    const near = nearField(name);
    if (near === null) return null;
    return {
      code: 'field_near',
      message: `Unknown field "${name}:"; searched as a word. Did you mean ${near}:?`,
      span,
      suggestion: replaceSpan(text, { start: span.start, end: span.start + name.length }, near),
    };
  }
  const [, compared = '', sign = ''] = COMPARED.exec(word) ?? [];
  if (fieldNamed(compared)?.kind === 'number') {
    const at = span.start + compared.length;
    const written = sign === '=' ? '' : sign;
    return {
      code: 'colon_missing',
      message: `Searched as a word. Did you mean ${compared}:${written}?`,
      span,
      suggestion: replaceSpan(text, { start: at, end: at + sign.length }, `:${written}`),
    };
  }
  if (word === 'NOT' && next !== undefined && next.kind !== 'close' && next.kind !== 'or' && next.kind !== 'and') {
    return {
      code: 'not_a_word',
      message: 'NOT is searched as a word. To exclude something, put "-" before it.',
      span,
      suggestion: replaceSpan(text, { start: span.start, end: next.span.start }, next.kind === 'not' ? '' : '-'),
    };
  }
  return null;
}

/** Typing errors rarely change the first letter; one edit is allowed in a short name, two in a long one. */
function nearField(written: string): string | null {
  const name = written.toLowerCase();
  if (name.length < 3) return null;
  const limit = name.length < 5 ? 1 : 2;
  const candidates = FIELD_WORDS.filter((field) => field.length > 2 && field[0] === name[0]);
  const near = closestName(name, candidates, limit);
  return near === null ? null : (fieldNamed(near)?.name ?? null);
}
