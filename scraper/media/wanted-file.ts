/** The ends of an attempt to fetch a wanted file. */
import type { Board } from '../../mappings/board.ts';
import type { MediaKind } from '../../mappings/source-kind.ts';
import { inTransaction } from '../../platform/postgres.ts';
import { touchPost } from '../../store/change-posts.ts';
import { lockThread } from '../../store/post-lock.ts';
import type { MediaContext } from './context.ts';
import type { MediaTarget } from './link-post.ts';
import type { MediaOutcome } from './metrics.ts';
import * as sql from './sql.ts';

export interface WantedFile extends MediaTarget {
  readonly board: Board;
  readonly row: sql.WantedRow;
}

/** Counts the outcome. Only files of requests have a line each, which leads back to the request. */
export function note({ metrics, logger }: MediaContext, { board, num, row }: WantedFile, outcome: MediaOutcome): void {
  metrics.onOutcome(board.name, row.kind, outcome);
  if (row.request_id !== null) logger.info({ board: board.name, num, kind: row.kind, outcome }, 'requested file');
}

export async function postpone(
  context: MediaContext,
  post: WantedFile,
  pauseMs: number,
  attempts: number,
  why: string | null,
  outcome?: MediaOutcome,
): Promise<void> {
  if (outcome !== undefined) note(context, post, outcome);
  const dueAt = new Date(context.now().getTime() + pauseMs);
  await context.pool.query(sql.POSTPONE_FILE, [...keyOf(post), dueAt, attempts, why]);
}

export async function giveUp(
  context: MediaContext,
  post: WantedFile,
  state: 'gone' | 'refused' | 'banned',
  outcome: MediaOutcome,
  why: string | null,
): Promise<void> {
  note(context, post, outcome);
  await endWanted(context, post, sql.ABANDON_WANTED, state, why);
}

/**
 * Ends the attempts for a file in one transaction, with a new rev of its post, because the state of the file in APIs and on pages
 * changes.
 */
export async function endWanted(
  { pool, now }: MediaContext,
  post: WantedFile,
  statement: string,
  ...values: readonly (string | null)[]
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const lock = await lockThread(client, post.boardId, post.thread);
    await touchPost(lock, post, now());
    await client.query(statement, [...keyOf(post), ...values]);
  });
}

function keyOf({ boardId, num, subnum, place, row }: WantedFile): [number, number, number, MediaKind, number] {
  return [boardId, num, subnum, row.kind, place];
}
