import type { Pool } from 'pg';
import { documentId } from '../../mappings/elasticsearch/post-document.ts';
import type { Post } from '../../mappings/post.ts';
import { toPost, type PostRow } from '../../mappings/postgres/post-row.ts';
import type { SkeletonHit } from './skeleton.ts';
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
}

/** The hits that may be shown, in their order, as the rows are now; what is hidden or gone is left out. One round trip. */
export async function hydrate(pool: Pool, hits: readonly SkeletonHit[]): Promise<readonly HydratedHit[]> {
  if (hits.length === 0) return [];
  const keys = hits.map((hit) => hit.key);
  const { rows } = await pool.query<HitRow>({
    // Named: planned once a connection, and not again for every search.
    name: 'search_hits',
    text: SELECT_HITS,
    values: [keys.map((key) => key.board), keys.map((key) => key.num), keys.map((key) => key.subnum)],
  });
  const rowOf = new Map(rows.map((row) => [documentId({ ...row, num: Number(row.num) }), row]));
  return hits.flatMap((skeleton) => {
    const row = rowOf.get(skeleton.id);
    if (row === undefined) return [];
    return [{ skeleton, post: toPost(row), mediaUrl: row.media_url, threadSubject: row.thread_subject }];
  });
}
