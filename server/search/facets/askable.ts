import { parse } from '../language/parse.ts';
import { print } from '../language/print.ts';
import { QueryError } from '../language/query-error.ts';
import type { Query } from '../language/tree.ts';

/** The text of a query that nobody typed; null when it would be refused as too long or too large. */
export function askable(query: Query): string | null {
  return askableText(print(query));
}

export function askableText(text: string): string | null {
  try {
    parse(text);
    return text;
  } catch (error) {
    if (error instanceof QueryError) return null;
    throw error;
  }
}
