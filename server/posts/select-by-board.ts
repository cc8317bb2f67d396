/** Reads rows of `posts` for keys on several boards: with one statement, or one per board if there are many. */
import type { Pool, QueryResultRow } from 'pg';
import { prepared } from '../../platform/postgres.ts';
import type { BoardDirectory } from '../boards/directory.ts';

export interface RowSource {
  readonly pool: Pool;
  readonly boards: Pick<BoardDirectory, 'all' | 'find' | 'filesAtSource'>;
}

/** One statement in two forms with the same columns. $1 of both: names of boards. */
export interface PostStatement {
  /** For keys on any boards. */
  readonly text: string;
  /** For keys on the board with this id. */
  readonly ofBoard: (boardId: number) => string;
}

/**
 * With at most this many boards a single statement is fastest. PostgreSQL plans it over the partitions of all boards and
 * opens them all at each execution: with 77 boards and 229 slices a page of hits took 80 ms, and 400 ms before the plan was
 * cached. A statement per board touches that board's partitions only.
 *
 * The board's id is part of that statement's text. As a parameter it would make PostgreSQL plan each execution, since a cached plan would
 * cover the partitions of all boards: a page of 20 boards took 74 ms that way, one statement after the other, and takes 9 ms now.
 */
const FEW_BOARDS = 4;
const CONCURRENT_BOARDS = 3;

/** Rows for these keys, in any order. `columnsOf` returns the parameters after the board names. */
export async function selectByBoard<Row extends QueryResultRow, Key extends { readonly board: string }>(
  { pool, boards }: RowSource,
  { text, ofBoard }: PostStatement,
  keys: readonly Key[],
  columnsOf: (keys: readonly Key[]) => readonly unknown[],
): Promise<readonly Row[]> {
  const parametersOf = (some: readonly Key[]) => [some.map(({ board }) => board), ...columnsOf(some)];
  if ((await boards.all()).length <= FEW_BOARDS) {
    return (await pool.query<Row>(prepared(text, parametersOf(keys)))).rows;
  }
  const pending = [...Map.groupBy(keys, ({ board }) => board)];
  const found: (readonly Row[])[] = [];
  const readNext = async (): Promise<void> => {
    for (let group = pending.pop(); group !== undefined; group = pending.pop()) {
      const board = await boards.find(group[0]);
      if (board === null) continue;
      found.push((await pool.query<Row>(prepared(ofBoard(board.id), parametersOf(group[1])))).rows);
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENT_BOARDS, pending.length) }, readNext));
  return found.flat();
}
