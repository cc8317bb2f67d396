/** The posts that name a file of a folder. */
import type pg from 'pg';

export interface NamingPost {
  readonly boardId: number;
  readonly num: number;
  readonly subnum: number;
  readonly thread: number;
  /** 0 for the post's first file. */
  readonly place: number;
  readonly md5: Uint8Array | null;
  readonly size: number | null;
  readonly time: number | null;
  readonly hidden: boolean;
  /** True if its MD5 is banned, or the SHA-256 of a known file with that MD5. */
  readonly banned: boolean;
  /** Moderators deleted its file. */
  readonly deleted: boolean;
  /** SHA-256 of the stored files. */
  readonly stored: { readonly file: Uint8Array | null; readonly thumb: Uint8Array | null };
}

interface Row {
  readonly num: string;
  readonly subnum: number;
  readonly thread: string;
  readonly place: number;
  readonly media_hash: Uint8Array | null;
  readonly media_size: number | null;
  readonly media_time: string | null;
  readonly hidden: boolean;
  readonly banned: boolean;
  readonly deleted: boolean;
  readonly media_hash_src: Uint8Array | null;
  readonly media_hash_thb: Uint8Array | null;
}

/** A file that is only described by a contributed dump is not stored. */
const columns = (
  place: string,
): string => `p.num, p.subnum, p.thread, ${place} as place, p.media_hash, p.media_size, p.media_time, p.hidden, p.media_hash_thb,
  case when not exists (select 1 from images d where d.sha256 = p.media_hash_src and d.only_described) then p.media_hash_src end as media_hash_src,
  exists (select 1 from banned_media b where b.hash in (p.media_hash, p.media_hash_src))
    or exists (select 1 from images i where i.md5 = p.media_hash and i.banned) as banned,
  exists (select 1 from deleted_files d where d.hash = any (array[p.media_hash, p.media_hash_src])) as deleted`;

/** Index: posts_media_time, post_files_media_time, images_sha256_key, images_md5, banned_media_pkey, deleted_files_pkey. $1 board, $2 times. */
const BY_TIME = `select ${columns('p.place')} from files_of_posts p where p.board_id = $1 and p.media_time = any ($2::bigint[]) and p.time_purged is null
order by p.num, p.subnum`;

/** Index: posts_media_hash, post_files_media_hash, images_md5, banned_media_pkey, deleted_files_pkey. $1 board, $2 MD5. */
const BY_MD5 = `select ${columns('p.place')} from files_of_posts p where p.board_id = $1 and p.media_hash = $2 and p.time_purged is null order by p.num, p.subnum`;

export async function postsByTime(
  pool: pg.Pool,
  boardId: number,
  times: readonly number[],
): Promise<ReadonlyMap<number, readonly NamingPost[]>> {
  const found = new Map<number, NamingPost[]>();
  if (times.length === 0) return found;
  const { rows } = await pool.query<Row>(BY_TIME, [boardId, times]);
  for (const post of rows.map((row) => postOf(boardId, row))) {
    const time = post.time ?? 0;
    found.set(time, [...(found.get(time) ?? []), post]);
  }
  return found;
}

export async function postsByMd5(pool: pg.Pool, boardId: number, md5: Uint8Array): Promise<readonly NamingPost[]> {
  const { rows } = await pool.query<Row>(BY_MD5, [boardId, md5]);
  return rows.map((row) => postOf(boardId, row));
}

function postOf(boardId: number, row: Row): NamingPost {
  return {
    boardId,
    num: Number(row.num),
    subnum: row.subnum,
    thread: Number(row.thread),
    place: row.place,
    md5: row.media_hash,
    size: row.media_size,
    time: row.media_time === null ? null : Number(row.media_time),
    hidden: row.hidden,
    banned: row.banned,
    deleted: row.deleted,
    stored: { file: row.media_hash_src, thumb: row.media_hash_thb },
  };
}

export interface UnfiledPost extends NamingPost {
  /** SHA-256 of a stored file with the same MD5, and of its thumbnail in the same size. */
  readonly known: { readonly file: Uint8Array | null; readonly thumb: Uint8Array | null };
}

interface UnfiledRow extends Row {
  readonly file: Uint8Array | null;
  readonly thumb: Uint8Array | null;
}

/**
 * A page of a board's visible posts without their file or its thumbnail, newest first, with stored copies of the same file. Index:
 * posts_files, images_md5, posts_media_hash, images_sha256_key, deleted_files_pkey. $1 board, $2 num, $3 subnum to begin below, $4 how
 * many.
 */
const UNFILED = `
select ${columns('0')}, i.sha256 as file,
  case when p.media_hash_thb is null then (
    select o.media_hash_thb from posts o join images t on t.sha256 = o.media_hash_thb
    where o.media_hash = p.media_hash and o.media_dims_thb_w = p.media_dims_thb_w and o.media_dims_thb_h = p.media_dims_thb_h
      and o.media_hash_thb is not null and t.datastore_id is not null and not t.banned
    limit 1) end as thumb
from posts p
left join lateral (
  select i.sha256 from images i
  where p.media_hash_src is null and i.md5 = p.media_hash and (p.media_size is null or i.size = p.media_size)
    and i.datastore_id is not null and not i.banned
  order by i.id limit 1) i on true
where p.board_id = $1 and (p.num, p.subnum) < ($2, $3) and p.media_type is not null and not p.hidden
  and (p.media_hash_src is null or p.media_hash_thb is null)
order by p.num desc, p.subnum desc
limit $4`;

/** @param before the last post of the page before; null for the first page */
export async function unfiledPosts(
  pool: pg.Pool,
  boardId: number,
  before: Pick<NamingPost, 'num' | 'subnum'> | null,
  limit: number,
): Promise<readonly UnfiledPost[]> {
  const { num, subnum } = before ?? { num: Number.MAX_SAFE_INTEGER, subnum: 0 };
  const { rows } = await pool.query<UnfiledRow>(UNFILED, [boardId, num, subnum, limit]);
  return rows.map((row) => ({ ...postOf(boardId, row), known: { file: row.file, thumb: row.thumb } }));
}
