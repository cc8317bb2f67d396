import type { Pool } from 'pg';
import type { Board } from '../../../mappings/board.ts';
import { documentId } from '../../../mappings/elasticsearch/post-document.ts';
import type { PostKey } from '../../../mappings/post.ts';
import { toPost } from '../../../mappings/postgres/post-row.ts';
import { prepared } from '../../../platform/postgres.ts';
import type { ThreadRows } from '../../threads/rows.ts';
import type { ArchivedRow } from '../../threads/sql.ts';
import type { ArchivedPost } from './post.ts';
import { SELECT_ARCHIVED } from './sql.ts';

/**
 * Posts of a thread that may be shown, in its order. null without a visible opener: clients read its fields before they look
 * at anything else.
 */
export async function loadArchivedThread(
  threadRows: ThreadRows,
  board: Board,
  thread: number,
): Promise<readonly ArchivedPost[] | null> {
  const { rows } = await threadRows.read(board, thread);
  return hasOpener(rows, thread) ? rows.map(archivedOf) : null;
}

export function hasOpener(rows: readonly ArchivedRow[], thread: number): boolean {
  return rows.some((row) => row.opener && Number(row.num) === thread);
}

/** Those that may be shown, in the order of the keys. */
export async function loadArchived(pool: Pool, keys: readonly PostKey[]): Promise<readonly ArchivedPost[]> {
  if (keys.length === 0) return [];
  const { rows } = await pool.query<ArchivedRow>(
    prepared(SELECT_ARCHIVED, [
      keys.map(({ board }) => board),
      keys.map(({ num }) => num),
      keys.map(({ subnum }) => subnum),
    ]),
  );
  const byId = new Map(rows.map((row) => [documentId({ ...row, num: Number(row.num) }), archivedOf(row)]));
  return keys.flatMap((key) => byId.get(documentId(key)) ?? []);
}

export function archivedOf(row: ArchivedRow): ArchivedPost {
  return { post: toPost(row), docId: row.doc_id };
}
