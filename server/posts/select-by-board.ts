import type { Pool, QueryResultRow } from 'pg';
import { prepared } from '../../platform/postgres.ts';
import type { BoardDirectory } from '../boards/directory.ts';

/** Where rows of posts come from. */
export interface RowSource {
  readonly pool: Pool;
  readonly boards: Pick<BoardDirectory, 'all' | 'find'>;
}

/** One statement in two forms, with the same columns. The names of boards are $1 of both. */
export interface PostStatement {
  /** Over all boards. */
  readonly text: string;
  /** With one board's id as the last parameter. */
  readonly ofBoard: string;
}

/**
 * Up to so many boards one statement is the quickest. PostgreSQL plans over the partitions of all boards, and begins each time
 * with all of them: of 77 boards and 229 slices a page of hits took 80 ms, and 400 where the plan was not made yet. A board at a
 * time it looks at that board's alone, and the same page took 15.
 */
const FEW_BOARDS = 4;
const BOARDS_AT_ONCE = 3;

/** Rows for these keys, in no order between boards. `columnsOf` gives the parameters that follow the names of boards. */
export async function selectByBoard<Row extends QueryResultRow, Key extends { readonly board: string }>(
  { pool, boards }: RowSource,
  { text, ofBoard }: PostStatement,
  keys: readonly Key[],
  columnsOf: (keys: readonly Key[]) => readonly unknown[],
): Promise<readonly Row[]> {
  const valuesOf = (some: readonly Key[]) => [some.map(({ board }) => board), ...columnsOf(some)];
  const asked = [...Map.groupBy(keys, ({ board }) => board)];
  if ((await boards.all()).length <= FEW_BOARDS) {
    return (await pool.query<Row>(prepared(text, valuesOf(keys)))).rows;
  }
  const found: (readonly Row[])[] = [];
  // Not prepared, or PostgreSQL would try a plan over all partitions again after some calls.
  const next = async (): Promise<void> => {
    for (let group = asked.pop(); group !== undefined; group = asked.pop()) {
      const board = await boards.find(group[0]);
      if (board !== null) found.push((await pool.query<Row>(ofBoard, [...valuesOf(group[1]), board.id])).rows);
    }
  };
  await Promise.all(Array.from({ length: Math.min(BOARDS_AT_ONCE, asked.length) }, next));
  return found.flat();
}
