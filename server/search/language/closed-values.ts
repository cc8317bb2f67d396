/** Parses values from a closed set, as of `is:` and `sort:`, and suggests the nearest value for others. */
import { closestName } from '../../../mappings/closest-name.ts';
import { QueryError, replaceSpan } from './query-error.ts';
import { rawOf, type FieldToken, type Item } from './tokenize.ts';
import { HAS_VALUES, IS_VALUES } from './tree.ts';

/**
 * Words that people use for values of is:, has:, sort: and group:. One table for all: a word is suggested for a field that has
 * its value, and for `has:` in place of `is:` (`is:photo` → `has:image`) or the other way round.
 */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  opener: 'op',
  thread: 'op',
  replies: 'reply',
  post: 'reply',
  posts: 'reply',
  pinned: 'sticky',
  locked: 'closed',
  removed: 'deleted',
  spoilered: 'spoiler',
  picture: 'image',
  photo: 'image',
  img: 'image',
  pic: 'image',
  webm: 'video',
  media: 'file',
  attachment: 'file',
  title: 'subject',
  text: 'comment',
  url: 'link',
  flag: 'country',
  tripcode: 'trip',
  newest: 'new',
  latest: 'new',
  desc: 'new',
  oldest: 'old',
  asc: 'old',
  best: 'relevance',
  score: 'relevance',
  changed: 'modified',
  updated: 'modified',
};

/** The one of `values` that the item names, case-insensitive. @throws QueryError value_unknown */
export function oneOf<T extends string>(values: readonly T[], token: FieldToken, item: Item, text: string): T {
  const written = rawOf(item).toLowerCase();
  const known = values.find((value) => value === written);
  if (known !== undefined) return known;
  const { name } = token.field;
  throw new QueryError('value_unknown', `${name}: takes ${listed(values)}.`, {
    span: written === '' ? token.valueSpan : item.span,
    suggestion:
      written === '' ? null : (nearestValue(written, values, token, item, text) ?? otherField(written, token, text)),
  });
}

function nearestValue(
  written: string,
  values: readonly string[],
  token: FieldToken,
  { span }: Item,
  text: string,
): string | null {
  const other = OTHER_WORDS[written];
  const near =
    (other !== undefined && values.includes(other) ? other : null) ??
    values.find((value) => written.startsWith(value)) ??
    // `is:image` means has:image and is not a misspelling of is:op.
    (otherField(written, token, text) === null ? closestName(written, values, 2) : null);
  return near && replaceSpan(text, span, near);
}

/** has: for a value of is: and the other way round: `is:image`, `has:op`. */
function otherField(written: string, token: FieldToken, text: string): string | null {
  const [name, values] = token.field.kind === 'is' ? ['has', HAS_VALUES] : ['is', IS_VALUES];
  const isField = token.field.kind === 'is' || token.field.kind === 'has';
  const value = OTHER_WORDS[written] ?? written;
  if (!isField || token.items.length > 1 || !values.some((known) => known === value)) return null;
  return replaceSpan(text, token.span, `${name}:${value}`);
}

function listed(values: readonly string[]): string {
  return values.length === 1 ? (values[0] ?? '') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}
