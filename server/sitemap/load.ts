/** What sitemaps tell of a board: threads that may be seen, by stretches of numbers, so that no thread ever changes files. */
import type { Pool } from 'pg';
import type { Board } from '../../mappings/board.ts';
import { prepared } from '../../platform/postgres.ts';
import { NUMS_A_FILE, SELECT_FILES, SELECT_THREADS, type FileRow, type ThreadRow } from './sql.ts';

/** What sitemaps.org allows in one index. */
export const MOST_FILES = 50_000;

export interface MappedThread {
  readonly num: number;
  /** When somebody last wrote in it. */
  readonly modified: Date;
}

/** Numbers of the files that hold a thread, the newest first. */
export async function loadFiles(pool: Pool, board: Board): Promise<readonly number[]> {
  const { rows } = await pool.query<FileRow>(prepared(SELECT_FILES, [board.id, MOST_FILES]));
  return rows.map(({ file }) => Number(file));
}

/** By number. */
export async function loadThreads(pool: Pool, board: Board, file: number): Promise<readonly MappedThread[]> {
  const end = file * NUMS_A_FILE;
  const { rows } = await pool.query<ThreadRow>(prepared(SELECT_THREADS, [board.id, end - NUMS_A_FILE, end]));
  return rows.map(({ num, modified }) => ({ num: Number(num), modified }));
}
