/** Imports threads in the JSON of 4chan's API from a folder. Safe to repeat. */
import pg from 'pg';
import type { Board } from '../../../mappings/board.ts';
import type { PostObservation, ThreadObservation } from '../../../mappings/post.ts';
import { completed } from '../../../store/complete-posts.ts';
import type { Slices } from '../../../store/slices.ts';
import { writeRange } from '../../../store/write-range.ts';
import { ImportError } from '../import-error.ts';
import { UNWATCHED, type BoardWatch } from '../watch.ts';
import { BoardTotals, FileTotals, add, type JsonReport } from './report.ts';
import { listThreadFiles, readText, type ThreadFile } from './thread-files.ts';

/** Posts per range. Each range is a transaction that holds the board's lock. */
const RANGE = 5000;

interface RefusedPost {
  readonly reason: string;
  readonly detail: string;
}

export type ReadThread =
  | {
      readonly ok: true;
      readonly value: ThreadObservation;
      /** Counts by kind; `unreadable_field:…` for a field that was dropped. */
      readonly warnings: ReadonlyMap<string, number>;
      /** Posts that were refused alone. */
      readonly refused: readonly RefusedPost[];
    }
  | { readonly ok: false; readonly refusal: RefusedPost };

/** Functions that the command supplies. */
export interface JsonTarget {
  readonly pool: pg.Pool;
  readonly slices: Slices;
  /** Returns the board with this name; creates it if it is missing. */
  readonly openBoard: (name: string) => Promise<Board>;
  /** The source's own reader of a thread's document. */
  readonly readThread: (body: string, thread: number) => ReadThread;
  /** Called once for each board that is written. */
  readonly watch: (board: Board) => Promise<BoardWatch>;
  readonly onPlan: (boards: ReadonlyMap<string, number>) => void;
  readonly onProgress: (posts: number, share: number) => void;
}

export interface JsonOptions {
  /** The board of all files; null if folders name the boards. */
  readonly board: string | null;
  readonly dryRun: boolean;
  readonly now: Date;
}

/** @throws ImportError if the folder has no such files, or no folder names a board. */
export async function importJson(folder: string, target: JsonTarget, options: JsonOptions): Promise<JsonReport> {
  const files = (await listThreadFiles(folder)).map((file) => ({ ...file, board: options.board ?? file.board }));
  if (files.length === 0)
    throw new ImportError('no_boards', `${folder} has no files that end in .json, .json.gz or .json.zst`);
  const counts = new Map<string, number>();
  for (const { board } of files) if (board !== null) add(counts, board, 1);
  if (counts.size === 0)
    throw new ImportError('board_name', `no folder in ${folder} names a board: say it with --board`);
  target.onPlan(counts);
  const totals = new FileTotals();
  const writers = new Map<string, ThreadWriter>();
  let posts = 0;
  for (const [index, file] of files.entries()) {
    const read = await readFile(file, target, totals);
    if (read === null || file.board === null) continue;
    const thread = read.value;
    let writer = writers.get(file.board);
    if (writer === undefined) {
      const board = options.dryRun ? null : await target.openBoard(file.board);
      const watch = board === null ? UNWATCHED : await target.watch(board);
      writers.set(file.board, (writer = new ThreadWriter(board, target, watch, options.now)));
    }
    writer.count.refuse(read.refused);
    writer.count.drop(read.warnings);
    await writer.add(thread, counts.get(file.board) ?? 0);
    target.onProgress((posts += thread.posts.length), (index + 1) / files.length);
  }
  for (const writer of writers.values()) await writer.flush();
  return {
    dry_run: options.dryRun,
    files: files.length,
    boards: [...writers].map(([name, { count }]) => count.report(name)),
    skipped_files: Object.fromEntries(totals.skipped),
    refused_files: Object.fromEntries(totals.refused),
    refused_samples: totals.samples,
  };
}

type AcceptedThread = Extract<ReadThread, { ok: true }>;

/** null for a file that is skipped or refused. */
async function readFile(file: ThreadFile, target: JsonTarget, totals: FileTotals): Promise<AcceptedThread | null> {
  let body: string;
  let num: unknown;
  try {
    body = await readText(file.path);
    num = numOfThread(JSON.parse(body));
  } catch (error) {
    totals.refuse('unreadable', file.name, error instanceof SyntaxError ? 'it is not JSON' : (error as Error).message);
    return null;
  }
  if (typeof num !== 'number') {
    add(totals.skipped, num === 'tail' ? 'newest posts of a thread only' : 'no thread', 1);
    return null;
  }
  if (file.board === null) {
    totals.refuse('no_board', file.name, 'no folder names its board: say it with --board');
    return null;
  }
  const read = target.readThread(body, num);
  if (read.ok) {
    for (const { detail } of read.refused) totals.sample(file.name, detail);
    return read;
  }
  totals.refuse(read.refusal.reason, file.name, read.refusal.detail);
  return null;
}

