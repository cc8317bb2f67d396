/** Parsing of foreign documents: a document in which anything is malformed is refused as a whole. */
import { AppError } from '../../platform/errors.ts';
import { makeStorable } from '../../mappings/storable.ts';

/** Few and stable: labels of a metric and part of the key of `refusals`. */
export type RefusalReason =
  | 'html'
  | 'not_json'
  | 'not_utf8'
  | 'encoding'
  | 'too_large'
  | 'too_long'
  | 'too_deep'
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
export type Oddities = ReadonlyMap<string, number>;

export type ParseResult<T> =
  | { readonly ok: true; readonly value: T; readonly oddities: Oddities }
  | { readonly ok: false; readonly refusal: Refusal };

/** Thrown by a parser; `parseJson`, `parseText` and `parseAsync` turn it into a refusal. */
export class RefusedError extends AppError {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, detail: string) {
    super(`refused_${reason}`, detail);
    this.reason = reason;
  }
}

/** Counts oddities while a document is parsed. */
export class OddityCount {
  readonly counts = new Map<string, number>();

  add(oddity: string): void {
    this.counts.set(oddity, (this.counts.get(oddity) ?? 0) + 1);
  }
}

const SAMPLE_LENGTH = 2_000;

export function refusalOf(reason: RefusalReason, detail: string, body: string): Refusal {
  return { reason, detail, sample: makeStorable(`${detail}\n${body.slice(0, SAMPLE_LENGTH)}`) };
}

/** Parses a JSON body. `read` gets a document whose depth is limited and whose numbers are exact. */
export function parseJson<T>(body: string, read: (document: unknown, oddities: OddityCount) => T): ParseResult<T> {
  return parseText(body, (oddities) => {
    const document = decodeJson(body);
    assertSafe(document);
    return read(document, oddities);
  });
}

/** Parses a body that is not JSON. */
export function parseText<T>(body: string, read: (oddities: OddityCount) => T): ParseResult<T> {
  const oddities = new OddityCount();
  try {
    return { ok: true, value: read(oddities), oddities: oddities.counts };
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return { ok: false, refusal: refusalOf(error.reason, error.message, body) };
  }
}

/** Parses a document asynchronously. `sample` returns the beginning of the document for a refusal. */
export async function parseAsync<T>(
  sample: () => string,
  read: (oddities: OddityCount) => Promise<T>,
): Promise<ParseResult<T>> {
  const oddities = new OddityCount();
  try {
    return { ok: true, value: await read(oddities), oddities: oddities.counts };
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

/** Deeper than any source's documents, and shallow enough for recursion. */
const MAX_DEPTH = 32;

/** JSON numbers past 2^53 have lost digits: a post's number would be another post's. */
function assertSafe(document: unknown): void {
  let level: unknown[] = [document];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new RefusedError('too_deep', `nested deeper than ${MAX_DEPTH} levels`);
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
        throw new RefusedError('out_of_range', `the number ${value} is past 2^53`);
      }
      if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) next.push(inner);
    }
    level = next;
  }
}
