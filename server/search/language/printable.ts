import { parse } from './parse.ts';
import { print } from './print.ts';
import { QueryError } from './query-error.ts';
import type { Query } from './tree.ts';

/**
 * The texts of queries that nobody typed; null for those that would be refused as too long or too large. They differ in one
 * value: where the longest is taken, all are.
 */
export function askable(queries: readonly Query[]): readonly (string | null)[] {
  const texts = queries.map((query) => print(query));
  const longest = texts.reduce((one, other) => (other.length > one.length ? other : one), '');
  return isAskable(longest) ? texts : texts.map((text) => askableText(text));
}

export function askableText(text: string): string | null {
  return isAskable(text) ? text : null;
}

function isAskable(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch (error) {
    if (error instanceof QueryError) return false;
    throw error;
  }
}
