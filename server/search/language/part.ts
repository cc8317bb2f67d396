/** `file:*paper*` → a leaf. Used by leaf.ts. */
import { FIELDS, isPartName } from '../../../mappings/search/fields.ts';
import { listed } from '../../../mappings/search/listed.ts';
import { lettersOf, partOf } from '../../../mappings/text-analysis/parts.ts';
import { MIN_PREFIX } from './limits.ts';
import { QueryError, replaceSpan } from './query-error.ts';
import type { FieldToken } from './tokenize.ts';
import type { Leaf } from './tree.ts';

const NAMES = FIELDS.filter(({ name }) => isPartName(name)).map(({ name }) => `${name}:`);

/** @throws QueryError value_wrong, prefix_short */
export function partLeaf({ field: { name }, items: [item], valueSpan, span }: FieldToken, text: string): Leaf {
  const { star, inQuotes, text: written } = item;
  const star0 = { start: valueSpan.start, end: valueSpan.start + 1 };
  if (!isPartName(name)) {
    throw new QueryError(
      'value_wrong',
      `${name}: finds words and their beginnings. Parts of words are found by ${listed(NAMES)}.`,
      {
        span: valueSpan,
        suggestion: replaceSpan(text, star0, ''),
      },
    );
  }
  if (!inQuotes && written.includes('*')) {
    throw new QueryError('value_wrong', `${name}: takes a "*" before and after a part, not within it.`, {
      span: valueSpan,
      suggestion: replaceSpan(text, span, severalParts(name, written)),
    });
  }
  if (lettersOf(partOf(written, !star)) < MIN_PREFIX) {
    const hint = 'Chinese, Japanese and Korean words are found inside of longer ones without "*".';
    throw new QueryError('prefix_short', `A part of a word needs at least ${MIN_PREFIX} letters or digits. ${hint}`, {
      span: valueSpan,
      suggestion: written === '' ? null : replaceSpan(text, valueSpan, inQuotes ? `"${written}"` : written),
    });
  }
  return { kind: 'part', field: name, text: written, atEnd: !star, span };
}

const TYPE_OF_FILE = /^\.([a-z0-9]{2,5})$/i;

/** `*a*b*` → `(file:*a* file:*b*)`. The extension is not part of the name of a file. */
function severalParts(name: string, written: string): string {
  const parts = written.split('*').filter((part) => part !== '');
  const [, type] = (name === 'file' && TYPE_OF_FILE.exec(parts.at(-1) ?? '')) || [];
  const named = type === undefined ? parts : parts.slice(0, -1);
  return `(${[...named.map((part) => `${name}:*${part}*`), ...(type === undefined ? [] : [`ext:${type}`])].join(' ')})`;
}
