/** Returns the texts of generated queries, or null for those beyond the limits of the language. */
import { parse } from './parse.ts';
import { print } from './print.ts';
import { QueryError } from './query-error.ts';
import { valueCountOfAll, type Query } from './tree.ts';

/**
 * Texts of generated queries; null for those that exceed the limits of the language. The queries must be variants of one
 * query, with the same prefixes and nesting: then all are within the limits if the longest is and the one with the most
 * values is. These two need not be the same: the choice `ext:jpeg` adds two values in a short text, `-has:file` one in a
 * longer text.
 */
export function textsWithinLimits(queries: readonly Query[]): readonly (string | null)[] {
  const texts = queries.map((query) => print(query));
  const longest = texts.reduce((one, other) => (other.length > one.length ? other : one), '');
  const counts = queries.map(({ root }) => valueCountOfAll(root));
  const fullest = texts[counts.indexOf(Math.max(...counts))] ?? '';
  return isWithinLimits(longest) && isWithinLimits(fullest) ? texts : texts.map((text) => textWithinLimits(text));
}

export function textWithinLimits(text: string): string | null {
  return isWithinLimits(text) ? text : null;
}

function isWithinLimits(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch (error) {
    if (error instanceof QueryError) return false;
    throw error;
  }
}
