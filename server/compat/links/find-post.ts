/** Where the post is that an old address names. */
import type { Pool } from 'pg';
import type { Board } from '../../../mappings/board.ts';
import type { PostPlace } from '../../http/site.ts';
import { SELECT_PLACE, SELECT_PLACES_ANYWHERE, type PlaceAnywhereRow, type PlaceRow } from './sql.ts';

export interface PostName {
  readonly num: number;
  readonly subnum: number;
}

/** `123`, or `123_4` and `123,4` for a ghost post; null for whatever is no post's name. */
export function readPostName(text: string): PostName | null {
  const [, num, subnum = '0'] = /^([1-9]\d{0,15})(?:[_,](\d{1,9}))?$/.exec(text) ?? [];
  const name = { num: Number(num), subnum: Number(subnum) };
  return Number.isSafeInteger(name.num) ? name : null;
}

export async function findPost(pool: Pool, board: Board, { num, subnum }: PostName): Promise<PostPlace | null> {
  const { rows } = await pool.query<PlaceRow>(SELECT_PLACE, [board.id, num, subnum]);
  return rows[0] === undefined ? null : { board: board.name, num, subnum, thread: Number(rows[0].thread) };
}

/** On all boards: two where there are more. */
export async function findPostAnywhere(pool: Pool, { num, subnum }: PostName): Promise<readonly PostPlace[]> {
  const { rows } = await pool.query<PlaceAnywhereRow>(SELECT_PLACES_ANYWHERE, [num, subnum]);
  return rows.map((row) => ({ board: row.board, num, subnum, thread: Number(row.thread) }));
}
