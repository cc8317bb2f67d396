/** Fields that the source sent in an unreadable form keep the value of an earlier answer. */
import type pg from 'pg';
import { nameOf, type PostFields, type PostObservation } from '../mappings/post.ts';
import { POST_COLUMNS, toPost, type PostRow } from '../mappings/postgres/post-row.ts';

/** Index: posts_pkey, boards_pkey. $1 board, $2 nums. */
const SELECT_STORED = `
select ${POST_COLUMNS} from posts p join boards b on b.id = p.board_id
where p.board_id = $1 and p.num = any ($2::bigint[]) and p.time_purged is null`;

/** Reads the stored rows of incomplete posts, which are few. Call it under the lock of their thread. */
export async function completeFromStored(
  client: pg.PoolClient,
  boardId: number,
  posts: readonly PostObservation[],
): Promise<readonly PostObservation[]> {
  const nums = posts.filter(({ isIncomplete }) => isIncomplete === true).map(({ fields }) => fields.num);
  if (nums.length === 0) return posts;
  const { rows } = await client.query<PostRow>(SELECT_STORED, [boardId, nums]);
  const stored = new Map(rows.map((row) => [nameOf({ num: Number(row.num), subnum: row.subnum }), toPost(row)]));
  return posts.map((post) => {
    const known = stored.get(nameOf(post.fields));
    if (known === undefined) return post;
    // The column has the archive's own count; the source's count is in `extra`.
    const { replies } = known.extra ?? {};
    return completed(post, { ...known, replies: typeof replies === 'number' ? replies : null });
  });
}

/** Fills null fields of an incomplete post from the known one. Other posts are returned unchanged. */
export function completed(post: PostObservation, known: PostFields): PostObservation {
  if (post.isIncomplete !== true) return post;
  const { fields } = post;
  const merged = Object.entries(fields).map(([name, value]) => [name, value ?? known[name as keyof PostFields]]);
  return {
    ...post,
    fields: {
      ...(Object.fromEntries(merged) as PostFields),
      spoiler: fields.spoiler || known.spoiler,
      extra: extraOf(fields, known),
    },
  };
}

/** `extra.asagi` describes an imported comment, and is copied together with it. */
function extraOf({ comment, extra }: PostFields, known: PostFields): PostFields['extra'] {
  const { asagi, ...rest } = known.extra ?? {};
  const kept = comment === null && asagi !== undefined ? { ...rest, asagi } : rest;
  const merged = { ...kept, ...extra };
  return Object.keys(merged).length === 0 ? null : merged;
}
