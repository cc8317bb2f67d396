/** Finds the post that an old address names. */
import type { Pool } from 'pg';
import type { Board } from '../../../../mappings/board.ts';
import type { PostPlace } from '../../../../server/shared/site.ts';

export interface PostName {
  readonly num: number;
  readonly subnum: number;
}

/** Index: posts_pkey (board_id, num, subnum) or posts_num (num). One visible post. $1 board, $2 num, $3 subnum. */
export const SELECT_PLACE = `
  select thread
  from posts
  where board_id = $1 and num = $2 and subnum = $3 and not hidden`;

interface PlaceRow {
  readonly thread: string;
}

/** Index: posts_num (num), one step in each slice of each board. $1 num, $2 subnum. */
export const SELECT_PLACES_ANYWHERE = `
  select b.name as board, p.thread
  from posts p
  join boards b on b.id = p.board_id
  where p.num = $1 and p.subnum = $2 and not p.hidden
  order by b.name`;

interface PlaceAnywhereRow extends PlaceRow {
  readonly board: string;
}

/** `123`, or `123_4` and `123,4` for a ghost post; null for any other text. */
export function parsePostName(text: string): PostName | null {
  const [, num, subnum = '0'] = /^([1-9]\d{0,15})(?:[_,](\d{1,9}))?$/.exec(text) ?? [];
  const name = { num: Number(num), subnum: Number(subnum) };
  return Number.isSafeInteger(name.num) ? name : null;
}

export async function findPost(pool: Pool, board: Board, { num, subnum }: PostName): Promise<PostPlace | null> {
  const { rows } = await pool.query<PlaceRow>(SELECT_PLACE, [board.id, num, subnum]);
  return rows[0] === undefined ? null : { board: board.name, num, subnum, thread: Number(rows[0].thread) };
}

/** The posts with this number on all boards, sorted by board name: at most one per board. */
export async function findPostAnywhere(pool: Pool, { num, subnum }: PostName): Promise<readonly PostPlace[]> {
  const { rows } = await pool.query<PlaceAnywhereRow>(SELECT_PLACES_ANYWHERE, [num, subnum]);
  return rows.map((row) => ({ board: row.board, num, subnum, thread: Number(row.thread) }));
}
