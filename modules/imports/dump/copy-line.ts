/** A line between `COPY … FROM stdin;` and `\.`. */
import type { Row } from './batch.ts';
import { endOfLine, readTextRow } from './text-rows.ts';

export type CopyLine =
  | { readonly kind: 'row'; readonly row: Row; readonly end: number }
  | { readonly kind: 'damage'; readonly detail: string; readonly end: number }
  /** `statement`: the end of the rows is missing, and something else follows. */
  | { readonly kind: 'end' | 'statement'; readonly end: number }
  | { readonly kind: 'incomplete' };

const STATEMENT = /^(?:--|$|(?:COPY|CREATE|ALTER|INSERT|SELECT|SET|GRANT|COMMENT)\s)/;

/** @param width the number of values in a row; null if it is not known */
export function readCopyLine(
  text: string,
  at: number,
  width: number | null,
  decode: (bytes: string) => string,
): CopyLine {
  const end = endOfLine(text, at);
  if (end === -1) return { kind: 'incomplete' };
  const line = text.slice(at, end).replace(/\r$/, '');
  if (line === String.raw`\.`) return { kind: 'end', end: end + 1 };
  const row = readTextRow(line, decode);
  if (width === null || row.length === width) return { kind: 'row', row, end: end + 1 };
  if (STATEMENT.test(line)) return { kind: 'statement', end: at };
  // A backslash at the end of a damaged line joins it with the next one.
  return {
    kind: 'damage',
    detail: `a row has ${row.length} values for ${width} columns`,
    end: text.indexOf('\n', at) + 1,
  };
}
