/** Loads posts with their places in the archive's order, for FoolFuuka's API and pages. */
import type { Pool } from 'pg';
import { documentId } from '../../../../mappings/elasticsearch/post-document.ts';
import type { PostKey, PostNumber } from '../../../../mappings/post.ts';
import { SHOWN_COLUMNS, toPost } from '../../../../mappings/postgres/post-row.ts';
import { withinAnswer } from '../../../../mappings/text-limits.ts';
import { prepared } from '../../../../platform/postgres.ts';
import type { ArchivedRow } from '../../../../server/threads/read-thread.ts';
import type { ArchivedPost } from './post.ts';

/**
 * Index: posts_pkey (board_id, num, subnum), each row in its own partition. Visible rows. $1 board names, $2 nums, $3 subnums, after
 * selects as in server/search/hydrate/sql.ts.
 */
const SELECT_ARCHIVED = `
  with wanted as materialized (
    select boards.id, boards.name, key.num, key.subnum
    from unnest((select $1::text[]), (select $2::bigint[]), (select $3::int[])) as key (board, num, subnum)
    join boards on boards.name = key.board
  )
  select ${SHOWN_COLUMNS}
  from wanted b
  join posts p on p.board_id = b.id and p.num = b.num and p.subnum = b.subnum
  where not p.hidden`;

/** Visible posts, in the order of the keys. */
export async function loadArchived(pool: Pool, keys: readonly PostKey[]): Promise<readonly ArchivedPost[]> {
  if (keys.length === 0) return [];
  const { rows } = await pool.query<ArchivedRow>(
    prepared(SELECT_ARCHIVED, [
      keys.map(({ board }) => board),
      keys.map(({ num }) => num),
      keys.map(({ subnum }) => subnum),
    ]),
  );
  const byId = new Map(archivedPosts(rows).map((archived) => [documentId(archived.post), archived]));
  return keys.flatMap((key) => byId.get(documentId(key)) ?? []);
}

/** Index: posts_id. A visible row. $1 id, $2 board. */
const SELECT_POST_OF_ID = 'select num, subnum from posts where id = $1 and board_id = $2 and not hidden';

/** null if there is no such post, or it is hidden. */
export async function postOfDocId(
  pool: Pool,
  board: { readonly id: number },
  docId: number,
): Promise<PostNumber | null> {
  const { rows } = await pool.query<{ num: string; subnum: number }>(SELECT_POST_OF_ID, [docId, board.id]);
  const [row] = rows;
  return row === undefined ? null : { num: Number(row.num), subnum: row.subnum };
}

/** The rows of one answer. */
export function archivedPosts(rows: readonly ArchivedRow[]): readonly ArchivedPost[] {
  return withinAnswer(rows.map(toPost)).map((post, at) => ({ post, docId: rows[at]?.doc_id ?? '' }));
}
