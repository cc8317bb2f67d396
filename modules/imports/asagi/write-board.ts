/** The second pass: converts rows to posts and writes them in ranges with the common writer of posts. */
import pg from 'pg';
import type { Board } from '../../../mappings/board.ts';
import { NO_FILE } from '../../../mappings/absent-fields.ts';
import type { PostObservation } from '../../../mappings/post.ts';
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
/** Safety margin: rows this much older than the start of an import were certainly part of its source, in any time zone. */
const MARGIN = 2 * 86_400;

export interface WriteContext {
  readonly pool: pg.Pool;
  readonly slices: Slices;
  readonly now: Date;
  /** True to store texts that were encoded twice unrepaired. */
  readonly repairEncoding: boolean;
  /** Reports progress of a board's import and can stop it. */
  readonly watchOf: (board: string) => BoardWatch;
  /** Autovacuum is off while a table with at least this many rows is filled. */
  readonly bulkRows: number;
  /** Turns autovacuum off for the existing partitions of the board. */
  readonly pauseAutovacuum: (board: Board) => Promise<void>;
}

/** The source, and the position of an earlier import of the table. */
export interface Continuation {
  readonly key: string;
  readonly isLive: boolean;
  readonly position: Position | null;
}

interface Range {
  readonly posts: readonly PostObservation[];
  readonly last: PlacedRow | null;
}

/** Collects the posts of one table. With a null `board` it does everything except writing. */
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
  /** The range that is being written, and the next one, which is staged at the same time. */
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
        // These rows are read again because the interrupted run did not report its refused and marked rows.
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
    // An older row that has changed since.
    if (place <= (this.#source.position?.after ?? 0)) return;
    const at = (column: ReadColumn) => numberOrZero(row[column]);
    if (at('subnum') === 0 && at('timestamp') > 0) this.#recent.add(place, at('timestamp'));
    if (place > (this.#last?.place ?? 0)) this.#last = { place, num: at('num'), subnum: at('subnum') };
  }

  /** Starts to write the collected posts. Waits while more than one earlier range is unwritten. */
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
      // A later range that waits for this one throws the error.
      this.#staging.catch(() => undefined);
    }
  }

  /** Writes the rest. The position is kept for a live table; the next import reads a dump from its beginning. */
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

  /** Waits until the current writes end, successfully or not. */
  async settle(): Promise<void> {
    await this.#staging.catch(() => undefined);
  }

  /** Writes the collected posts and waits for the writes. */
  async written(): Promise<void> {
    await this.flush();
    await this.#staging;
  }

  async #writeRange(board: Board, { posts, last }: Range, before: Promise<void>): Promise<void> {
    await this.#write(board, posts, before);
    await before;
    // After each range, because ranges create partitions.
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

  /** Halves a refused range until the refused post is found. */
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
