/** Rows of board_lists and missing_threads. */
import type pg from 'pg';
import type { BoardList, MissingThread } from './judge-threads.ts';
import * as sql from './sql.ts';

/** The stored list, with the time at which it was read; null for a new board. */
export async function readList(
  db: pg.PoolClient,
  boardId: number,
): Promise<(BoardList & { readonly seenAt: Date }) | null> {
  const { rows } = await db.query<sql.BoardListRow>(sql.SELECT_BOARD_LIST, [boardId]);
  const [row] = rows;
  if (row === undefined) return null;
  const threads = row.threads.map(([num, modified, page]) => ({ num, modified, page }));
  return { version: Number(row.version), threads, seenAt: row.seen_at };
}

export async function saveList(
  db: pg.PoolClient,
  boardId: number,
  { version, threads }: BoardList,
  posts: number | null,
  seenAt: Date,
): Promise<void> {
  const places = JSON.stringify(threads.map(({ num, modified, page }) => [num, modified, page]));
  await db.query(sql.UPSERT_BOARD_LIST, [boardId, version, places, posts, seenAt]);
}

export async function readMissing(db: pg.Pool | pg.PoolClient, boardId: number): Promise<MissingThread[]> {
  const { rows } = await db.query<sql.MissingThreadRow>(sql.SELECT_MISSING_THREADS, [boardId]);
  return rows.map((row) => ({
    thread: Number(row.thread),
    firstMissedAt: row.first_missed_at,
    page: row.page,
    behind: row.behind.map(([num, modified]) => ({ num, modified })),
    wasGone: row.was_gone,
    state: row.state,
    attempts: row.attempts,
    dueAt: row.due_at,
  }));
}

export async function saveMissing(db: pg.PoolClient, boardId: number, rows: readonly MissingThread[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = rows.map((row) => ({
    thread: row.thread,
    first_missed_at: row.firstMissedAt,
    page: row.page,
    behind: row.behind.map(({ num, modified }) => [num, modified]),
    was_gone: row.wasGone,
    state: row.state,
    attempts: row.attempts,
    due_at: row.dueAt,
  }));
  await db.query(sql.UPSERT_MISSING_THREADS, [boardId, JSON.stringify(columns)]);
}
