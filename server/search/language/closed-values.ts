/** Parses values from a closed set, as of `is:` and `sort:`, and suggests the nearest value for others. */
import { closestName } from '../../../mappings/closest-name.ts';
import { HAS_VALUES, IS_VALUES, OTHER_WORDS } from '../../../mappings/search/fields.ts';
import { listed } from '../../../mappings/search/listed.ts';
import { QueryError, replaceSpan } from './query-error.ts';
import { rawOf, type FieldToken, type Item } from './tokenize.ts';

/** The element of `values` that the item names, case-insensitive. @throws QueryError value_unknown */
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
  const other = OTHER_WORDS.get(written);
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
  const value = OTHER_WORDS.get(written) ?? written;
  if (!isField || token.items.length > 1 || !values.some((known) => known === value)) return null;
  return replaceSpan(text, token.span, `${name}:${value}`);
}
