/**
 * Parsing of foreign documents. A document of another form is refused as a whole; in one of the right form a malformed entry is refused
 * alone, and an unreadable field that its entry does not need is dropped.
 */
import { AppError } from '../../platform/errors.ts';
import { makeStorable } from '../../mappings/storable.ts';

/** Few and stable: labels of a metric and part of the key of `refusals`. */
export type RefusalReason =
  | 'html'
  | 'not_json'
  | 'charset'
  | 'encoding'
  | 'too_large'
  | 'too_long'
  | 'redirect'
  | 'address'
  | 'status'
  | 'not_found'
  | 'empty'
  | 'missing_field'
  | 'wrong_type'
  | 'out_of_range'
  | 'duplicate_number'
  | 'media_size'
  | 'media_md5'
  | 'media_type'
  | 'wrong_thread'
  | 'database';

export interface Refusal {
  readonly reason: RefusalReason;
  /** Where and what: `posts[3].no must be a whole number`. */
  readonly detail: string;
  /** The detail and the beginning of the document, storable in PostgreSQL. */
  readonly sample: string;
}

/** Counts of accepted but unexpected content, by kind: `unknown_field:xyz`, `nul`. */
export type WarningCounts = ReadonlyMap<string, number>;

/** An entry of an accepted document that was refused alone, such as a post of a thread. */
export interface RefusedEntry {
  readonly reason: RefusalReason;
  /** Where and what, as of a refused document. */
  readonly detail: string;
  /** The beginning of the entry. */
  readonly content: string;
}

export type ParseResult<T> =
  | {
      readonly ok: true;
      readonly value: T;
      readonly warnings: WarningCounts;
      readonly refused: readonly RefusedEntry[];
    }
  | { readonly ok: false; readonly refusal: Refusal };

/** Returns whether nothing of the document was refused. */
export function isReadWhole(reading: ParseResult<unknown>): boolean {
  return reading.ok && reading.refused.length === 0;
}

/** Thrown by a parser; `parseJson`, `parseText` and `parseAsync` turn it into a refusal. */
export class RefusedError extends AppError {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, detail: string) {
    super(`refused_${reason}`, detail);
    this.reason = reason;
  }
}

/** Notes taken while a document is parsed: counts of warnings, and the entries that are refused alone. */
export class ParseWarnings {
  readonly counts = new Map<string, number>();
  readonly refused: RefusedEntry[] = [];

  add(warning: string): void {
    this.counts.set(warning, (this.counts.get(warning) ?? 0) + 1);
  }

  /** Refuses one entry. `content` null: the entry is not sampled. @throws unless the error is a RefusedError. */
  refuse(error: unknown, content: unknown): void {
    if (!(error instanceof RefusedError)) throw error;
    this.refused.push({ reason: error.reason, detail: error.message, content: printed(content) });
  }
}

/** The value of a refused entry. */
const CONTENT_LENGTH = 500;

function printed(content: unknown): string {
  if (content === null || content === undefined) return '';
  try {
    return JSON.stringify(content).slice(0, CONTENT_LENGTH);
  } catch {
    // The value is nested too deeply to be printed.
    return '';
  }
}

/**
 * Reads each entry of a list; one that is refused is left out.
 * @throws RefusedError if none of them can be read: the list has another form.
 */
export function readEach<E, T>(
  entries: readonly E[],
  warnings: ParseWarnings,
  read: (entry: E, index: number) => T,
  contentOf: (entry: E) => unknown = (entry) => entry,
): { readonly entry: E; readonly value: T }[] {
  const before = warnings.refused.length;
  const found = entries.flatMap((entry, index) => {
    try {
      return [{ entry, value: read(entry, index) }];
    } catch (error) {
      warnings.refuse(error, contentOf(entry));
      return [];
    }
  });
  const [first] = warnings.refused.slice(before);
  if (found.length === 0 && first !== undefined) throw new RefusedError(first.reason, first.detail);
  return found;
}

const SAMPLE_LENGTH = 2_000;

export function refusalOf(reason: RefusalReason, detail: string, body: string): Refusal {
  return { reason, detail, sample: makeStorable(`${detail}\n${body.slice(0, SAMPLE_LENGTH)}`) };
}

/** The refusal of entries of one document for one reason. */
export function refusalOfEntries(reason: RefusalReason, entries: readonly RefusedEntry[]): Refusal {
  const details = entries.map(({ detail }) => detail).join('; ');
  const samples = entries.map(({ detail, content }) => `${detail}\n${content}`).join('\n');
  return {
    reason,
    detail: makeStorable(details.slice(0, SAMPLE_LENGTH)),
    sample: makeStorable(samples.slice(0, SAMPLE_LENGTH)),
  };
}

/** Parses a JSON body. `read` must expect values that are nested deeply, and numbers past 2^53, which have lost digits. */
export function parseJson<T>(body: string, read: (document: unknown, warnings: ParseWarnings) => T): ParseResult<T> {
  return parseText(body, (warnings) => read(decodeJson(body), warnings));
}

/** Parses a body that is not JSON. */
export function parseText<T>(body: string, read: (warnings: ParseWarnings) => T): ParseResult<T> {
  const warnings = new ParseWarnings();
  try {
    return { ok: true, value: read(warnings), warnings: warnings.counts, refused: warnings.refused };
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return { ok: false, refusal: refusalOf(error.reason, error.message, body) };
  }
}

/** Parses a document asynchronously. `sample` returns the beginning of the document for a refusal. */
export async function parseAsync<T>(
  sample: () => string,
  read: (warnings: ParseWarnings) => Promise<T>,
): Promise<ParseResult<T>> {
  const warnings = new ParseWarnings();
  try {
    return { ok: true, value: await read(warnings), warnings: warnings.counts, refused: warnings.refused };
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return { ok: false, refusal: refusalOf(error.reason, error.message, sample()) };
  }
}

function decodeJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // Challenge and error pages may have status 200.
    if (/^\s*</.test(body)) throw new RefusedError('html', 'received an HTML page in place of JSON');
    throw new RefusedError('not_json', body === '' ? 'the body is empty' : 'the body is not JSON');
  }
}
