/** Removes a board and all its data through a function of the database owner. */
import type pg from 'pg';
import type { RemovalCounts } from '../../mappings/module.ts';
import { MODULES } from '../../mappings/modules.ts';
import type { Database } from '../../platform/postgres.ts';

/** The function's comment names the indexes. $1 name, $2 most posts to count. */
const READ_CONTENTS = `
select posts::int, hidden::int, threads::int, files::int, reported::int, bans::int, filters::int, accounts::int, indices::int, queued::int
from board_contents($1, $2)`;

const OF_MODULES: readonly RemovalCounts[] = MODULES.flatMap((one) => ('removal' in one ? [one.removal] : []));

/** The function's comment names the indexes. $1 name. */
const REMOVE_BOARD = 'select remove_board($1) as was_there';

export interface BoardContents {
  readonly posts: number;
  readonly hidden: number;
  readonly threads: number;
  readonly files: number;
  readonly reported: number;
  readonly bans: number;
  readonly filters: number;
  readonly accounts: number;
  /** Indices in Elasticsearch. */
  readonly indices: number;
  /** Threads that wait for the indexer. */
  readonly queued: number;
  /** Counts of modules. */
  readonly added: readonly AddedCount[];
}

export interface AddedCount {
  readonly name: string;
  readonly count: number;
}

/** The noun of a module's count. */
export function nounOf(name: string): string {
  return OF_MODULES.map(({ nouns }) => nouns[name]).find((noun) => noun !== undefined) ?? name;
}

/** The contents that a removal would delete; null for an unknown board. Counts at most `most` posts. */
export async function readBoardContents(db: Database, name: string, most: number): Promise<BoardContents | null> {
  const { rows } = await db.query<Omit<BoardContents, 'added'>>(READ_CONTENTS, [name, most]);
  const [contents] = rows;
  if (contents === undefined) return null;
  const added: AddedCount[] = [];
  for (const { nouns, sql } of OF_MODULES) {
    const counted = await db.query<{ counts: Readonly<Record<string, number>> | null }>(`select ${sql} as counts`, [
      name,
    ]);
    const counts = counted.rows[0]?.counts ?? null;
    if (counts !== null) added.push(...Object.keys(nouns).map((noun) => ({ name: noun, count: counts[noun] ?? 0 })));
  }
  return { ...contents, added };
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
