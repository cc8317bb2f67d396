import type pg from 'pg';
import type { RangeRegistry } from '../live/ranged-search.ts';
import { contains, widened, type PostedRange, type WrittenRange } from '../live/posted-range.ts';
import { fromPostgres } from '../runtime/store-errors.ts';
import type { StoreMonitor } from '../runtime/store-monitor.ts';

/** A board's documents in an index. */
export interface BoardInIndex {
  readonly index: string;
  readonly boardId: number;
  readonly board: string;
  readonly isShared: boolean;
}

/** Uses indices' primary key. $1 index, $2 board, $3 and $4 seconds since 1970. */
const WIDEN = `
  update indices
     set posted_from = least(posted_from, to_timestamp($3::float8)), posted_until = greatest(posted_until, to_timestamp($4::float8))
   where name = $1 and board_id = $2
  returning extract(epoch from posted_from) * 1000 as first, extract(epoch from posted_until) * 1000 as last`;

/** Uses indices' primary key. $1 index, $2 board, $3 and $4 seconds since 1970, both null for an index without documents. */
const ADD_MEASURED = `
  update indices
     set posted_from = least(posted_from, to_timestamp($3::float8)), posted_until = greatest(posted_until, to_timestamp($4::float8)),
         posted_known = true
   where name = $1 and board_id = $2`;

/** Reads all of a table of some hundred rows. */
const READ_UNKNOWN = `
  select i.name, i.board_id, b.name as board, i.is_shared
    from indices i
    join boards b on b.id = i.board_id
   where i.state <> 'retired' and not i.posted_known
   order by i.name, i.board_id`;

/** The registered times of posting of each index. Every call throws UnavailableError when PostgreSQL is unavailable. */
export class PostedRanges implements RangeRegistry {
  readonly #pool: pg.Pool;
  readonly #monitor: StoreMonitor;
  /**
   * Ranges that are registered at least. They are never narrowed, except by a restore of the database to an older state, which raises the
   * epoch.
   */
  readonly #registered = new Map<string, PostedRange>();
  #epoch = 0;

  constructor(pool: pg.Pool, monitor: StoreMonitor) {
    this.#pool = pool;
    this.#monitor = monitor;
  }

  async widen(ranges: readonly WrittenRange[]): Promise<void> {
    for (const range of ranges) {
      const { index, boardId, epoch } = range;
      if (epoch > this.#epoch) this.#registered.clear();
      this.#epoch = Math.max(this.#epoch, epoch);
      const key = `${boardId} ${index}`;
      const registered = this.#registered.get(key);
      if (registered !== undefined && contains(registered, range)) continue;
      const { from, until } = widened(range);
      const [row] = await this.#rows<{ first: string; last: string }>(WIDEN, [
        index,
        boardId,
        from / 1000,
        until / 1000,
      ]);
      // An index without a row has left its set for good.
      if (row !== undefined) this.#registered.set(key, { from: Number(row.first), until: Number(row.last) });
    }
  }

  /** The indices that have documents from before their times were registered. */
  async unknown(): Promise<readonly BoardInIndex[]> {
    const rows = await this.#rows<{ name: string; board_id: number; board: string; is_shared: boolean }>(
      READ_UNKNOWN,
      [],
    );
    return rows.map(({ name, board_id: boardId, board, is_shared: isShared }) => ({
      index: name,
      boardId,
      board,
      isShared,
    }));
  }

  /** Registers the times of the documents that an index had. `range`: null if it had none. */
  async addMeasured({ index, boardId }: Pick<BoardInIndex, 'index' | 'boardId'>, range: PostedRange | null) {
    const wide = range === null ? null : widened(range);
    const seconds = wide === null ? [null, null] : [wide.from / 1000, wide.until / 1000];
    await this.#rows(ADD_MEASURED, [index, boardId, ...seconds]);
  }

  async #rows<T extends object>(text: string, values: unknown[]): Promise<T[]> {
    return this.#monitor.track(() => fromPostgres(async () => (await this.#pool.query<T>(text, values)).rows));
  }
}
