/** Moderates posts of several boards in one transaction. */
import type pg from 'pg';
import type { PostKey } from '../../mappings/post.ts';
import { listBoards } from '../../store/boards/boards.ts';
import { assertModerator } from '../admin/as-account.ts';
import { boardAmong } from '../boards/board-named.ts';
import type { HiddenPostsCache } from '../visibility/fallback-snapshot.ts';
import { inModeration, type OutsideChanges, type RemovalSink } from './in-moderation.ts';
import { lockThreadsOf, moderateIn, type ModerationRequest } from './moderate.ts';

export interface ModerationServices {
  readonly pool: pg.Pool;
  readonly postgres: { readonly snapshot: HiddenPostsCache | null };
  readonly clock: () => Date;
  /** null for a dry run of the command line. */
  readonly removals: RemovalSink | null;
}

export interface PostsOfBoards extends Pick<ModerationRequest, 'action' | 'actor' | 'reason'> {
  readonly posts: readonly PostKey[];
}

/**
 * Returns the posts that changed. The posts of all boards change, or none.
 * @throws errors of `moderate`; NotFoundError `board_unknown`
 */
export async function moderateAcrossBoards(
  services: ModerationServices,
  { secret, ...request }: PostsOfBoards & { readonly secret: string },
): Promise<readonly PostKey[]> {
  return inModeration(services.pool, secret, outsideOf(services), async (client, outside) =>
    moderateBoardsIn(client, { ...request, secret, now: services.clock() }, outside),
  );
}

export function outsideOf({ postgres, removals }: ModerationServices): Parameters<typeof inModeration>[2] {
  return { copy: postgres.snapshot, log: removals };
}

/** In a transaction of `inModeration` with the same secret. */
export async function moderateBoardsIn(
  client: pg.PoolClient,
  { posts, secret, ...request }: PostsOfBoards & { readonly secret: string | null; readonly now: Date },
  outside: OutsideChanges,
): Promise<readonly PostKey[]> {
  const boards = await listBoards(client);
  const byBoard = [...Map.groupBy(posts, ({ board }) => board)].map(([name, some]) => ({
    board: boardAmong(boards, name),
    some,
  }));
  if (secret !== null) for (const { board } of byBoard) await assertModerator(client, board);
  // Before the first entry of the audit log: a writer that holds a thread may wait for the log.
  for (const { board, some } of byBoard) await lockThreadsOf(client, board, some);
  const changed: PostKey[] = [];
  for (const { board, some } of byBoard) {
    const numbers = some.map(({ num, subnum }) => ({ num, subnum }));
    const done = await moderateIn(client, { ...request, board, posts: numbers, threads: false }, outside);
    changed.push(...done.posts.map(({ num, subnum }) => ({ board: board.name, num, subnum })));
  }
  return changed;
}
