/**
 * An export as text, piece by piece: no more is read than the reader takes. Errors before the first piece are thrown, so
 * that they can be answered like any other; those after it end the export with a last line that says so.
 */
import { setImmediate as othersFirst } from 'node:timers/promises';
import { toError } from '../../../platform/errors.ts';
import type { ExportEnd } from '../../../mappings/contract/export.ts';
import { toExportRow, type ExportedPost } from './exported-post.ts';
import type { ExportWriter } from './ndjson.ts';

export interface Export {
  readonly posts: AsyncIterable<readonly ExportedPost[]>;
  readonly writer: ExportWriter;
  /** Rows at most. */
  readonly limit: number;
  /** Where it begins; null at the first hit. */
  readonly after: readonly number[] | null;
  cursorAt(position: readonly number[]): string;
  /** Nobody reads any more. */
  readonly gone: AbortSignal;
  /** The server is about to stop. */
  readonly closing: AbortSignal;
  /** Stable and short, for the last line. */
  codeOf(error: Error): string;
}

/** Some milliseconds of work: then whoever else waits comes first. */
const ROWS_A_PIECE = 64;
/** Whoever reads so slowly goes on from the cursor. */
export const MAX_EXPORT_MS = 1_800_000;

/** Reads the first posts before it answers. */
export async function beginExport(options: Export): Promise<AsyncGenerator<string>> {
  const posts = options.posts[Symbol.asyncIterator]();
  const first = await posts.next();
  return new Writing(options).pieces(prepended(first, posts));
}

async function* prepended<T>(first: IteratorResult<T>, rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    for (let result = first; result.done !== true; result = await rest.next()) yield result.value;
  } finally {
    await rest.return?.();
  }
}

class Writing {
  readonly #export: Export;
  readonly #started = performance.now();
  #rows = 0;
  #last: ExportedPost | null = null;

  constructor(options: Export) {
    this.#export = options;
  }

  async *pieces(pages: AsyncIterable<readonly ExportedPost[]>): AsyncGenerator<string> {
    const { writer, gone } = this.#export;
    yield writer.begin();
    let reason: string | null;
    try {
      reason = yield* this.#rowsOf(pages);
    } catch (error) {
      reason = this.#export.codeOf(toError(error));
    }
    if (!gone.aborted) yield writer.end(this.#end(reason));
  }

  /** Answers why it stopped; null after the last row. */
  async *#rowsOf(pages: AsyncIterable<readonly ExportedPost[]>): AsyncGenerator<string, string | null> {
    const { writer, limit, gone, closing } = this.#export;
    for await (const page of pages) {
      for (let at = 0; at < page.length; at += ROWS_A_PIECE) {
        // Only a row too many says that there are more than the limit.
        if (this.#rows === limit) return 'limit';
        if (gone.aborted) return 'gone';
        if (closing.aborted) return 'closing';
        if (performance.now() - this.#started > MAX_EXPORT_MS) return 'time';
        const piece = page.slice(at, Math.min(at + ROWS_A_PIECE, at + limit - this.#rows));
        yield writer.rows(piece.map(toExportRow));
        this.#rows += piece.length;
        this.#last = piece.at(-1) ?? this.#last;
        if (this.#rows === limit && at + piece.length < page.length) return 'limit';
        await othersFirst();
      }
    }
    return null;
  }

  #end(reason: string | null): ExportEnd {
    const position = this.#last === null ? this.#export.after : this.#last.position;
    return {
      end: true,
      rows: this.#rows,
      complete: reason === null,
      reason,
      next: reason === null || position === null ? null : this.#export.cursorAt(position),
    };
  }
}
