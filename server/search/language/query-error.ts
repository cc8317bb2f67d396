/** The error of a query, with its position and a corrected query. */
import { AppError } from '../../../platform/errors.ts';
import type { Span } from './tree.ts';

export interface QueryErrorDetails {
  readonly span: Span;
  /** The corrected query as a whole. */
  readonly suggestion?: string | null;
}

/** The query cannot be parsed or run. The message is a sentence for the reader. */
export class QueryError extends AppError {
  readonly span: Span;
  readonly suggestion: string | null;

  constructor(code: string, message: string, details: QueryErrorDetails) {
    super(code, message);
    this.span = details.span;
    this.suggestion = details.suggestion ?? null;
  }
}

const IN_QUOTES = /^["“”„].*["“”]$/s;
const CLOSING_QUOTE = /["“”]$/;

/**
 * The text with `replacement` in place of the span. A closing quote separates a value from a word directly after it. If such a value is
 * replaced, the new value is quoted as well; a new term gets a space after it.
 */
export function replaceSpan(text: string, span: Span, replacement: string): string {
  const replaced = text.slice(span.start, span.end);
  const rest = text.slice(span.end);
  const isJoined = CLOSING_QUOTE.test(replaced) && !CLOSING_QUOTE.test(replacement) && /^[^\s|]/.test(rest);
  const term = IN_QUOTES.test(replaced) ? `"${replacement}"` : `${replacement} `;
  return text.slice(0, span.start) + (isJoined ? term : replacement) + rest;
}
