import type { Pool } from 'pg';
import type { Board } from '../../../mappings/board.ts';
import { documentId } from '../../../mappings/elasticsearch/post-document.ts';
import type { PostKey } from '../../../mappings/post.ts';
import { toPost } from '../../../mappings/postgres/post-row.ts';
import type { ArchivedPost } from './post.ts';
import { HAS_OPENER, SELECT_ARCHIVED, SELECT_ARCHIVED_THREAD, type ArchivedRow } from './sql.ts';

/**
 * Posts of a thread that may be shown, in its order; `after`: those that came after this doc_id. null without a visible
 * opener: clients read its fields before they look at anything else.
 */
export async function loadArchivedThread(
  pool: Pool,
  board: Board,
  thread: number,
  after: number | null = null,
): Promise<readonly ArchivedPost[] | null> {
  const { rows } = await pool.query<ArchivedRow>(SELECT_ARCHIVED_THREAD, [board.id, thread, after ?? 0]);
  const hasOpener = rows.some((row) => row.opener && Number(row.num) === thread);
  if (!hasOpener && (after === null || !(await hasVisibleOpener(pool, board, thread)))) return null;
  return rows.map(archivedOf);
}

async function hasVisibleOpener(pool: Pool, board: Board, thread: number): Promise<boolean> {
  const { rows } = await pool.query(HAS_OPENER, [board.id, thread]);
  return rows.length > 0;
}

/** Those that may be shown, in the order of the keys. */
export async function loadArchived(pool: Pool, keys: readonly PostKey[]): Promise<readonly ArchivedPost[]> {
  if (keys.length === 0) return [];
  const { rows } = await pool.query<ArchivedRow>(SELECT_ARCHIVED, [
    keys.map(({ board }) => board),
    keys.map(({ num }) => num),
    keys.map(({ subnum }) => subnum),
  ]);
  const byId = new Map(rows.map((row) => [documentId({ ...row, num: Number(row.num) }), archivedOf(row)]));
  return keys.flatMap((key) => byId.get(documentId(key)) ?? []);
}

function archivedOf(row: ArchivedRow): ArchivedPost {
  return { post: toPost(row), docId: row.doc_id };
}
