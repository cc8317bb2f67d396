import { documentId } from '../../../mappings/elasticsearch/post-document.ts';
import type { Post, PostKey } from '../../../mappings/post.ts';
import { toPost, type PostRow } from '../../../mappings/postgres/post-row.ts';
import { selectByBoard, type RowSource } from '../../posts/select-by-board.ts';
import type { SkeletonHit } from '../execute/fetch-hits.ts';
import { SELECT_HITS } from './sql.ts';

export interface HydratedHit {
  readonly skeleton: SkeletonHit;
  readonly post: Post;
  readonly mediaUrl: string;
  readonly threadSubject: string | null;
}

interface HitRow extends PostRow {
  readonly media_url: string;
  readonly thread_subject: string | null;
  readonly is_any_concealed: boolean;
}

export interface HydratedRows {
  /** Those that may be shown, in their order, as the rows are now; what is hidden or gone is left out. */
  readonly hits: readonly HydratedHit[];
  /** Whether any posts are concealed right now; null where no row said so. */
  readonly isAnyConcealed: boolean | null;
}

export async function hydrate(source: RowSource, hits: readonly SkeletonHit[]): Promise<HydratedRows> {
  if (hits.length === 0) return { hits: [], isAnyConcealed: null };
  const keys = hits.map((hit) => hit.key);
  const rows = await selectByBoard<HitRow, PostKey>(source, SELECT_HITS, keys, (some) => [
    some.map(({ num }) => num),
    some.map(({ subnum }) => subnum),
  ]);
  const rowOf = new Map(rows.map((row) => [documentId({ ...row, num: Number(row.num) }), row]));
  const shown = hits.flatMap((skeleton) => {
    const row = rowOf.get(skeleton.id);
    if (row === undefined) return [];
    return [{ skeleton, post: toPost(row), mediaUrl: row.media_url, threadSubject: row.thread_subject }];
  });
  return { hits: shown, isAnyConcealed: rows.length === 0 ? null : rows.some((row) => row.is_any_concealed) };
}
