/** Changes of a file's record in `images`. The transaction holds the lock of the file. */
import type pg from 'pg';
import { PIXELS_RULE } from '../../../mappings/media.ts';
import type { DumpField } from '../format/judge.ts';
import { prepared } from '../../../platform/postgres.ts';
import { findKnownFile } from './file-record.ts';
import type { UnappliedChange } from './unapplied-change.ts';

/** Index: images_pkey. $1 id, $2 value as text or null. */
const SET_FIELD: Readonly<Record<Exclude<DumpField, 'sha256'>, string>> = {
  sha1: `update images set sha1 = decode($2, 'hex') where id = $1`,
  pixels: `update images set pixels_sha3 = decode($2, 'hex'), pixels_rule = ${PIXELS_RULE} where id = $1`,
  perceptual: 'update images set perceptual_hash = $2::bigint where id = $1',
  width: 'update images set width = $2::int where id = $1',
  height: 'update images set height = $2::int where id = $1',
  duration: 'update images set duration = $2::bigint where id = $1',
  codecs: 'update images set codecs = $2 where id = $1',
};

/** Posts have these fields too, so they can be changed without a file record. */
const OF_POSTS: readonly string[] = ['width', 'height'];

/** Returns the reason why the change cannot be made, or null. */
export async function changeRecord(client: pg.PoolClient, change: UnappliedChange): Promise<string | null> {
  const { imageId, isMeasured, record } = await findKnownFile(client, change);
  const field = change.field as DumpField;
  if (record[field] === change.after) return null;
  if (record[field] !== change.before) return 'the record says something else by now';
  if (field === 'sha256') {
    if (isMeasured) return 'the file is here: its SHA-256 was measured';
    return (await describe(client, change, change.after)) ? null : 'another file has this SHA-256';
  }
  if (imageId !== null) await client.query(prepared(SET_FIELD[field], [imageId, change.after]));
  else if (!OF_POSTS.includes(field)) return 'the file has no record';
  return null;
}

/**
 * The next later change of the same field that is not reverted yet, and builds on the value of this one. Index: dump_changes_file. $1 id, $2 MD5,
 * $3 size, $4 field.
 */
const NEXT_CHANGE = `
select id from dump_changes where md5 = $2 and size = $3 and field = $4 and id > $1 and (state = 'granted' or (state = 'reverted' and unapplied))
order by id limit 1`;

/** Index: dump_changes_pkey. $1 the later change, $2 this one. */
const TAKE_BEFORE = 'update dump_changes n set before = c.before from dump_changes c where n.id = $1 and c.id = $2';
const TAKE_BEFORE_OF_POSTS = `
update dump_change_posts n set before = c.before from dump_change_posts c
where n.change_id = $1 and c.change_id = $2 and (n.board_id, n.num, n.subnum, n.place) = (c.board_id, c.num, c.subnum, c.place)`;
const LEAVE_POSTS = `
delete from dump_change_posts c using dump_change_posts n
where n.change_id = $1 and c.change_id = $2 and (n.board_id, n.num, n.subnum, n.place) = (c.board_id, c.num, c.subnum, c.place)`;

/** Checks for an earlier granted change of the same field. Index: dump_changes_file. $1 id, $2 MD5, $3 size, $4 field. */
const HAS_EARLIER = `
select exists (select from dump_changes where md5 = $2 and size = $3 and field = $4 and id < $1 and state = 'granted') as has_earlier`;

export async function revertRecord(client: pg.PoolClient, change: UnappliedChange): Promise<void> {
  const field = change.field as DumpField;
  const key = [change.id, change.md5, change.size, field];
  const [next] = (await client.query<{ id: string }>(prepared(NEXT_CHANGE, key))).rows;
  if (next !== undefined) {
    for (const statement of [TAKE_BEFORE, TAKE_BEFORE_OF_POSTS, LEAVE_POSTS])
      await client.query(statement, [next.id, change.id]);
    return;
  }
  const { imageId, record } = await findKnownFile(client, change);
  // The value was changed by another writer since, and stays.
  if (imageId === null || record[field] !== change.after) return;
  if (field === 'sha256') {
    if (change.before !== null) await describe(client, change, change.before);
    return;
  }
  const { rows } = await client.query<{ has_earlier: boolean }>(prepared(HAS_EARLIER, key));
  // null means the dimensions of the posts, unless an earlier change has set them.
  const isOfPosts = OF_POSTS.includes(field) && rows[0]?.has_earlier !== true;
  await client.query(prepared(SET_FIELD[field], [imageId, isOfPosts ? null : change.before]));
}

/**
 * Inserts a record of a file that is not stored. It copies the fields of an earlier record of the file with another SHA-256. Indexes: images_sha256_key,
 * images_md5, dumps_pkey, posts_media_hash. $1 SHA-256, $2 MD5, $3 size, $4 dump, $5 rule of pixels.
 */
const DESCRIBE = `
insert into images (sha256, md5, size, type, only_described, sha1, pixels_sha3, pixels_rule, perceptual_hash, width, height, duration, codecs)
select decode($1, 'hex'), $2, $3, coalesce(known.type, (select d.type from dumps d where d.id = $4), 'bin'), true, known.sha1, known.pixels_sha3,
  coalesce(known.pixels_rule, $5), known.perceptual_hash, known.width, known.height, known.duration, known.codecs
from (select 1) one left join lateral (
  select * from images i where i.md5 = $2 and i.size = $3 and i.only_described order by i.id desc limit 1) known on true
on conflict (sha256) do nothing`;

/** Index: images_sha256_key. $1 SHA-256, $2 MD5, $3 size. */
const IS_OF_FILE = `select exists (select from images where sha256 = decode($1, 'hex') and md5 = $2 and size = $3) as is_of_file`;

async function describe(
  client: pg.PoolClient,
  { md5, size, dumpId }: UnappliedChange,
  sha256: string,
): Promise<boolean> {
  await client.query(prepared(DESCRIBE, [sha256, md5, size, dumpId, PIXELS_RULE]));
  const { rows } = await client.query<{ is_of_file: boolean }>(prepared(IS_OF_FILE, [sha256, md5, size]));
  return rows[0]?.is_of_file === true;
}

/**
 * Indexes: images_sha256_key, posts_media_hash_src, posts_media_hash_thb, the same of post_files, post_replays_sha256, images_thumb, dump_changes_file. $1 SHA-256.
 */
const REMOVE_DESCRIBED = `
delete from images i where i.sha256 = decode($1, 'hex') and i.only_described and i.datastore_id is null and not i.banned
  and not exists (select from files_of_posts p where p.media_hash_src = i.sha256)
  and not exists (select from files_of_posts p where p.media_hash_thb = i.sha256)
  and not exists (select from post_replays r where r.sha256 = i.sha256)
  and not exists (select from images f where f.thumb_id = i.id)
  and not exists (select from dump_changes r where r.md5 = i.md5 and r.size = i.size and r.field = 'sha256' and r.after = $1 and r.state = 'granted')`;

/** Removes the record of a file that was only described, unless a post shows it or a granted change names it. */
export async function removeDescribed(client: pg.PoolClient, sha256: string | null): Promise<void> {
  if (sha256 !== null) await client.query(prepared(REMOVE_DESCRIBED, [sha256]));
}
