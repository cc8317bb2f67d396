/** `sagasu import archive`: imports all increments of an exported archive. It is safe to repeat, also after a kill. */
import pg from 'pg';
import type { ExportPart, PartKind } from '../mappings/archive-export.ts';
import type { Board } from '../mappings/board.ts';
import { inTransaction } from '../platform/postgres.ts';
import { countPosts } from '../store/change-posts.ts';
import { lockBoard } from '../store/post-lock.ts';
import { createSlices, type Slices } from '../store/slices.ts';
import { writeArchived, writeTombstones } from '../store/write-archived.ts';
import { ExportError } from './export-error.ts';
import { checkParts } from './check-parts.ts';
import { checkSums, readChain, readLines, type Increment } from './chain.ts';
import { takeFiles, type FileTarget, type TakenFiles } from './take-files.ts';
import { takeBoards, takeIdentities, takeReplays, takeThreads } from './take-lists.ts';

/** Posts per range. Each range is a transaction that holds the board's lock. */
const RANGE = 5_000;
const FILES = 1_000;
const THREADS_AT_ONCE = 1_000;

export interface ImportTarget {
  readonly pool: pg.Pool;
  /** null if files are not imported. */
  readonly files: FileTarget | null;
  /** Bans a file by its hash. */
  readonly ban: (hash: Buffer, reason: string | null) => Promise<void>;
  readonly now: Date;
  readonly signal: AbortSignal;
  /** Waits while the import is paused. */
  readonly pace: () => Promise<void>;
  readonly onProgress: (step: 'checking' | 'rows', done: number, total: number) => void;
}

export interface ImportedBoard {
  readonly board: string;
  read: number;
  added: number;
  changed: number;
  unchanged: number;
  /** Posts that were modified later in this archive or in a later increment. */
  older: number;
  /** Posts that were purged in either archive. */
  purged: number;
  /** Posts whose texts were too long and were cut. */
  shortened: number;
}

export interface ArchiveReport {
  readonly increments: number;
  readonly boards: readonly ImportedBoard[];
  readonly tombstones: number;
  readonly files: TakenFiles | null;
}

/** @throws ExportError before anything is written if an increment is missing, or a part does not match its manifest */
export async function importArchive(folder: string, target: ImportTarget): Promise<ArchiveReport> {
  const { signal, pace, onProgress } = target;
  const chain = await readChain(folder);
  const last = chain.at(-1);
  if (last === undefined) throw new ExportError('folder', `${folder} has no exported archive`);
  for (const [done, increment] of chain.entries()) {
    onProgress('checking', done, chain.length);
    await checkSums(increment, signal);
  }
  await checkParts(chain, RANGE, { signal, pace, onPart: (done, total) => onProgress('checking', done, total) });
  try {
    return await new ArchiveImport(folder, chain, last, target).run();
  } catch (error) {
    throw isDataError(error) ? refusedRows(folder, error) : error;
  }
}

/** True if PostgreSQL refused a value that had passed the checks. */
function isDataError(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && /^2[123]/.test(error.code ?? '');
}

function refusedRows(folder: string, error: pg.DatabaseError): ExportError {
  const place = [error.table, error.column, error.constraint].filter((name) => name !== undefined).join(', ');
  return new ExportError(
    'line_invalid',
    `${folder} has a row that the database refuses (${error.code}${place === '' ? '' : `: ${place}`}). What was imported before it ` +
      'stays; importing again goes on from there once the export is right.',
    { cause: error },
  );
}

class ArchiveImport {
  readonly #folder: string;
  readonly #chain: readonly Increment[];
  readonly #last: Increment;
  readonly #target: ImportTarget;
  readonly #slices: Slices;
  readonly #counts = new Map<string, ImportedBoard>();
  readonly #taken: TakenFiles = { stored: 0, present: 0, left_out: 0, missing: 0 };
  /** Threads with imported posts, whose counts have to be renewed. */
  readonly #threads = new Map<Board, Set<number>>();
  #boards: ReadonlyMap<string, Board> = new Map();
  readonly #total: number;
  #done = 0;
  #tombstones = 0;

  constructor(folder: string, chain: readonly Increment[], last: Increment, target: ImportTarget) {
    this.#folder = folder;
    this.#chain = chain;
    this.#last = last;
    this.#target = target;
    this.#total = chain.reduce((sum, increment) => sum + rowsOf(increment, target.files !== null), 0);
    this.#slices = createSlices(target.pool);
  }

