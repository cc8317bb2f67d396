import type { Pool } from 'pg';
import type { Board } from '../../mappings/board.ts';
import type { Board as BoardView } from '../../mappings/contract/board.ts';
import {
  COUNT_POSTS,
  ESTIMATE_BOARDS,
  NEWEST_MODERATION,
  SELECT_BOARDS,
  type BoardCountRow,
  type BoardEstimateRow,
  type BoardRow,
} from './sql.ts';

/** Boards with at most this many posts are counted exactly, which takes some milliseconds; larger ones are estimated. */
export const COUNTED_POSTS = 100_000;

/** All boards, by name. */
export async function loadBoards(pool: Pool): Promise<readonly Board[]> {
  const { rows } = await pool.query<BoardRow>(SELECT_BOARDS);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    title: row.title,
    worksafe: row.worksafe,
    source: row.source,
    sourceName: row.source_name ?? row.name,
    url: row.url,
    mediaUrl: row.media_url,
    sliceSize: Number(row.slice_size),
  }));
}

/** Boards with their number of visible posts and the time of the newest. */
export async function loadBoardViews(pool: Pool, boards: readonly Board[]): Promise<readonly BoardView[]> {
  const { rows: estimates } = await pool.query<BoardEstimateRow>(ESTIMATE_BOARDS);
  const small = estimates.filter((row) => row.posts <= COUNTED_POSTS).map((row) => row.id);
  const { rows: counts } = await pool.query<BoardCountRow>(COUNT_POSTS, [small]);
  const estimateOf = new Map(estimates.map((row) => [row.id, row]));
  const countOf = new Map(counts.map((row) => [row.id, row.posts]));
  return boards.map((board) => {
    const estimate = estimateOf.get(board.id);
    const estimated = small.includes(board.id) ? 0 : (estimate?.posts ?? 0);
    return {
      name: board.name,
      title: board.title,
      worksafe: board.worksafe,
      posts: countOf.get(board.id) ?? Math.round(estimated),
      last_post: estimate?.last_post?.toISOString() ?? null,
    };
  });
}

/** The id of the newest entry of the moderation log; it grows with every hide, show and purge. */
export async function loadNewestModeration(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ newest: string }>(NEWEST_MODERATION);
  return Number(rows[0]?.newest);
}
