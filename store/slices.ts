import type pg from 'pg';
import { sliceOf, type Board } from '../mappings/board.ts';

/** Does not read a table if the partition exists. $1 board, $2 slice. */
export const ENSURE_SLICE = 'select ensure_slice($1, $2)';

/** Caches which partitions exist, so that each is created with one query per process. */
export interface Slices {
  /**
   * Creates the partitions of these posts. Call it before the transaction that writes them: creating a partition locks the whole
   * table, and would deadlock in it. `db` is a connection that the caller already holds.
   */
  ensure(board: Pick<Board, 'id' | 'sliceSize'>, nums: readonly number[], db?: pg.PoolClient): Promise<void>;
  /** Clears the cache. Call it after a failed write, since a partition may have been dropped. */
  forget(): void;
}

export function createSlices(pool: pg.Pool): Slices {
  const existing = new Set<string>();
  return {
    async ensure(board, nums, db) {
      for (const slice of new Set(nums.map((num) => sliceOf(num, board.sliceSize)))) {
        const key = `${board.id}.${slice}`;
        if (existing.has(key)) continue;
        await (db ?? pool).query(ENSURE_SLICE, [board.id, slice]);
        existing.add(key);
      }
    },
    forget: () => existing.clear(),
  };
}
