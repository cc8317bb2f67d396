import { nearest } from '../../../platform/nearest.ts';
import { mendMoment, parseMoment } from './moment.ts';
import { QueryError, replaceSpan } from './query-error.ts';
import type { Token } from './tokenize.ts';
import type { IsValue, Leaf, NamedBoard } from './tree.ts';

export type FieldToken = Extract<Token, { kind: 'field' }>;

const IS_VALUES: readonly IsValue[] = ['op', 'reply'];

/**
 * What a field with a value means; `text` is the whole query, for the suggestion. `sort:` is no leaf: the parser takes it out first.
 * @throws QueryError value_unknown, date_unreadable
 */
export function leafOf(token: FieldToken, text: string): Leaf {
  const { field, value, span } = token;
  switch (field) {
    case 'subject':
    case 'comment':
      return { kind: 'text', field, text: value, span };
    case 'board':
      return { kind: 'board', boards: namedBoards(token), span };
    case 'is':
      return { kind: 'is', value: oneOf(IS_VALUES, token, text), span };
    case 'after':
    case 'before': {
      const moment = parseMoment(value);
      if (moment !== null) return { kind: 'time', edge: field, moment, span };
      const mended = mendMoment(value);
      throw new QueryError(
        'date_unreadable',
        `${field}: takes a date such as 2019-03-05, 2019-03 or 2019-03-05T12:30, or an age such as 24h, 7d, 2w, 6mo or 1y.`,
        { span: token.valueSpan, suggestion: mended && replaceSpan(text, token.valueSpan, mended) },
      );
    }
    case 'sort':
      throw new TypeError('sort: is taken out before leaves are made');
  }
}

/** The one of `values` that the token's value is, in any case of letters. */
export function oneOf<T extends string>(values: readonly T[], token: FieldToken, text: string): T {
  const written = token.value.toLowerCase();
  const known = values.find((value) => value === written);
  if (known !== undefined) return known;
  const near = values.find((value) => written.startsWith(value)) ?? nearest(written, values, 2);
  throw new QueryError('value_unknown', `${token.field}: takes ${values.join(' or ')}.`, {
    span: token.valueSpan,
    suggestion: near && replaceSpan(text, token.valueSpan, near),
  });
}

/** `g,ck`; `/g/` as people write it is g. */
function namedBoards(token: FieldToken): readonly NamedBoard[] {
  const boards: NamedBoard[] = [];
  const quoted = token.valueSpan.end - token.valueSpan.start !== token.value.length;
  for (const match of token.value.matchAll(/[^,]+/g)) {
    const name = match[0].toLowerCase().replace(/^[\s/]+|[\s/]+$/g, '');
    const start = token.valueSpan.start + match.index;
    const span = quoted ? token.valueSpan : { start, end: start + match[0].length };
    if (name !== '' && !boards.some((board) => board.name === name)) boards.push({ name, span });
  }
  if (boards.length === 0) {
    throw new QueryError('value_unknown', 'board: takes the name of a board, or several with commas.', {
      span: token.valueSpan,
    });
  }
  return boards;
}
