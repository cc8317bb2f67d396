import { isOfDeleted } from '../../mappings/postgres/deleted-files.ts';

/** Whether the file of the post `p` is banned; its thumbnail and its replay are then not shown either. Index: banned_media_pkey. */
const IS_BANNED = 'exists (select 1 from banned_media m where m.hash in (p.media_hash, p.media_hash_src))';

/** Whether a visible post shows the image `i`: as its file, as the source's thumbnail, or as its replay. */
const IS_SHOWN = `
    exists (select 1 from files_of_posts p where p.media_hash_src = i.sha256 and not p.hidden)
    or exists (select 1 from files_of_posts p where p.media_hash_thb = i.sha256 and not p.hidden and not (${IS_BANNED}))
    or exists (select 1 from images f join files_of_posts p on p.media_hash_src = f.sha256
               where f.thumb_id = i.id and not f.banned and not p.hidden)
    or exists (select 1 from post_replays r join posts p on p.board_id = r.board_id and p.num = r.num and p.subnum = r.subnum
               where r.sha256 = i.sha256 and not p.hidden and not (${IS_BANNED}))`;

const FILE_COLUMNS = 'i.sha256, i.type, i.size, i.datastore_id';

export interface FileRow {
  readonly sha256: Buffer;
  readonly type: string;
  readonly size: string;
  readonly datastore_id: number;
}

/**
 * A file that may be served. Prepared, since planning over the partitions of all boards takes longer than the query. Reads
 * images_sha256_key, then posts_media_hash_src, posts_media_hash_thb, the same of post_files, images_thumb and post_replays_sha256, one entry each. $1 sha256.
 */
export const SELECT_FILE = `
  select ${FILE_COLUMNS}
  from images i
  where i.sha256 = $1 and i.datastore_id is not null and not i.banned and (${IS_SHOWN})`;

/**
 * The thumbnail of a file that may be served: ours, else the source's.
 * Indexes: images_sha256_key, images_pkey, posts_media_hash_src, deleted_files_pkey. $1 sha256 of the file.
 */
export const SELECT_THUMBNAIL = `
  with file as (
    select f.thumb_id, f.banned,
      (select p.media_hash_thb from files_of_posts p where p.media_hash_src = f.sha256 and not p.hidden and p.media_hash_thb is not null
         and (f.datastore_id is not null or not ${isOfDeleted('p')})
       limit 1) as theirs,
      exists (select 1 from files_of_posts p where p.media_hash_src = f.sha256 and not p.hidden) as is_shown
    from images f where f.sha256 = $1
  )
  select ${FILE_COLUMNS}
  from file join images i on i.id = file.thumb_id or i.sha256 = file.theirs
  where file.is_shown and not file.banned and i.datastore_id is not null and not i.banned
  order by i.id = file.thumb_id desc nulls last
  limit 1`;
