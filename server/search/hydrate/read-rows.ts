/** Reads the rows of hits from PostgreSQL. Hidden rows are left out, even if the index has them as visible. */
import { parseComment } from '../../../mappings/comment/parse.ts';
import { documentId } from '../../../mappings/elasticsearch/post-document.ts';
import type { Post, PostKey } from '../../../mappings/post.ts';
import { SHOWN_COLUMNS, toPost, type PostRow } from '../../../mappings/postgres/post-row.ts';
import { titleOfOpening } from '../../../mappings/thread-title.ts';
import type { FilesAtSource } from '../../posts/present.ts';
import { selectByBoard, type PostStatement, type RowSource } from '../../posts/select-by-board.ts';
import { HAS_PENDING_HIDES_SQL } from '../../visibility/pending-hides.ts';
import type { IndexHit } from '../elasticsearch/index-hit.ts';

export interface HydratedHit {
  readonly hit: IndexHit;
  readonly post: Post;
  /** The post's board if readers may load its files from the source; otherwise null. */
  readonly atSource: FilesAtSource;
  readonly threadSubject: string | null;
  /** The subject, else the first words of the opening post. */
  readonly threadTitle: string | null;
}

export interface HydratedRows {
  /** In the order of the hits; hidden and missing rows are left out. */
  readonly hits: readonly HydratedHit[];
  /**
   * Whether any board has pending hides. Each returned row contains the answer, which saves a second statement; without a row the
   * answer is unknown (null).
   */
  readonly hasPendingHides: boolean | null;
}

/** Enough of a comment for a title, markup included. */
export const OPENING_CHARACTERS = 1000;

/**
 * The posts of one page, each by posts_pkey (board_id, num, subnum) in its own partition, with the subject of the opening
 * post. Materialised, since the planner may otherwise look up every num on every board. $1 names of boards, $2 nums,
 * $3 subnums.
 *
 * The opening post is looked up on the board of the post itself: compared with `wanted`, it was looked up on every board.
 *
 * `(select $1)` hides the number of keys from the planner: a connection whose first lists are short would otherwise make a
 * new plan for each list, which takes longer than reading the rows.
 */
const hitsOf = (board: string) => `
  with wanted as materialized (
    select boards.id, boards.name, key.num, key.subnum
    from unnest((select $1::text[]), (select $2::bigint[]), (select $3::int[])) as key (board, num, subnum)
    join boards on boards.name = key.board
  )
  select ${SHOWN_COLUMNS}, opener.subject as thread_subject,
    case when coalesce(trim(opener.subject), '') = '' then left(opener.comment, ${OPENING_CHARACTERS}) end as thread_opening,
    ${HAS_PENDING_HIDES_SQL} as has_pending_hides
  from wanted b
  join posts p on p.board_id = ${board} and p.num = b.num and p.subnum = b.subnum
  left join posts opener
    on opener.board_id = p.board_id and opener.num = p.thread and opener.subnum = 0 and not opener.hidden
  where not p.hidden`;
export const SELECT_HITS: PostStatement = { text: hitsOf('b.id'), ofBoard: (id) => hitsOf(String(id)) };

interface HitRow extends PostRow {
  readonly thread_subject: string | null;
  /** The beginning of the opening post's comment, in the source's HTML; null if the thread has a subject. */
  readonly thread_opening: string | null;
  readonly has_pending_hides: boolean;
}

export async function readRows(source: RowSource, hits: readonly IndexHit[]): Promise<HydratedRows> {
  if (hits.length === 0) return { hits: [], hasPendingHides: null };
  const keys = hits.map((hit) => hit.key);
  const rows = await selectByBoard<HitRow, PostKey>(source, SELECT_HITS, keys, (some) => [
    some.map(({ num }) => num),
    some.map(({ subnum }) => subnum),
  ]);
  const rowOf = new Map(rows.map((row) => [documentId({ ...row, num: Number(row.num) }), row]));
  const atSource = await source.boards.filesAtSource();
  const shown = hits.flatMap((hit) => {
    const row = rowOf.get(hit.id);
    if (row === undefined) return [];
    return [
      {
        hit,
        post: toPost(row),
        atSource: atSource.get(row.board) ?? null,
        threadSubject: row.thread_subject,
        threadTitle: titleOfThread(row.thread_subject, row.thread_opening),
      },
    ];
  });
  return { hits: shown, hasPendingHides: rows.length === 0 ? null : rows.some((row) => row.has_pending_hides) };
}

/** `opening`: the beginning of the opening post's comment, in the source's HTML. */
export function titleOfThread(subject: string | null, opening: string | null): string | null {
  return titleOfOpening({ subject, tokens: parseComment(opening ?? '').tokens });
}
