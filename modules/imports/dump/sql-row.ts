/** One row of an INSERT statement, from its opening to its closing parenthesis. */
import type { Row } from './batch.ts';
import { endOfQuoted, skipSpace, unescape } from './scan-text.ts';
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
    const isNeeded = needed === null || needed[row.length] !== false;
    const usual = readUsual(text, from, isNeeded ? reading : skipping, isNeeded);
    if (usual !== -1 && row.length < MAX_VALUES) {
      row.push(usualValue);
      if (text.charCodeAt(usual) === CLOSING) return { kind: 'row', row, end: usual + 1 };
      from = usual;
      continue;
    }
    const value = readValue(text, from, isNeeded ? reading : skipping);
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

const [COMMA, CLOSING, QUOTE, ZERO, NINE, N] = [44, 41, 39, 48, 57, 78];

/** The value that readUsual has read: a property of the module, since an object for each value takes a quarter of the time. */
let usualValue: string | null = null;

/**
 * Reads a whole number, a quoted text, or NULL that a comma or a closing parenthesis follows: nearly all values. Returns the position
 * of that sign; -1 for other values.
 */
function readUsual(text: string, at: number, { decode, backslash }: Syntax, isNeeded: boolean): number {
  const first = text.charCodeAt(at);
  let end = at;
  if (first === QUOTE) {
    const quote = endOfQuoted(text, at + 1, "'", backslash);
    if (quote === -1) return -1;
    end = quote + 1;
  } else if (first === N) {
    if (!text.startsWith('NULL', at)) return -1;
    end = at + 4;
  } else {
    for (let code = first; code >= ZERO && code <= NINE; code = text.charCodeAt(end)) end++;
    if (end === at) return -1;
  }
  const next = text.charCodeAt(end);
  if (next !== COMMA && next !== CLOSING) return -1;
  if (first === N) usualValue = null;
  else if (first === QUOTE)
    usualValue = decode === null ? null : decode(unescape(text.slice(at + 1, end - 1), "'", backslash));
  else usualValue = isNeeded ? text.slice(at, end) : null;
  return end;
}

/** PostgreSQL's tools write types after values: `'t'::boolean`. */
function skipCast(text: string, at: number): number {
  CAST.lastIndex = at;
  return at + (CAST.exec(text)?.[0].length ?? 0);
}
