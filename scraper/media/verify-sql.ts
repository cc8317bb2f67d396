/** A page of the files that must be in a datastore. Index: images_pkey. $1 after this id, $2 how many. */
export const SELECT_STORED_FILES = `
select id, sha256, type, size, datastore_id from images
where id > $1 and datastore_id is not null order by id limit $2`;

/** Index: images_pkey. $1 id. */
export const MARK_FILE_LOST = 'update images set datastore_id = null where id = $1';

/**
 * Indexes: posts_media_hash_src, posts_media_hash_thb. The newest post of each kind; the other posts have the same file. $1 sha256, $2
 * now.
 */
export const REQUEUE_MEDIA = `
insert into wanted_media (board_id, num, subnum, place, kind, due_at, since)
select * from (select board_id, num, subnum, place, 'file', $2::timestamptz, $2::timestamptz from files_of_posts
  where media_hash_src = $1 order by num desc limit 1) file
union all
select * from (select board_id, num, subnum, place, 'thumb', $2::timestamptz, $2::timestamptz from files_of_posts
  where media_hash_thb = $1 order by num desc limit 1) thumb
on conflict (board_id, num, subnum, kind, place) do update set state = 'wanted', attempts = 0, due_at = excluded.due_at, queued_at = null`;

/** Index: banned_media_pkey. $1 hash, $2 reason, $3 account that banned it. */
export const ADD_FILE_BAN = `
insert into banned_media (hash, reason, banned_by) values ($1, $2, $3) on conflict (hash) do nothing`;

/** Index: images_sha256_key or images_md5; media_removals_pkey. $1 hash. */
export const BAN_IMAGES = `
with banned as (update images set banned = true where (sha256 = $1 or md5 = $1) and not banned returning sha256)
insert into media_removals (sha256) select sha256 from banned on conflict do nothing`;

/** Index: banned_media_pkey. $1 hash. */
export const LIFT_FILE_BAN = 'delete from banned_media where hash = $1';

/** Like BAN_IMAGES. Files that another ban names stay banned. $1 hash. */
export const UNBAN_IMAGES = `
update images i set banned = false
where (i.sha256 = $1 or i.md5 = $1) and i.banned
  and not exists (select 1 from banned_media b where b.hash in (i.sha256, i.md5))
returning sha256`;

/** Files that were skipped because they were banned. Reads the whole of wanted_media. $1 now. */
export const REQUEUE_BANNED = `
update wanted_media set state = 'wanted', attempts = 0, due_at = $1, queued_at = null where state = 'banned'`;

/**
 * The effects of lifting a ban: the posts that have the file, the files and thumbnails of these posts that are requested again, and
 * whether a ban of the file's other hash keeps it banned. Indexes: posts_media_hash, posts_media_hash_src, wanted_media_pkey,
 * images_sha256_key and images_md5. $1 hash.
 */
export const READ_UNBANNED = `
with named as (
  select board_id, num, subnum from files_of_posts where media_hash = $1
  union
  select board_id, num, subnum from files_of_posts where media_hash_src = $1)
select
  (select count(*)::int from named) as posts,
  (select count(*)::int from named join wanted_media w using (board_id, num, subnum) where w.state = 'wanted') as requested,
  exists (select from images where (sha256 = $1 or md5 = $1) and banned) as "isStillBanned"`;
