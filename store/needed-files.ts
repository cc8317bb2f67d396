/** SQL conditions that check if a stored file is still needed. */
import { isOfDeleted } from '../mappings/postgres/deleted-files.ts';

/** Index: banned_media_pkey. True if the file of the post `p` is banned; its thumbnail and replay are then deleted too. */
const IS_OF_BANNED = 'exists (select 1 from banned_media b where b.hash in (p.media_hash, p.media_hash_src))';

/**
 * True if a permitted row refers to the file. Banned files themselves are not left out. Index: posts_media_hash_src,
 * posts_media_hash_thb, the same of post_files, post_replays_sha256, posts_pkey, images_thumb, images_sha256_key. `sha256` is an SQL expression without the
 * names p, r, f and t.
 */
export const isNeeded = (sha256: string): string => `(
  exists (select 1 from files_of_posts p where p.media_hash_src = ${sha256})
  or exists (select 1 from files_of_posts p where p.media_hash_thb = ${sha256} and not ${IS_OF_BANNED}
    and (not ${isOfDeleted('p')} or exists (select 1 from images f where f.sha256 = p.media_hash_src and f.datastore_id is not null)))
  or exists (select 1 from post_replays r where r.sha256 = ${sha256} and not exists (
    select 1 from posts p where p.board_id = r.board_id and p.num = r.num and p.subnum = r.subnum and ${IS_OF_BANNED}))
  or exists (select 1 from images f join images t on t.id = f.thumb_id where t.sha256 = ${sha256} and not f.banned))`;
