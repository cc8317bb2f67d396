/** Takes queries that were generated and returns their texts, or null for those beyond the limits of the language. */
import { parse } from './parse.ts';
import { print } from './print.ts';
import { QueryError } from './query-error.ts';
import type { Query } from './tree.ts';

/**
 * Texts of generated queries; null for those that exceed the limits of the language. The queries differ in one value only,
 * so that all are within the limits if the longest is.
 */
export function printableQueries(queries: readonly Query[]): readonly (string | null)[] {
  const texts = queries.map((query) => print(query));
  const longest = texts.reduce((one, other) => (other.length > one.length ? other : one), '');
  return isWithinLimits(longest) ? texts : texts.map((text) => printableText(text));
}

export function printableText(text: string): string | null {
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
