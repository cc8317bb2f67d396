/** The forums at which boards are harvested, and which of them are closed. */
import type pg from 'pg';
import { forumBase, type Forum } from '../../mappings/kick.ts';
import type { SourceKind } from '../../mappings/sources.ts';
import { CLOSE_FORUM, LIST_FORUMS, SELECT_OPEN_FORUMS } from './sql.ts';

export interface OpenForums {
  /** True if the board's own source is open. */
  readonly hasOwn: boolean;
  readonly baseUrls: readonly string[];
}

/** The forums at which the board is to be harvested now. */
export async function openForums(pool: pg.Pool, boardId: number): Promise<OpenForums> {
  const { rows } = await pool.query<{ base_url: string; is_own: boolean }>(SELECT_OPEN_FORUMS, [boardId]);
  return { hasOwn: rows.some(({ is_own: isOwn }) => isOwn), baseUrls: rows.map(({ base_url: base }) => base) };
}

export interface ForumState extends Forum {
  readonly boardId: number;
  readonly source: SourceKind;
  readonly closedAt: Date | null;
  /** Ranges of finished threads or months, as PostgreSQL's multirange text; null if nothing was read. */
  readonly finished: string | null;
}

export async function listForums(pool: pg.Pool): Promise<ForumState[]> {
  const { rows } = await pool.query<{
    board_id: number;
    board: string;
    source: SourceKind;
    url: string;
    source_name: string;
    closed_at: Date | null;
    finished: string | null;
  }>(LIST_FORUMS);
  return rows.map((row) => ({
    boardId: row.board_id,
    board: row.board,
    source: row.source,
    url: row.url,
    sourceName: row.source_name,
    closedAt: row.closed_at,
    finished: row.finished,
  }));
}

/** Closes a forum, or reopens it if `closedAt` is null. Idempotent. */
export async function closeForum(
  pool: pg.Pool,
  forum: Forum & Pick<ForumState, 'boardId'>,
  closedAt: Date | null,
): Promise<void> {
  await pool.query(CLOSE_FORUM, [forum.boardId, forumBase(forum), closedAt]);
}
