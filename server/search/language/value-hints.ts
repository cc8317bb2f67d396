/** Hints for values and names that other search engines accept: `deleted:yes`, `w:1920`, `file:*.webm`. Used by hints.ts. */
import { closestName } from '../../../mappings/closest-name.ts';
import { FIELDS, HAS_VALUES, IS_VALUES, isPartName } from '../../../mappings/search/fields.ts';
import { listed } from '../../../mappings/search/listed.ts';
import { unknownCountry } from '../../../mappings/search/values/country.ts';
import { replaceSpan } from './query-error.ts';
import { rawOf, type FieldToken, type Item } from './tokenize.ts';
import type { Hint, Span } from './tree.ts';

const YES_OR_NO = /^([a-z-]+)[:=](yes|true|on|1|no|false|off|0)$/i;
const NO = new Set(['no', 'false', 'off', '0']);

/** `deleted:yes` → `is:deleted`, `image:no` → `-has:image`. */
export function yesOrNoHint(word: string, span: Span, text: string): Hint | null {
  const [, written = '', answer = ''] = YES_OR_NO.exec(word) ?? [];
  const value = written.toLowerCase();
  const isKind = IS_VALUES.some((one) => one === value);
  if (!isKind && !HAS_VALUES.some((one) => one === value)) return null;
  const field = isKind ? 'is' : 'has';
  const meant = `${NO.has(answer.toLowerCase()) ? '-' : ''}${field}:${value}`;
  return {
    code: 'is_or_has',
    message: `Searched as a word. Did you mean ${meant}?`,
    span,
    suggestion: replaceSpan(text, span, meant),
  };
}

/** A Map, so that `constructor` is not found. */
const SHORT_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({ b: 'board', f: 'file', h: 'height', n: 'name', s: 'subject', w: 'width' }),
);
const SHORT_NAME = /^([a-z]):(?!\/\/)([^:\\].*)?$/i;
const NUMBER = /^[<>=≥≤]{0,2}\d/;

/** `w:1920` → `width:1920`. A name before a value that is not a number may be a board: `w:sky` → `board:w sky`. */
export function shortNameHint(word: string, span: Span, text: string): Hint | null {
  const [, short = '', value = ''] = SHORT_NAME.exec(word) ?? [];
  const name = SHORT_NAMES.get(short.toLowerCase());
  if (name === undefined) return null;
  const isNumeric = name === 'width' || name === 'height';
  const unknown = `Unknown field "${short}:"; searched as a word.`;
  if (isNumeric && !NUMBER.test(value)) {
    return {
      code: 'field_near',
      message: `${unknown} Did you mean ${name}: with a number, or the board ${short}?`,
      span,
      suggestion: replaceSpan(text, span, `board:${short.toLowerCase()}${value === '' ? '' : ` ${value}`}`),
    };
  }
  return {
    code: 'field_near',
    message: `${unknown} Did you mean ${name}:?`,
    span,
    suggestion: value === '' ? null : replaceSpan(text, { start: span.start, end: span.start + short.length }, name),
  };
}

const TYPE_OF_FILE = /^\*\.([a-z0-9]{2,5})$/i;

/** `*.webm` → `ext:webm`. */
export function typeOfFileHint(written: string, span: Span, text: string): Hint | null {
  const [, type] = TYPE_OF_FILE.exec(written) ?? [];
  if (type === undefined) return null;
  return {
    code: 'wildcard_leading',
    message: `"*" has a meaning only at the end of a word. Files of this type are found by ext:${type.toLowerCase()}.`,
    span,
    suggestion: replaceSpan(text, span, `ext:${type.toLowerCase()}`),
  };
}

/** Hints for the values of a field. */
export function valueHints(token: FieldToken, text: string): readonly Hint[] {
  const { field, items, span } = token;
  const wildcard = field.kind === 'text' ? leadingWildcardHint(token, text) : null;
  if (wildcard !== null) return [wildcard];
  if (field.name === 'ext') return items.flatMap((item) => typeHint(rawOf(item), item.span, text) ?? []);
  if (field.name !== 'country') return [];
  return items.flatMap((item): readonly Hint[] => {
    const written = rawOf(item).trim();
    const unknown = written === '' ? null : unknownCountry(written);
    if (unknown === null) return [];
    const { nearCode } = unknown;
    const at = items.length === 1 ? span : item.span;
    return [
      {
        code: 'country_unknown',
        message: `No country has the code or English name "${written}".`,
        span: item.span,
        suggestion: nearCode && replaceSpan(text, at, items.length === 1 ? `country:${nearCode}` : nearCode),
      },
    ];
  });
}

/** Types of files that sites accept. Other types may exist, so that only text that resembles one of these gets a hint. */
const TYPES =
  'jpg jpeg png gif webp avif svg bmp webm mp4 m4v ogv mp3 m4a ogg oga opus flac wav pdf epub swf zip rar 7z'.split(
    ' ',
  );
/** Words that people use for a kind of file. */
const KINDS: Readonly<Record<string, string>> = { image: 'image', picture: 'image', video: 'video', file: 'file' };

/** `ext:jpgg` → `ext:jpg`, `ext:image` → `has:image`. */
function typeHint(written: string, span: Span, text: string): Hint | null {
  const type = written
    .trim()
    .toLowerCase()
    .replace(/^[*.]+/, '');
  const code = 'ext_unknown';
  const message = `No known type of file is "${written}".`;
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (kind !== undefined) {
    const start = text.toLowerCase().lastIndexOf('ext:', span.start);
    const isAlone = start === span.start - 4;
    return {
      code,
      message,
      span,
      suggestion: isAlone ? replaceSpan(text, { start, end: span.end }, `has:${kind}`) : null,
    };
  }
  const near = type.length < 3 || TYPES.includes(type) ? null : closestName(type, TYPES, 1);
  return near === null ? null : { code, message, span, suggestion: replaceSpan(text, span, near) };
}

/** `file:*.webm` → `ext:webm`. */
function leadingWildcardHint({ field, items: [item], span }: FieldToken, text: string): Hint | null {
  return field.name === 'file' && item.starBefore && !item.inQuotes ? typeOfFileHint(rawOf(item), span, text) : null;
}

const PART = /^\*([\p{L}\p{M}\p{N}]{3,})$/u;

/** `*kern*` is a word that begins with `kern`: parts of words are searched in some fields only. */
export function partHint({ text: word, star }: Pick<Item, 'text' | 'star'>, span: Span, text: string): Hint | null {
  const [, part] = PART.exec(word) ?? [];
  if (part === undefined) return null;
  const fields = FIELDS.filter(({ name }) => isPartName(name));
  const meant = fields.map(({ name }) => `${name}:*${part}${star ? '*' : ''}`).join(' OR ');
  return {
    code: 'wildcard_leading',
    message: `A "*" before a word is passed over here. Parts of words are found by ${listed(fields.map(({ name }) => `${name}:`))}.`,
    span,
    suggestion: replaceSpan(text, span, `(${meant})`),
  };
}