  async run(): Promise<ArchiveReport> {
    const { pool, files } = this.#target;
    // Every increment has complete lists, so only those of the last one matter.
    this.#boards = await takeBoards(pool, await this.#listed('boards'));
    await takeIdentities(pool, await this.#listed('identities'));
    for (const line of await this.#listed('bans')) {
      const { hash, reason = null } = JSON.parse(line) as { hash: string; reason?: string };
      await this.#target.ban(Buffer.from(hash, 'hex'), reason);
    }
    await takeThreads(pool, this.#boards.values(), await this.#listed('threads'));
    // The tombstones of all increments come before any posts, so that purged posts are never stored.
    for (const kind of ['tombstones', 'posts'] as const) {
      for (const increment of this.#chain) await this.#take(increment, kind);
    }
    // Counts are renewed after the last increment, when they rarely differ.
    for (const [board, threads] of this.#threads) await this.#count(board, [...threads]);
    await takeReplays(pool, await this.#listed('replays'));
    // Files come last, since only files that an imported or existing post may show are stored.
    if (files !== null) for (const increment of this.#chain) await this.#takeFiles(increment, files);
    return {
      increments: this.#chain.length,
      boards: [...this.#counts.values()],
      tombstones: this.#tombstones,
      files: files === null ? null : this.#taken,
    };
  }

  /** Returns the lines of a small part of the last increment. */
  async #listed(kind: PartKind): Promise<string[]> {
    const lines: string[] = [];
    for (const part of this.#last.manifest.parts) {
      if (part.kind !== kind) continue;
      for await (const some of readLines(this.#last.folder, part, RANGE)) lines.push(...some);
    }
    return lines;
  }

  async #take({ folder, manifest }: Increment, kind: 'tombstones' | 'posts'): Promise<void> {
    const { pool, now } = this.#target;
    for (const part of manifest.parts) {
      if (part.kind !== kind) continue;
      for await (const lines of this.#watched(folder, part)) {
        if (kind === 'posts') {
          await this.#takePosts(this.#board(part.board), lines);
          continue;
        }
        const by = { actor: 'import', reason: 'purged in the imported archive', now };
        this.#tombstones += await writeTombstones(pool, this.#slices, this.#board(part.board), lines, by);
      }
    }
  }

  async #takeFiles({ folder, manifest }: Increment, files: FileTarget): Promise<void> {
    for (const part of manifest.parts) {
      if (part.kind !== 'files') continue;
      const read = () => this.#watched(folder, part, FILES);
      await takeFiles(files, this.#folder, read, this.#taken, async () => this.#checkpoint());
    }
  }

  /** Yields the lines of a part in batches. Between them it reports progress, pauses, or cancels. */
  async *#watched(folder: string, part: ExportPart, size = RANGE): AsyncGenerator<readonly string[]> {
    for await (const lines of readLines(folder, part, size)) {
      await this.#checkpoint();
      yield lines;
      this.#target.onProgress('rows', (this.#done += lines.length), this.#total);
    }
  }

  async #checkpoint(): Promise<void> {
    await this.#target.pace();
    this.#target.signal.throwIfAborted();
  }

  #board(name: string | undefined): Board {
    const board = this.#boards.get(name ?? '');
    if (board === undefined) {
      throw new ExportError(
        'manifest_invalid',
        `the export has posts of a board that it does not list: ${name ?? 'without a name'}`,
      );
    }
    return board;
  }

  async #takePosts(board: Board, lines: readonly string[]): Promise<void> {
    const { pool, now } = this.#target;
    let count = this.#counts.get(board.name);
    if (count === undefined) {
      count = { board: board.name, read: 0, added: 0, changed: 0, unchanged: 0, older: 0, purged: 0, shortened: 0 };
      this.#counts.set(board.name, count);
    }
    const written = await writeArchived(pool, this.#slices, board, lines, now);
    const { read, added, changed, older, purged, threads, shortened } = written;
    count.read += read;
    count.added += added;
    count.changed += changed;
    count.older += older;
    count.purged += purged;
    count.unchanged += read - added - changed - older - purged;
    count.shortened += shortened;
    const known = this.#threads.get(board) ?? new Set();
    for (const thread of threads) known.add(thread);
    this.#threads.set(board, known);
  }

  async #count(board: Board, threads: readonly number[]): Promise<void> {
    const { pool, now } = this.#target;
    for (let at = 0; at < threads.length; at += THREADS_AT_ONCE) {
      await inTransaction(pool, async (client) => {
        const lock = await lockBoard(client, board.id);
        await countPosts(lock, threads.slice(at, at + THREADS_AT_ONCE), now);
      });
    }
  }
}

/** The number of rows that will be read. Rows of files are read twice. */
function rowsOf({ manifest }: Increment, withFiles: boolean): number {
  const times = { tombstones: 1, posts: 1, files: withFiles ? 2 : 0 } as const satisfies Partial<
    Record<PartKind, number>
  >;
  return manifest.parts.reduce(
    (sum, { kind, rows }) => sum + rows * (kind in times ? times[kind as keyof typeof times] : 0),
    0,
  );
}
