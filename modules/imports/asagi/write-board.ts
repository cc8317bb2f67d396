/** The second pass: rows become posts and are written in ranges through the one writer of posts. */
import pg from 'pg';
import type { Board } from '../../../mappings/board.ts';
import { NO_FILE, type PostObservation } from '../../../mappings/post.ts';
import type { Slices } from '../../../store/slices.ts';
import { writeRange } from '../../../store/write-range.ts';
import type { Batch } from '../dump/batch.ts';
import type { BoardWatch } from '../watch.ts';
import { describeDamage } from './damage-count.ts';
import { rowReader, type AsagiRow, type ReadColumn } from './columns.ts';
import type { PlannedBoard } from './plan.ts';
import { RecentRows, deletePosition, savePosition, type PlacedRow, type Position } from './positions.ts';
import { postOfRow } from './post-of-row.ts';
import { BoardCount } from './report.ts';
import { RowError, numberOrZero } from './row-error.ts';
import { placeOf } from './survey.ts';

/** Posts per range. Each range is a transaction that holds the board's lock. */
const RANGE = 10_000;
/** So long before an import began, in any clock, the source's rows are surely in what it read. */
const MARGIN = 2 * 86_400;

export interface WriteContext {
  readonly pool: pg.Pool;
  readonly slices: Slices;
  readonly now: Date;
  /** Whether texts that were encoded twice are stored as they were. */
  readonly repairEncoding: boolean;
  /** How the import of a board is followed and stopped. */
  readonly watchOf: (board: string) => BoardWatch;
  /** A table with so many rows is filled without autovacuum. */
  readonly bulkRows: number;
  /** Turns autovacuum off for the partitions that the board has now. */
  readonly pauseAutovacuum: (board: Board) => Promise<void>;
}

/** The source, and how far an earlier import of the table has come. */
export interface Continuation {
  readonly key: string;
  readonly isLive: boolean;
  readonly position: Position | null;
}

interface Range {
  readonly posts: readonly PostObservation[];
  readonly last: PlacedRow | null;
}

/** Collects the posts of one table. With a null `board` nothing is written, and everything else is done. */
export class BoardWriter {
  readonly count: BoardCount;
  readonly #planned: PlannedBoard;
  readonly #board: Board | null;
  readonly #context: WriteContext;
  readonly #source: Continuation;
  readonly #recent: RecentRows;
  #range: PostObservation[] = [];
  readonly #keys = new Set<number | string>();
  /** Number of rows that were read. */
  #position = 0;
  /** The last row in the source's order; null before the first. */
  #last: PlacedRow | null;
  /** The range that is being written, and the one that is staged meanwhile; the next one is read. */
  #writing: Promise<void> = Promise.resolve();
  #staging: Promise<void> = Promise.resolve();

  constructor(planned: PlannedBoard, board: Board | null, context: WriteContext, source: Continuation) {
    this.#planned = planned;
    this.#board = board;
    this.#context = context;
    this.#source = source;
    this.#recent = new RecentRows(context.now);
    this.#last = source.position?.last ?? null;
    this.count = new BoardCount(planned, context.repairEncoding);
  }

