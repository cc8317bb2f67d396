/** One field with its values, or one word → leaves of the tree. Used by parse.ts. */
import {
  fieldOf,
  HAS_VALUES,
  IS_VALUES,
  readExact,
  type ExactName,
  type FieldOf,
  type NumberName,
  type TextName,
} from '../../../mappings/search/fields.ts';
import { writtenTextsOf } from '../../../mappings/search/written-texts.ts';
import { ValueMistake } from '../../../mappings/search/values/mistake.ts';
import { isBackwards, mendMoment, parseMoment, type Moment } from './moment.ts';
import { oneOf } from './closed-values.ts';
import { MIN_PREFIX } from './limits.ts';
import { NumberMistake, parseNumberRange } from './number-range.ts';
import { parseReferenceValue, type PostReference } from './post-reference.ts';
import { QueryError, replaceSpan } from './query-error.ts';
import { rawOf, type FieldToken, type Item } from './tokenize.ts';
import { partLeaf } from './part.ts';
import type { Leaf, NamedBoard } from './tree.ts';

export const MIN_PREFIX_PATTERN = new RegExp(String.raw`[\p{L}\p{M}\p{N}]{${MIN_PREFIX}}$`, 'u');

/**
 * The leaves of a field with its values; several are alternatives. `text`: the whole query, for the suggestion. `sort:` and
 * `group:` are not leaves: the parser removes them first.
 * @throws QueryError value_unknown, value_wrong, date_unreadable, number_unreadable, number_too_large, range_empty, prefix_short
 */
export function leavesOfField(token: FieldToken, text: string): readonly Leaf[] {
  const { field, items, span } = token;
  switch (field.kind) {
    case 'text':
      return [items[0].starBefore ? partLeaf(token, text) : textLeaf(field.name, { ...items[0], span }, text)];
    case 'board':
      return [{ kind: 'board', boards: namedBoards(token), span }];
    case 'is':
      return each(token, (item) => ({ kind: 'is', value: oneOf(IS_VALUES, token, item, text), span: item.span }));
    case 'has':
      return each(token, (item) => ({ kind: 'has', value: oneOf(HAS_VALUES, token, item, text), span: item.span }));
    case 'time':
      return [{ kind: 'time', edge: field.name, moment: momentOf(field, token, text), span }];
    case 'exact':
      return [{ kind: 'exact', field: field.name, values: exactValues(field.name, token, text), span }];
    case 'number':
      return numberLeaves(field.name, token, text);
    case 'quote':
      return [{ kind: 'quote', direction: field.name, ...referenceOf(token, text), span }];
    case 'sort':
    case 'group':
      throw new TypeError(`${field.name}: is removed before leaves are made`);
  }
}

/** @throws QueryError prefix_short, value_wrong for a `=` in a field whose text is not compared */
export function textLeaf(field: TextName, item: Item, text: string): Leaf {
  const { star: prefix, asWritten, span } = item;
  if (prefix && !MIN_PREFIX_PATTERN.test(item.text)) {
    const star = text.lastIndexOf('*', span.end - 1);
    throw new QueryError('prefix_short', `A "*" needs at least ${MIN_PREFIX} letters or digits directly before it.`, {
      span,
      suggestion: replaceSpan(text, { start: star, end: star + 1 }, ''),
    });
  }
  if (asWritten && writtenTextsOf(field).length === 0) {
    const at = text.indexOf('=', span.start);
    throw new QueryError('value_wrong', `${field}: is not compared as written. Remove the "=".`, {
      span,
      suggestion: replaceSpan(text, { start: at, end: at + 1 }, ''),
    });
  }
  return { kind: 'text', field, text: item.text, prefix, ...(asWritten && { asWritten }), span };
}

function each(token: FieldToken, leaf: (item: Item) => Leaf): readonly Leaf[] {
  const items = token.items.filter((item) => item.text !== '' || token.items.length === 1);
  // The position of a single value is the whole field; of several values each has its own position.
  const leaves = (items.length === 0 ? [token.items[0]] : items).map((item) => leaf(item));
  return leaves.length === 1 ? leaves.map((only) => ({ ...only, span: token.span })) : leaves;
}

/** `/g/` is read as g. */
function namedBoards({ items, valueSpan }: FieldToken): readonly NamedBoard[] {
  const boards: NamedBoard[] = [];
  for (const item of items) {
    for (const part of rawOf(item).split(',')) {
      const name = part.toLowerCase().replace(/^[\s/]+|[\s/]+$/g, '');
      if (name !== '' && !boards.some((board) => board.name === name)) boards.push({ name, span: item.span });
    }
  }
  if (boards.length === 0) {
    throw new QueryError('value_unknown', 'board: takes the name of a board, or several separated by commas.', {
      span: valueSpan,
    });
  }
  return boards;
}

