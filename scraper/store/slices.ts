import type pg from 'pg';
import { sliceOf, type Board } from '../../mappings/board.ts';
import { ENSURE_SLICE } from './sql.ts';

/** Remembers which partitions stand, so that PostgreSQL is asked once a slice and not once a thread. */
export interface Slices {
  /** Before the transaction that writes the posts: making a partition locks the whole table, and would deadlock in it. */
  ensure(board: Board, nums: readonly number[]): Promise<void>;
  /** After a failed write: a partition may have been dropped behind our back. */
  forget(): void;
}

export function createSlices(pool: pg.Pool): Slices {
  const standing = new Set<string>();
  return {
    async ensure(board, nums) {
      for (const slice of new Set(nums.map((num) => sliceOf(num, board.sliceSize)))) {
        const key = `${board.id}.${slice}`;
        if (standing.has(key)) continue;
        await pool.query(ENSURE_SLICE, [board.id, slice]);
        standing.add(key);
      }
    },
    forget: () => standing.clear(),
  };
}
