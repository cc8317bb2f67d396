/** ParseResult what a foreign host sent: either everything in a document is as expected, or it is refused as a whole. */
import { AppError } from '../../platform/errors.ts';
import { makeStorable } from './storable.ts';

/** Few and stable: they are labels of a metric and part of a key in `refusals`. */
export type RefusalReason =
  | 'html'
  | 'not_json'
  | 'not_utf8'
  | 'encoding'
  | 'too_large'
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
  /** The detail and the beginning of what was refused, fit to be stored. */
  readonly sample: string;
}

/** What was accepted and is worth counting all the same, by kind and name: `unknown_field:xyz`, `nul`. */
export type Oddities = ReadonlyMap<string, number>;

export type ParseResult<T> =
  | { readonly ok: true; readonly value: T; readonly oddities: Oddities }
  | { readonly ok: false; readonly refusal: Refusal };

/** Thrown inside a reader; `parseJson` turns it into a refusal. */
export class RefusedError extends AppError {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, detail: string) {
    super(`refused_${reason}`, detail);
    this.reason = reason;
  }
}

/** Counts oddities while a document is read. */
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

/** Runs a reader over a body. The document is parsed, and its numbers and depth are known to be safe, when it runs. */
export function parseJson<T>(body: string, read: (document: unknown, oddities: OddityCount) => T): ParseResult<T> {
  return parseText(body, (oddities) => {
    const document = decodeJson(body);
    assertSafe(document);
    return read(document, oddities);
  });
}

/** The same for a document that is text of another form. */
export function parseText<T>(body: string, read: (oddities: OddityCount) => T): ParseResult<T> {
  const oddities = new OddityCount();
  try {
    return { ok: true, value: read(oddities), oddities: oddities.counts };
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return { ok: false, refusal: refusalOf(error.reason, error.message, body) };
  }
}

/** The same for what takes time to read. `sample` is asked for the beginning of what was refused. */
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
    // A challenge or an error page comes with status 200 as well.
    if (/^\s*</.test(body)) throw new RefusedError('html', 'a page came in place of JSON');
    throw new RefusedError('not_json', body === '' ? 'the body is empty' : 'the body is not JSON');
  }
}

/** Deeper than any source's documents, and shallow enough for every recursion that follows. */
const MAX_DEPTH = 32;

/** JSON numbers past 2^53 have already lost digits: a number of a post would be another post's. */
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