function momentOf({ name, edge }: FieldOf<'time'>, token: FieldToken, text: string): Moment {
  const { valueSpan } = token;
  const takesRange = edge === 'within';
  const written = rawOf(token.items[0]);
  const moment = parseMoment(written);
  if (moment === null) {
    const mended = mendMoment(written);
    const range = takesRange ? ', or a range such as 2019-03..2019-05' : '';
    throw new QueryError(
      'date_unreadable',
      `${name}: takes a date such as 2019-03-05, 2019-03 or 2019-03-05T12:30, an age such as 24h, 7d, 2w, 6mo or 1y, today or yesterday${range}.`,
      { span: valueSpan, suggestion: mended && replaceSpan(text, valueSpan, mended) },
    );
  }
  if (moment.kind !== 'range') return moment;
  if (!takesRange) {
    throw new QueryError('value_wrong', `${name}: takes one date. Use during: for a range.`, {
      span: valueSpan,
      suggestion: replaceSpan(text, token.span, `during:${moment.text}`),
    });
  }
  if (isBackwards(moment)) {
    throw new QueryError('range_empty', 'This range ends before it starts.', {
      span: valueSpan,
      suggestion: replaceSpan(text, valueSpan, `${moment.to?.text ?? ''}..${moment.from?.text ?? ''}`),
    });
  }
  return moment;
}

/** @throws QueryError value_unknown, value_wrong */
function exactValues(field: ExactName, token: FieldToken, text: string): readonly string[] {
  const values = new Set<string>();
  // `trip:*` → `has:trip`
  const { has } = fieldOf('exact', field);
  const any = has === null ? null : `has:${has}`;
  for (const item of token.items) {
    const written = rawOf(item);
    if (written.trim() === '') continue;
    if (!item.inQuotes && (item.star || written === '*')) {
      throw new QueryError('value_wrong', `${field}: matches whole values; "*" is not allowed.`, {
        span: item.span,
        suggestion:
          written === '*' ? any && replaceSpan(text, token.span, any) : replaceSpan(text, item.span, item.text),
      });
    }
    const read = readExact(field, written);
    if (read instanceof ValueMistake) {
      const mendedField = token.items.length > 1 ? null : read.mendedField;
      throw new QueryError('value_unknown', read.message, {
        span: item.span,
        suggestion: mendedField && replaceSpan(text, token.span, mendedField),
      });
    }
    for (const value of read) values.add(value);
  }
  if (values.size > 0) return [...values];
  throw new QueryError('value_unknown', `${field}: takes a value, or several separated by commas.`, {
    span: token.valueSpan,
  });
}

/** `replies:>1,000` has one number in its long form. Post numbers are written without separators. */
const LONG_FORM = /(?<!\d)\d{1,3},\d{3}(?!\d)/;

/**
 * A number or range, or several separated by commas.
 * @throws QueryError number_unreadable, number_too_large, range_empty
 */
function numberLeaves(field: NumberName, token: FieldToken, text: string): readonly Leaf[] {
  const [item] = token.items;
  const written = rawOf(item);
  const isLongForm = LONG_FORM.test(written) && fieldOf('number', field).isPostNumber !== true;
  const parts = isLongForm ? [] : written.split(',');
  if (parts.length < 2) return [numberLeaf(field, token, text)];
  const leaves: Leaf[] = [];
  let start = item.inQuotes ? null : item.span.start;
  for (const part of parts) {
    const range = part === '' ? null : parseNumberRange(field, part);
    // The whole value is refused, with a suggestion for it.
    if (range instanceof NumberMistake) return [numberLeaf(field, token, text)];
    const span = start === null ? token.span : { start, end: start + part.length };
    if (range !== null) leaves.push({ kind: 'number', field, ...range, span });
    if (start !== null) start += part.length + 1;
  }
  return leaves.length > 1 ? leaves : [numberLeaf(field, token, text)];
}

/** @throws QueryError number_unreadable, number_too_large, range_empty */
function numberLeaf(field: NumberName, token: FieldToken, text: string): Leaf {
  const { valueSpan, span } = token;
  const written = rawOf(token.items[0]);
  const range = parseNumberRange(field, written);
  if (!(range instanceof NumberMistake)) return { kind: 'number', field, ...range, span };
  const onBoard = fieldOf('number', field).isPostNumber === true ? parseReferenceValue(written) : null;
  const suggestion =
    onBoard !== null && onBoard.board !== null
      ? replaceSpan(text, span, inParenthesesUnlessAlone(token, text, `board:${onBoard.board} ${field}:${onBoard.num}`))
      : ((range.mendedValue && replaceSpan(text, valueSpan, range.mendedValue)) ?? suggestAlternatives(token, text));
  throw new QueryError(range.code, range.message, { span: valueSpan, suggestion });
}

/** @throws QueryError value_unknown */
function referenceOf(token: FieldToken, text: string): PostReference {
  const reference = parseReferenceValue(rawOf(token.items[0]));
  if (reference !== null) return reference;
  throw new QueryError('value_unknown', `${token.field.name}: takes the number of a post, such as 123 or g/123.`, {
    span: token.valueSpan,
    suggestion: suggestAlternatives(token, text),
  });
}

/** The query with `(num:g/1 OR num:g/2)` in place of `num:g/1,g/2`; null if the value is not a list of numbers. */
function suggestAlternatives({ field, items, span }: FieldToken, text: string): string | null {
  const parts = items[0].text.split(',').filter((part) => part !== '');
  if (parts.length < 2 || !parts.every((part) => /^(?:[a-z0-9_-]+\/)?\d{1,15}$/i.test(part))) return null;
  return replaceSpan(text, span, `(${parts.map((part) => `${field.name}:${part}`).join(' OR ')})`);
}

/** In parentheses, so that a `-` before the field or an OR beside it applies to both conditions. */
function inParenthesesUnlessAlone({ span }: FieldToken, text: string, both: string): string {
  return span.start === 0 && span.end === text.length ? both : `(${both})`;
}