  async add(batch: Batch): Promise<void> {
    const watch = this.#context.watchOf(this.#planned.name);
    await watch.pace();
    await this.#addBatch(batch, watch.signal);
    watch.progress(this.count.read, this.#planned.rows, 'posts');
  }

  async #addBatch(batch: Batch, signal: AbortSignal): Promise<void> {
    for (const damage of batch.damage) {
      if (!damage.lost) continue;
      this.count.read += damage.lost;
      this.count.refuse('unreadable', describeDamage(damage), damage.lost);
    }
    const read = rowReader(batch.shape?.columns ?? []);
    for (const values of batch.rows) {
      if (signal.aborted) {
        this.count.read++;
        this.count.skip('cancelled', 1);
        continue;
      }
      this.#addRow(this.count.encoding.read(read(values)));
      if (this.#range.length >= RANGE) await this.flush();
    }
  }

  #addRow(row: AsagiRow): void {
    this.count.read++;
    this.#position++;
    const { isLive, position } = this.#source;
    const isWritten = !isLive && position !== null && this.#position <= position.after;
    const { name, times, dialect, isRemoved } = this.#planned;
    const place = placeOf(row, this.#position);
    if (!isWritten) this.#passed(row, isLive ? place : this.#position);
    try {
      const { post, flags } = postOfRow(row, { board: name, times, isRitual: dialect.isRitual, place });
      if (isWritten) {
        // Read nevertheless: the run that was interrupted reported nothing of what it refused and marked.
        this.count.flag(flags);
        this.count.skip('written before the interruption', 1);
        return;
      }
      const { num, subnum } = post.fields;
      const key = subnum === 0 ? num : `${num}.${subnum}`;
      if (this.#keys.has(key)) {
        this.count.skip('duplicate', 1);
        return;
      }
      this.#keys.add(key);
      this.count.flag(flags);
      this.#range.push(isRemoved ? { ...post, fields: { ...post.fields, ...NO_FILE } } : post);
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      this.count.refuse(error.reason, error.message);
    }
  }

  #passed(row: AsagiRow, place: number): void {
    // An older row that was changed since.
    if (place <= (this.#source.position?.after ?? 0)) return;
    const at = (column: ReadColumn) => numberOrZero(row[column]);
    if (at('subnum') === 0 && at('timestamp') > 0) this.#recent.add(place, at('timestamp'));
    if (place > (this.#last?.place ?? 0)) this.#last = { place, num: at('num'), subnum: at('subnum') };
  }

  /** Begins to write what was collected. Waits until no more than one range before it is unwritten. */
  async flush(): Promise<void> {
    const range = { posts: this.#range, last: this.#last };
    this.#range = [];
    this.#keys.clear();
    await this.#writing;
    const board = this.#board;
    if (this.#isCancelled()) this.count.skip('cancelled', range.posts.length);
    else if (board === null) this.count.imported += range.posts.length;
    else {
      this.#writing = this.#staging;
      this.#staging = this.#writeRange(board, range, this.#writing);
      // The error is thrown where a later range waits for this one.
      this.#staging.catch(() => undefined);
    }
  }

  /** Writes the rest. A live table is known up to here; a dump is read from its beginning the next time. */
  async finish(): Promise<void> {
    await this.written();
    if (this.#board === null || this.#planned.isRemoved || this.#isCancelled()) return;
    const { pool, now } = this.#context;
    if (this.#source.isLive) await this.#save(this.#board, this.#last, beginningOf(now));
    else await deletePosition(pool, this.#board.id, this.#source.key);
  }

  #isCancelled(): boolean {
    return this.#context.watchOf(this.#planned.name).signal.aborted;
  }

  /** Waits for the ranges that are being written, whatever becomes of them. */
  async settle(): Promise<void> {
    await this.#staging.catch(() => undefined);
  }

  /** Writes what was collected, and waits for it. */
  async written(): Promise<void> {
    await this.flush();
    await this.#staging;
  }

  async #writeRange(board: Board, { posts, last }: Range, before: Promise<void>): Promise<void> {
    await this.#write(board, posts, before);
    await before;
    // After each range, because ranges make partitions.
    if (this.#planned.rows >= this.#context.bulkRows) await this.#context.pauseAutovacuum(board);
    if (this.#planned.isRemoved) return;
    const { position } = this.#source;
    await this.#save(board, last, position?.changedSince ?? beginningOf(this.#context.now));
  }

  async #save(board: Board, last: PlacedRow | null, changedSince: number): Promise<void> {
    if (last === null) return;
    const { key, isLive } = this.#source;
    const after = isLive ? Math.max(0, this.#recent.before(last.place)) : last.place;
    const clock = this.#planned.knownClock;
    await savePosition(this.#context.pool, board.id, key, { after, last, changedSince, clock });
  }

  /** A range that the table refuses is halved until the post is found. */
  async #write(board: Board, posts: readonly PostObservation[], before: Promise<void>): Promise<void> {
    if (posts.length === 0) return;
    const { pool, slices, now } = this.#context;
    const by = this.#planned.isRemoved ? 'removed' : 'import';
    try {
      const written = await writeRange(pool, slices, board, posts, { mediaKinds: [], now }, by, before);
      const changed = written.added + written.changed;
      this.count.imported += changed;
      this.count.skip('purged here', written.purged);
      this.count.skip('refused by a filter', written.refused);
      this.count.unchanged += posts.length - changed - written.purged - written.refused;
      const shortened = new Set(written.shortened.map(({ num, subnum }) => `${num}.${subnum}`));
      this.count.flag([...shortened].map(() => 'text_too_long' as const));
      for (const conflict of written.conflicts) this.count.conflict(conflict);
    } catch (error) {
      slices.forget();
      if (!(error instanceof pg.DatabaseError) || !/^2[23]/.test(error.code ?? '')) throw error;
      const [first] = posts;
      if (posts.length === 1 && first !== undefined) {
        this.count.refuse('unreadable', `the database refuses the post ${first.fields.num}`);
        return;
      }
      const middle = Math.floor(posts.length / 2);
      await this.#write(board, posts.slice(0, middle), before);
      await this.#write(board, posts.slice(middle), before);
    }
  }
}

function beginningOf(now: Date): number {
  return Math.floor(now.getTime() / 1000) - MARGIN;
}
