import type { Pool } from 'pg';
import type { Board } from '../../../mappings/board.ts';
import { toPost, type PostRow } from '../../../mappings/postgres/post-row.ts';
import { SELECT_THREAD } from '../../threads/sql.ts';
import type { JsonAnswer } from '../give-json.ts';
import type { AnswerMemory } from '../../answer-memory.ts';
import { lastModified } from './last-modified.ts';
import { SELECT_THREAD_STATE, type ThreadStateRow } from './sql.ts';
import { fourChanThread } from './thread-json.ts';

export interface ThreadDesk {
  readonly pool: Pool;
  readonly memory: AnswerMemory;
  readonly clock: () => Date;
}

/** null when there is no such thread, or its opener may not be shown. A thread that was printed already is not read again. */
export async function loadFourChanThread(
  { pool, memory, clock }: ThreadDesk,
  board: Board,
  num: number,
): Promise<JsonAnswer | null> {
  const key = `${board.id}/${num}`;
  const { rows: states } = await pool.query<ThreadStateRow>(SELECT_THREAD_STATE, [board.id, num]);
  const [state] = states;
  if (state === undefined || state.modified === null) return null;
  const known = memory.recall(key, nameOf(board, state));
  if (known !== null) return { ...known, modified: lastModified(state.modified, clock()) };

  const { rows } = await pool.query<PostRow>(SELECT_THREAD, [board.id, num]);
  const posts = fourChanThread(board, rows.map(toPost));
  if (posts === null) return null;
  // Of the rows that are printed: some may have come since the first look.
  const read = stateOf(rows);
  const printed = memory.keep(key, nameOf(board, read), JSON.stringify({ posts }));
  return { ...printed, modified: lastModified(read.modified ?? state.modified, clock()) };
}

function stateOf(rows: readonly PostRow[]): ThreadStateRow {
  const revs = rows.map((row) => BigInt(row.rev));
  const times = rows.map((row) => row.time_modified.getTime());
  return {
    posts: rows.length,
    highest: String(revs.reduce((highest, rev) => (rev > highest ? rev : highest), 0n)),
    sum: String(revs.reduce((sum, rev) => sum + rev, 0n)),
    modified: new Date(Math.max(...times)),
  };
}

function nameOf({ source }: Board, { posts, highest, sum }: ThreadStateRow): string {
  return `${source} ${posts} ${highest} ${sum}`;
}
