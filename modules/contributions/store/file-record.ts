/** The archive's record of a file that dumps describe. MD5 and size identify a file, as in posts. */
import type pg from 'pg';
import type { FileRecord } from '../format/judge.ts';
import { prepared } from '../../../platform/postgres.ts';

export interface FileKey {
  readonly md5: Buffer;
  readonly size: number;
}

export interface KnownFile {
  readonly imageId: string | null;
  /** The archive stores the file. */
  readonly isStored: boolean;
  /** The archive stores or once stored the file, so its SHA-256 was computed. */
  readonly isMeasured: boolean;
  readonly isBanned: boolean;
  /** The time when the archive got the file or, if it never did, when the file was first posted. null if it is neither stored nor posted. */
  readonly addedAt: Date | null;
  readonly record: FileRecord;
}

/**
 * If several files have this MD5 and size, a measured one takes precedence, then the one that was described last. Dimensions are those of the oldest post,
 * unless a dump has changed them. Indexes: images_md5, posts_media_hash, post_files_media_hash, banned_media_pkey. $1 MD5, $2 size.
 */
const FIND_FILE = `
with image as (
  select i.* from images i where i.md5 = $1 and i.size = $2
  order by i.only_described, case when i.only_described then -i.id else i.id end limit 1
), naming as (
  select min(p.time_posted) as posted_at,
    (array_agg(p.media_dims_src_w order by p.time_posted, p.num, p.place))[1] as width,
    (array_agg(p.media_dims_src_h order by p.time_posted, p.num, p.place))[1] as height
  from files_of_posts p where p.media_hash = $1 and p.media_size = $2 and p.time_purged is null
)
select i.id, i.datastore_id is not null as is_stored, coalesce(not i.only_described, false) as is_measured,
  coalesce(i.banned, false) or exists (select from banned_media b where b.hash in ($1, i.sha256)) as is_banned,
  case when i.only_described is not false then n.posted_at else i.added_at end as added_at,
  encode(i.sha256, 'hex') as sha256, encode(i.sha1, 'hex') as sha1, encode(i.pixels_sha3, 'hex') as pixels,
  i.perceptual_hash::text as perceptual, coalesce(i.width, n.width)::text as width, coalesce(i.height, n.height)::text as height,
  i.duration::text as duration, i.codecs
from naming n left join image i on true`;

interface Row extends FileRecord {
  readonly id: string | null;
  readonly is_stored: boolean;
  readonly is_measured: boolean;
  readonly is_banned: boolean;
  readonly added_at: Date | null;
}

export async function findKnownFile(client: pg.ClientBase | pg.Pool, { md5, size }: FileKey): Promise<KnownFile> {
  const { rows } = await client.query<Row>(prepared(FIND_FILE, [md5, size]));
  const [row] = rows;
  if (row === undefined) throw new Error('an aggregate returns one row');
  const { id, is_stored: isStored, is_measured: isMeasured, is_banned: isBanned, added_at: addedAt, ...record } = row;
  return { imageId: id, isStored, isMeasured, isBanned, addedAt, record };
}
