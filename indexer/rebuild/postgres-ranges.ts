import type pg from 'pg';
import type { Post } from '../../mappings/post.ts';
import type { RebuildRangeJob } from '../../mappings/queues.ts';
import type { TaskHolder } from '../index-set/ports.ts';
import type { StoreMonitor } from '../runtime/store-monitor.ts';
import { withAddedValues, type AddedRow } from '../document-values.ts';
import { toPostOfRecord, type PostRecordRow } from '../../mappings/postgres/post-record.ts';
import { fromPostgres } from '../runtime/store-errors.ts';
import type {
  CopyState,
  DirtyWatch,
  OpenRange,
  Position,
  RangePlan,
  RangeCopies,
  SliceOfBoard,
  CopiedPage,
} from './ports.ts';
import * as sql from './sql.ts';

interface OpenRow {
  readonly board_id: number;
  readonly board: string;
  readonly index_name: string;
  readonly has_documents: boolean;
  readonly mapping_version: number;
  readonly epoch: string;
  readonly last_num: string;
  readonly done_num: string;
  readonly done_subnum: number;
}

/** Ranges of rebuilds and dirty threads in PostgreSQL. Every call throws UnavailableError when PostgreSQL is unavailable. */
export class PostgresRanges implements RangePlan, RangeCopies, DirtyWatch {
  readonly #pool: pg.Pool;
  readonly #monitor: StoreMonitor;

  constructor(pool: pg.Pool, monitor: StoreMonitor) {
    this.#pool = pool;
    this.#monitor = monitor;
  }

  async plan(task: TaskHolder, { boardId, slice, sliceSize }: SliceOfBoard, ranges: number, posts: number) {
    const end = (slice + 1) * sliceSize;
    const [planned] = await this.#rows<{ last_num: string | null }>(sql.READ_PLANNED, [task.id, slice]);
    let next = planned?.last_num == null ? slice * sliceSize : Number(planned.last_num) + 1;
    const firsts: number[] = [];
    const lasts: number[] = [];
    const counts: number[] = [];
    while (next < end && firsts.length < ranges) {
      const [row] = await this.#rows<{ posts: number; last_num: string | null }>(sql.MEASURE_RANGE, [
        boardId,
        next,
        end,
        posts,
      ]);
      // The last range reaches to the slice's end, which marks the slice as planned.
      const last = row?.last_num == null || row.posts < posts ? end - 1 : Number(row.last_num);
      firsts.push(next);
      lasts.push(last);
      counts.push(row?.posts ?? 0);
      next = last + 1;
    }
    if (firsts.length > 0) await this.#rows(sql.ADD_RANGES, [task.id, task.fence, slice, firsts, lasts, counts]);
    return next < end;
  }

  async claim(taskId: number, limit: number, leaseMs: number): Promise<readonly RebuildRangeJob[]> {
    const rows = await this.#rows<{ slice: string; first_num: string }>(sql.CLAIM_RANGES, [
      taskId,
      limit,
      leaseMs / 1000,
    ]);
    return rows.map((row) => ({ taskId, slice: Number(row.slice), firstNum: Number(row.first_num) }));
  }

  async state(taskId: number): Promise<CopyState> {
    const [row] = await this.#rows<Record<Exclude<keyof CopyState, 'isBehind'>, string> & { is_behind: boolean }>(
      sql.READ_COPY_STATE,
      [taskId],
    );
    return {
      documents: Number(row?.documents),
      refused: Number(row?.refused),
      planned: Number(row?.planned),
      open: Number(row?.open),
      isBehind: row?.is_behind === true,
    };
  }

  async deleteAll({ id, fence }: TaskHolder): Promise<void> {
    await this.#rows(sql.DELETE_RANGES, [id, fence]);
  }

  async drawBarrier(): Promise<number> {
    const [row] = await this.#rows<{ rev: string }>(sql.DRAW_BARRIER, []);
    return Number(row?.rev);
  }

  async countDirtyBelow(boardId: number, barrier: number): Promise<number> {
    const [row] = await this.#rows<{ threads: number }>(sql.COUNT_DIRTY_BELOW, [boardId, barrier]);
    return row?.threads ?? 0;
  }

  async open(job: RebuildRangeJob): Promise<OpenRange | null> {
    const [row] = await this.#rows<OpenRow>(sql.OPEN_RANGE, keyOf(job));
    if (row === undefined) return null;
    return {
      ...job,
      boardId: row.board_id,
      board: row.board,
      indexName: row.index_name,
      hasDocuments: row.has_documents,
      mappingVersion: row.mapping_version,
      epoch: Number(row.epoch),
      lastNum: Number(row.last_num),
      done: { num: Number(row.done_num), subnum: row.done_subnum },
    };
  }

  async read(
    { boardId, board, lastNum }: OpenRange,
    after: Position,
    limit: number,
    onPost: (post: Post) => void,
  ): Promise<void> {
    const rows = await this.#rows<Omit<PostRecordRow, 'board'> & AddedRow>(sql.READ_PAGE, [
      boardId,
      after.num,
      after.subnum,
      lastNum,
      limit,
    ]);
    for (const row of rows) onPost(withAddedValues(toPostOfRecord({ board, ...row }), row));
  }

  async save(range: OpenRange, { from, to, documents, refused, isLast }: CopiedPage): Promise<boolean> {
    const [row] = await this.#rows<{ goes_on: boolean }>(sql.SAVE_POSITION, [
      ...keyOf(range),
      from.num,
      from.subnum,
      to.num,
      to.subnum,
      documents,
      refused,
      isLast,
    ]);
    return row?.goes_on ?? false;
  }

  async isWanted(range: OpenRange): Promise<boolean> {
    return (await this.open(range)) !== null;
  }

  async #rows<T extends object>(text: string, values: unknown[]): Promise<T[]> {
    return this.#call(async () => (await this.#pool.query<T>(text, values)).rows);
  }

  async #call<T>(work: () => Promise<T>): Promise<T> {
    return this.#monitor.track(() => fromPostgres(work));
  }
}

function keyOf({ taskId, slice, firstNum }: RebuildRangeJob): [number, number, number] {
  return [taskId, slice, firstNum];
}
