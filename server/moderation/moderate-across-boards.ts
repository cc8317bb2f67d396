/** Moderates posts of several boards, each board in a transaction of its own. */
import type pg from 'pg';
import type { PostKey } from '../../mappings/post.ts';
import type { RemovalLog } from '../../platform/removal-log.ts';
import { boardNamed } from '../boards/board-named.ts';
import type { HiddenPostsCache } from '../visibility/fallback-snapshot.ts';
import { moderate, type ModerationRequest } from './moderate.ts';

export interface ModerationServices {
  readonly pool: pg.Pool;
  readonly postgres: { readonly snapshot: HiddenPostsCache | null };
  readonly clock: () => Date;
  readonly removals: RemovalLog;
}

export interface PostsOfBoards extends Pick<
  ModerationRequest,
  'action' | 'actor' | 'reason' | 'secret' | 'beforeChange'
> {
  readonly posts: readonly PostKey[];
}

/**
 * Returns the posts that changed. All posts of a board change, or none; if a board fails, the boards before it stay changed.
 * @throws errors of `moderate`; NotFoundError `board_unknown`, before anything changes
 */
export async function moderateAcrossBoards(
  { pool, postgres, clock, removals }: ModerationServices,
  { posts, ...request }: PostsOfBoards,
): Promise<readonly PostKey[]> {
  const byBoard = [...Map.groupBy(posts, ({ board }) => board)];
  const boards = await Promise.all(byBoard.map(([name]) => boardNamed(pool, name)));
  const changed: PostKey[] = [];
  for (const [place, [, some]] of byBoard.entries()) {
    const board = boards[place];
    if (board === undefined) continue;
    const numbers = some.map(({ num, subnum }) => ({ num, subnum }));
    const moderation = { ...request, board, posts: numbers, threads: false, now: clock() };
    const done = await moderate(pool, moderation, postgres.snapshot, removals);
    changed.push(...done.posts.map(({ num, subnum }) => ({ board: board.name, num, subnum })));
  }
  return changed;
}
