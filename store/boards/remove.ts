/** Removes a board and all its data through a function of the database owner. */
import type pg from 'pg';
import type { Database } from '../../platform/postgres.ts';

/** The function's comment names the indexes. $1 name, $2 most posts to count. */
const READ_CONTENTS = `
select source, posts::int, hidden::int, threads::int, files::int, reported::int, bans::int, filters::int, accounts::int
from board_contents($1, $2)`;

/** The function's comment names the indexes. $1 name. */
const REMOVE_BOARD = 'select remove_board($1) as was_there';

export interface BoardContents {
  readonly source: string;
  readonly posts: number;
  readonly hidden: number;
  readonly threads: number;
  readonly files: number;
  readonly reported: number;
  readonly bans: number;
  readonly filters: number;
  readonly accounts: number;
}

/** The contents that a removal would delete; null for an unknown board. Counts at most `most` posts. */
export async function readBoardContents(db: Database, name: string, most: number): Promise<BoardContents | null> {
  const { rows } = await db.query<BoardContents>(READ_CONTENTS, [name, most]);
  return rows[0] ?? null;
}

const REMOVAL_MS = 24 * 3_600_000;

/**
 * Returns false for an unknown board. It lifts `statement_timeout`, since it reads all posts of the board. Must be called inside a
 * transaction.
 */
export async function removeBoard(client: pg.ClientBase, name: string): Promise<boolean> {
  await client.query('set local statement_timeout = 0');
  // The driver also limits the wait for an answer, to the pool's statement_timeout.
  const removal = { text: REMOVE_BOARD, values: [name], query_timeout: REMOVAL_MS };
  const { rows } = await client.query<{ was_there: boolean }>(removal);
  return rows[0]?.was_there === true;
}
