/** A quote in a text that has lost its escape. */
import { readRow } from './sql-row.ts';
import { numberAt, type ExpectedRows } from './resume.ts';

/**
 * Handles an error after the quote that ends a text: either an earlier text lacks its closing quote, or this quote is part of the text
 * and has lost its escape. If the row is complete with an escape, the second is assumed, and nothing within the row is read as a row.
 * @returns the end of the row in the second case; null in the first; `open` if more text is needed
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

/** True if the supposed text contains the row with the next number: authors of posts cannot know the table's row numbers. */
function hasNextRow(text: string, start: number, end: number): boolean {
  const number = numberAt(text, start);
  if (number === null) return false;
  const at = text.indexOf(`(${number + 1},`, start);
  return at !== -1 && at < end && /(?:\)\s*,|VALUES)\s*$/.test(text.slice(Math.max(start, at - 20), at));
}
