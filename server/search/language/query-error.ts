/** The error of a query, with its position and a corrected query. */
import { AppError } from '../../../platform/errors.ts';
import type { Span } from './tree.ts';

export interface QueryErrorDetails {
  readonly span: Span;
  /** The whole query, corrected. */
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

export function replaceSpan(text: string, span: Span, replacement: string): string {
  return text.slice(0, span.start) + replacement + text.slice(span.end);
}
