/** Reads rows of `posts` for keys on several boards: one statement, or one per board where there are many. */
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
  /** For keys on one board, whose id is the last parameter. */
  readonly ofBoard: string;
}

/**
 * With at most this many boards a single statement is fastest. PostgreSQL plans it over the partitions of all boards and
 * opens them all at each execution: with 77 boards and 229 slices a page of hits took 80 ms, and 400 ms before the plan was
 * cached. A statement per board touches that board's partitions only, and the same page took 15 ms.
 */
const FEW_BOARDS = 4;
const CONCURRENT_BOARDS = 3;

/** Rows for these keys, in no particular order. `columnsOf` gives the parameters after the names of boards. */
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
  // Not a prepared statement: after some executions PostgreSQL would try a generic plan over all partitions.
  const readNext = async (): Promise<void> => {
    for (let group = pending.pop(); group !== undefined; group = pending.pop()) {
      const board = await boards.find(group[0]);
      if (board !== null) found.push((await pool.query<Row>(ofBoard, [...parametersOf(group[1]), board.id])).rows);
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENT_BOARDS, pending.length) }, readNext));
  return found.flat();
}
