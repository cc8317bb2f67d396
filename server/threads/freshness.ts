/**
 * When the archive last looked for news of a thread at its source. It changes with every look although nothing of the
 * thread does, so it is no part of the thread's answer: that one is printed once, and its tag stands for the posts alone.
 * A header beside the tag would cost each reader's look every five seconds the questions that the tag saves.
 */
import type { Pool } from 'pg';
import type { Board } from '../../mappings/board.ts';
import { threadPath } from '../../mappings/source-address.ts';
import { readHarvestStatus, type HarvestOptions } from '../admin/boards/harvests.ts';
import { SELECT_LAST_LOOK, type LastLookRow } from './sql.ts';

/** null for a thread that nobody looks for any more: archived, deleted, off the list, or not there to be seen. */
export async function lastLookAt(pool: Pool, harvest: HarvestOptions, board: Board, num: number): Promise<Date | null> {
  const url = board.url + threadPath(board, num);
  const [{ rows }, harvests] = await Promise.all([
    pool.query<LastLookRow>(SELECT_LAST_LOOK, [board.id, num, url]),
    readHarvestStatus(harvest, [board.name]),
  ]);
  const [row] = rows;
  if (row === undefined) return null;
  // A list that is the one before is answered by 304, and no row tells of it.
  const confirmed = Date.parse(harvests.get(board.name)?.last_success ?? '');
  return new Date(Math.max(row.at.getTime(), Number.isNaN(confirmed) ? 0 : confirmed));
}
