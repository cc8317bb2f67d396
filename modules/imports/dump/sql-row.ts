/** One row of an INSERT statement, from its opening to its closing parenthesis. */
import type { Row } from './batch.ts';
import { skipSpace } from './scan-text.ts';
import type { Syntax } from './value-form.ts';
import { readValue } from './value.ts';

export type ReadRow =
  | { readonly kind: 'row'; readonly row: Row; /** Behind the parenthesis. */ readonly end: number }
  | { readonly kind: 'incomplete' }
  | {
      readonly kind: 'malformed';
      /** The number of values that were read. */
      readonly values: number;
      /** The position of a quote that ended a text at an impossible place; -1 for other errors. */
      readonly quote: number;
    };

export interface RowSyntax {
  readonly reading: Syntax;
  /** For values that are not needed. */
  readonly skipping: Syntax;
  /** Flags by place in a row: true if the value is needed. null if all are needed. */
  readonly needed: readonly boolean[] | null;
}

/** A table has at most 4,096 columns. */
const MAX_VALUES = 5000;
const CAST = /::[\w ]+(?:\(\d+\))?\s*/y;

/** @param at the position of the opening parenthesis */
export function readRow(text: string, at: number, { reading, skipping, needed }: RowSyntax): ReadRow {
  const row: (string | null)[] = [];
  if (text[at] !== '(') return { kind: 'malformed', values: 0, quote: -1 };
  for (let from = at; ;) {
    from = skipSpace(text, from + 1);
    const value = readValue(text, from, needed !== null && needed[row.length] === false ? skipping : reading);
    if (value.kind === 'incomplete') return value;
    if (value.kind === 'malformed') return { kind: 'malformed', values: row.length, quote: -1 };
    row.push(value.value);
    from = skipSpace(text, value.end);
    if (text[from] === ':') from = skipCast(text, from);
    if (from >= text.length) return { kind: 'incomplete' };
    if (text[from] === ')') return { kind: 'row', row, end: from + 1 };
    if (text[from] !== ',' || row.length > MAX_VALUES) {
      const quote = text[value.end - 1] === "'" ? value.end - 1 : -1;
      return { kind: 'malformed', values: row.length, quote };
    }
  }
}

/** PostgreSQL's tools write types after values: `'t'::boolean`. */
function skipCast(text: string, at: number): number {
  CAST.lastIndex = at;
  return at + (CAST.exec(text)?.[0].length ?? 0);
}
