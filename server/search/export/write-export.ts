/**
 * Writes an export as text, in pieces: posts are read only as fast as the client takes them. An error before the first piece is thrown,
 * so that it is answered like any other. A later error ends the export with a last line that contains it.
 */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { toError } from '../../../platform/errors.ts';
import type { Post } from '../../../mappings/post.ts';
import type { ExportEnd, ExportRow } from '../../../mappings/contract/export.ts';
import { presentPost, type FilesAtSource } from '../../posts/present.ts';
import type { SortValues } from '../elasticsearch/index-hit.ts';
import type { ExportWriter } from './writers.ts';

export interface ExportedPost {
  readonly post: Post;
  readonly atSource: FilesAtSource;
  readonly threadSubject: string | null;
  /** Number of hits in its thread; null unless hits are grouped by thread. */
  readonly threadHits: number | null;
  /** Where an export that ends after this post can continue; null where it cannot. */
  readonly position: SortValues | null;
}

export interface Export {
  readonly posts: AsyncIterable<readonly ExportedPost[]>;
  readonly writer: ExportWriter;
  /** The post with its whole comment, if only the beginning was read. */
  readonly whole: (post: Post) => Promise<Post>;
  /** Most rows. */
  readonly limit: number;
  /** Where the export starts; null at the first hit. */
  readonly after: SortValues | null;
  cursorAt(position: SortValues): string;
  /** The client disconnected. */
  readonly disconnected: AbortSignal;
  /** The server is shutting down. */
  readonly closing: AbortSignal;
  /** A stable code for the last line. */
  codeOf(error: Error): string;
}

/** A few milliseconds of work, after which other requests run. */
const ROWS_PER_PIECE = 64;
/** A client that reads more slowly continues from the cursor of the last line. */
export const MAX_EXPORT_MS = 1_800_000;

/** Resolves once the first posts are read. */
export async function beginExport(options: Export): Promise<AsyncGenerator<string>> {
  const posts = options.posts[Symbol.asyncIterator]();
  const first = await posts.next();
  return new ExportRun(options).pieces(prepended(first, posts));
}

async function* prepended<T>(first: IteratorResult<T>, rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    for (let result = first; result.done !== true; result = await rest.next()) yield result.value;
  } finally {
    await rest.return?.();
  }
}

class ExportRun {
  readonly #export: Export;
  readonly #started = performance.now();
  #rows = 0;
  #last: ExportedPost | null = null;

  constructor(options: Export) {
    this.#export = options;
  }

  async *pieces(pages: AsyncIterable<readonly ExportedPost[]>): AsyncGenerator<string> {
    const { writer, disconnected } = this.#export;
    yield writer.begin();
    let reason: string | null;
    try {
      reason = yield* this.#rowsOf(pages);
    } catch (error) {
      reason = this.#export.codeOf(toError(error));
    }
    if (!disconnected.aborted) yield writer.end(this.#end(reason));
  }

  /** Returns why it stopped early, or null. */
  async *#rowsOf(pages: AsyncIterable<readonly ExportedPost[]>): AsyncGenerator<string, string | null> {
    const { limit, disconnected, closing } = this.#export;
    for await (const page of pages) {
      for (let at = 0; at < page.length; at += ROWS_PER_PIECE) {
        // An extra row shows that there are more rows than the limit.
        if (this.#rows === limit) return 'limit';
        if (disconnected.aborted) return 'gone';
        if (closing.aborted) return 'closing';
        if (performance.now() - this.#started > MAX_EXPORT_MS) return 'time';
        const piece = page.slice(at, Math.min(at + ROWS_PER_PIECE, at + limit - this.#rows));
        yield* this.#rowsWithWholeComments(piece);
        this.#rows += piece.length;
        this.#last = piece.at(-1) ?? this.#last;
        if (this.#rows === limit && at + piece.length < page.length) return 'limit';
        await letOthersRun();
      }
    }
    return null;
  }

  /** Reads long comments one after the other, since some hundred of them may not fit into memory. */
  async *#rowsWithWholeComments(piece: readonly ExportedPost[]): AsyncGenerator<string> {
    const { writer, whole } = this.#export;
    if (!piece.some(({ post }) => post.isCommentCut)) return yield writer.rows(piece.map(toExportRow));
    for (const one of piece) {
      const post = one.post.isCommentCut === true ? await whole(one.post) : one.post;
      yield writer.rows([toExportRow({ ...one, post })]);
    }
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

export function toExportRow({ post, atSource, threadSubject, threadHits }: ExportedPost): ExportRow {
  const group = threadHits === null ? null : { hits: threadHits };
  return { ...presentPost(post, atSource), thread_subject: threadSubject, group };
}