/**
 * The likely thread number, from an opener or from a reply's field. `tail`: a document with the newest posts of a thread and a
 * shortened opener. null for a document of another form.
 */
function numOfThread(document: unknown): number | 'tail' | null {
  const list = (document as { readonly posts?: unknown } | null)?.posts;
  if (!Array.isArray(list)) return null;
  const posts = list.filter((post: unknown): post is Stated => typeof post === 'object' && post !== null);
  if (posts.length === 0) return null;
  if (posts[0]?.tail_id !== undefined) return 'tail';
  const openers = posts.filter(({ resto }) => resto === 0).map(({ no }) => no);
  const threads = posts.filter(({ resto }) => resto !== 0).map(({ resto }) => resto);
  return [...openers, ...threads].find((num) => typeof num === 'number') ?? 0;
}

interface Stated {
  readonly no?: unknown;
  readonly resto?: unknown;
  readonly tail_id?: unknown;
}

/** Collects the posts of one board. With a null `board` nothing is written. */
class ThreadWriter {
  readonly count = new BoardTotals();
  readonly #board: Board | null;
  readonly #target: JsonTarget;
  readonly #watch: BoardWatch;
  readonly #now: Date;
  #files = 0;
  readonly #posts = new Map<number, PostObservation>();
  #last: number | null = null;

  constructor(board: Board | null, target: JsonTarget, watch: BoardWatch, now: Date) {
    this.#watch = watch;
    this.#board = board;
    this.#target = target;
    this.#now = now;
  }

  /** The last copy of a thread wins; posts that it lacks are kept from earlier copies. */
  async add(thread: ThreadObservation, files: number): Promise<void> {
    await this.#watch.pace();
    await this.#add(thread);
    this.#watch.progress(++this.#files, files, 'files');
  }

  async #add({ num, posts }: ThreadObservation): Promise<void> {
    if (num !== this.#last) {
      if (this.#posts.size >= RANGE) await this.flush();
      this.count.threads++;
      this.#last = num;
    }
    this.count.read += posts.length;
    if (this.#watch.signal.aborted) return add(this.count.skipped, 'cancelled', posts.length);
    for (const post of posts) {
      const earlier = this.#posts.get(post.fields.num);
      if (earlier !== undefined) add(this.count.skipped, 'in a later copy', 1);
      this.#posts.set(post.fields.num, asImported(earlier === undefined ? post : completed(post, earlier.fields)));
    }
  }

  async flush(): Promise<void> {
    const posts = [...this.#posts.values()];
    this.#posts.clear();
    if (this.#board === null) this.count.imported += posts.length;
    else if (this.#watch.signal.aborted) add(this.count.skipped, 'cancelled', posts.length);
    else if (posts.length > 0) await this.#write(this.#board, posts);
  }

  /** Halves a refused range until the refused post is found. */
  async #write(board: Board, posts: readonly PostObservation[]): Promise<void> {
    const { pool, slices } = this.#target;
    try {
      const written = await writeRange(pool, slices, board, posts, { mediaKinds: [], now: this.#now }, 'import');
      const changed = written.added + written.changed;
      this.count.imported += changed;
      add(this.count.skipped, 'purged here', written.purged);
      add(this.count.skipped, 'refused by a filter', written.refused);
      this.count.unchanged += posts.length - changed - written.purged - written.refused;
      this.count.shortenedTexts += written.shortened.length;
    } catch (error) {
      slices.forget();
      if (!(error instanceof pg.DatabaseError) || !/^2[23]/.test(error.code ?? '')) throw error;
      if (posts.length === 1) return add(this.count.refused, 'unreadable', 1);
      const middle = Math.floor(posts.length / 2);
      await this.#write(board, posts.slice(0, middle));
      await this.#write(board, posts.slice(middle));
    }
  }
}

/** The mark of imported rows: values that the source stated to this archive are kept. */
function asImported(post: PostObservation): PostObservation {
  return { ...post, fields: { ...post.fields, extra: { ...post.fields.extra, asagi: { comment: 'html' } } } };
}
