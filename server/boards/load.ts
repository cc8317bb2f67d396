import type { Pool } from 'pg';
import type { Board } from '../../mappings/board.ts';
import { perBoardFlag } from '../../mappings/board-flags.ts';
import type { BoardSummary } from '../../mappings/contract/board.ts';
import { ANY, type Interval } from '../search/elasticsearch/reach.ts';
import {
  COUNT_POSTS,
  LIVE_SLICES,
  type LiveSliceRow,
  ESTIMATE_BOARDS,
  NEWEST_MODERATION,
  type BoardCountRow,
  type BoardEstimateRow,
} from './sql.ts';

/**
 * Posts of all boards that are counted exactly, the smallest boards first, which takes some milliseconds; the other boards are
 * estimated. Without a limit for all boards together, the count of 77 boards of 13,000 posts each runs into the statement timeout
 * under load.
 */
const COUNTED_POSTS = 100_000;

/**
 * Boards with their number of visible posts and the time of the newest. `hasContact`: whether
 * readers can reach the operator, which some flags of boards need.
 */
export async function loadBoardViews(
  pool: Pool,
  boards: readonly Board[],
  hasContact: boolean,
): Promise<readonly BoardSummary[]> {
  const { rows: estimates } = await pool.query<BoardEstimateRow>(ESTIMATE_BOARDS);
  const small = smallestBoards(estimates);
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
      ...perBoardFlag(({ name, needsContact }) => (hasContact || !needsContact) && estimate?.[name] === true),
      public_log: estimate?.public_log === true,
      order: estimate?.newest_threads_first === true ? 'created' : 'modified',
    };
  });
}

/** The smallest boards that have at most COUNTED_POSTS posts together. */
export function smallestBoards(
  estimates: readonly { readonly id: number; readonly posts: number }[],
): readonly number[] {
  const small: number[] = [];
  let counted = 0;
  for (const { id, posts } of estimates.toSorted((a, b) => a.posts - b.posts)) {
    counted += posts;
    if (counted > COUNTED_POSTS) break;
    small.push(id);
  }
  return small;
}

/** A slice of a board that has an index to search. */
export interface LiveSlice {
  readonly board: string;
  /** The index's name; boards may share it. */
  readonly index: string;
  readonly slice: number;
  readonly mappingVersion: number;
  /** The index was lost, and not all posts have been indexed again. */
  readonly isRefilling: boolean;
  readonly isShared: boolean;
  /** Left out where it may be outdated. */
  readonly reach?: SliceReach;
}

/** The numbers and times that posts of the slice can have. */
export interface SliceReach {
  readonly nums: Interval;
  readonly times: Interval;
}

export async function loadLiveSlices(pool: Pool): Promise<readonly LiveSlice[]> {
  const { rows } = await pool.query<LiveSliceRow>(LIVE_SLICES);
  return rows.map((row) => ({
    board: row.board,
    index: row.index,
    slice: Number(row.slice),
    mappingVersion: row.mapping_version,
    isRefilling: row.is_refilling,
    isShared: row.is_shared,
    reach: reachOf(row),
  }));
}

function reachOf({
  slice,
  slice_size,
  posted_known: isKnown,
  posted_from: from,
  posted_until: until,
}: LiveSliceRow): SliceReach {
  const size = Number(slice_size);
  const nums = { from: Number(slice) * size, to: (Number(slice) + 1) * size - 1 };
  // A slice without documents has no times.
  const times = { from: from === null ? Infinity : Number(from), to: until === null ? -Infinity : Number(until) };
  return { nums, times: isKnown ? times : ANY };
}

/** The id of the newest entry of the moderation log; it grows with every hide, show and purge. */
export async function loadNewestModeration(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ newest: string }>(NEWEST_MODERATION);
  return Number(rows[0]?.newest);
}
