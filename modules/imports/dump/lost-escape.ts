/** A quote in a text that has lost its escape. */
import { readRow } from './sql-row.ts';
import { numberAt, type ExpectedRows } from './resume.ts';

/**
 * An error behind the quote that ends a text: either an earlier text lacks its end, or this quote belongs to the text and has lost its
 * escape. If the row is whole with an escape, the latter is taken, and nothing inside of the row may be taken for rows.
 * @returns the end of the row then; null for the former; `open` if more text has to come first
 */
export function endOfEscaped(
  text: string,
  start: number,
  quote: number,
  { syntax, width }: ExpectedRows,
): number | null | 'open' {
  if (width === null) return null;
  const escape = syntax.reading.backslash ? '\\' : "'";
  const row = readRow(`${text.slice(start, quote)}${escape}${text.slice(quote)}`, 0, syntax);
  if (row.kind === 'incomplete') return 'open';
  if (row.kind === 'malformed' || row.row.length !== width) return null;
  const end = start + row.end - escape.length;
  return hasNextRow(text, start, end) ? null : end;
}

/** Whether the row with the next number is in what would be one text: nobody who writes a text knows the numbers of the table. */
function hasNextRow(text: string, start: number, end: number): boolean {
  const number = numberAt(text, start);
  if (number === null) return false;
  const at = text.indexOf(`(${number + 1},`, start);
  return at !== -1 && at < end && /(?:\)\s*,|VALUES)\s*$/.test(text.slice(Math.max(start, at - 20), at));
}
