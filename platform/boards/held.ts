/** What vanished with so much of its board that nothing is said of it until somebody lets it go. */
import type pg from 'pg';
import { COUNT_HELD, RELEASE_HELD } from './sql.ts';

export interface HeldCounts {
  readonly posts: number;
  readonly threads: number;
  readonly files: number;
}

const NOTHING: HeldCounts = { posts: 0, threads: 0, files: 0 };

export async function countHeld(pool: pg.Pool, board: { readonly id: number }): Promise<HeldCounts> {
  const { rows } = await pool.query<HeldCounts>(COUNT_HELD, [board.id]);
  return rows[0] ?? NOTHING;
}

/** It is judged after all. Returns how much that was. */
export async function releaseHeld(pool: pg.Pool, board: { readonly id: number }): Promise<HeldCounts> {
  const { rows } = await pool.query<HeldCounts>(RELEASE_HELD, [board.id]);
  return rows[0] ?? NOTHING;
}
