/**
 * Hints for text that is valid but looks like a mistake. It is searched as written nevertheless.
 *
 * Where a frequent misspelling is mended:
 *
 *     a field's name                               `nearField` below hints at a name with the same first letter and one wrong letter, or two
 *                                                  from five letters on; names of two letters have no hint
 *     another name of a field                      `aliases` in mappings/search/fields/; accepted without a hint
 *     another name that is only suggested          SHORT_NAMES in value-hints.ts, names of one letter that other programs have
 *     another word for a value of is:, has:, …     `words` in mappings/search/; suggested by the error
 *     another form of an exact value               `read` in mappings/search/fields/; accepted (`mod` for `M`), or suggested by the error
 *     a name of a board or identity                unknown-names.ts; suggested by the error
 *     a word that was probably meant as a field    `wordHint` below: a number of a post, a comparison; and what it calls in value-hints.ts
 *     a valid value that probably means another    `valueHints` in value-hints.ts
 *
 * `HINT_CODES` in mappings/contract/search.ts lists the codes.
 */
import { closestName } from '../../../mappings/closest-name.ts';
import { FIELD_WORDS, fieldNamed } from '../../../mappings/search/fields.ts';
import { replaceSpan } from './query-error.ts';
import type { Token } from './tokenize.ts';
import type { Hint } from './tree.ts';
import { partHint, shortNameHint, typeOfFileHint, valueHints, yesOrNoHint } from './value-hints.ts';

const NAMED = /^([a-z][a-z0-9._-]*):(?=[^:/\s])/i;
/** Numbers with fewer digits are mostly years, prices and sizes. */
const POST_NUMBER = /^(?:no\.)?(\d{6,15})$/i;
const COMPARED = /^([a-z][a-z0-9._-]*)(>=|<=|>|<|=|≥|≤)(?=\d)/i;

/** More would push the hits out of view. */
const MAX_HINTS = 4;

export function hintsFor(tokens: readonly Token[], text: string): readonly Hint[] {
  const hints = tokens.flatMap((token, index) => {
    if (token.kind === 'field') return valueHints(token, text);
    if (token.kind !== 'text' || token.inQuotes || token.asWritten) return [];
    return wordHint(token, tokens[index + 1], text) ?? [];
  });
  return hints.slice(0, MAX_HINTS);
}

type Word = Extract<Token, { kind: 'text' }>;

function wordHint({ text: word, star, span }: Word, next: Token | undefined, text: string): Hint | null {
  const another =
    yesOrNoHint(word, span, text) ??
    shortNameHint(word, span, text) ??
    typeOfFileHint(word, span, text) ??
    partHint({ text: word, star }, span, text);
  if (another !== null) return another;
  const [, num] = POST_NUMBER.exec(word) ?? [];
  if (num !== undefined) {
    return {
      code: 'post_number',
      message: `Searched as a word. Post No.${num} is at /post/${num}, or write num:${num}.`,
      span,
      suggestion: replaceSpan(text, span, `num:${num}`),
    };
  }
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
      code: 'not_operator',
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
