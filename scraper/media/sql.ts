import { isNeeded } from '../../store/needed-files.ts';

/**
 * Whether a file is due, or one waits to be deleted: a fifth of the time of the statements that would find nothing. Rows as in TAKE_DUE.
 * Indexes: wanted_media_board_due for each board, media_removals_due, datastore_leftovers_due. $1 now, $2 rows queued before this time may be lost.
 */
export const HAS_DUE = `
select exists (
    select from boards b cross join lateral (
      select from wanted_media where board_id = b.id and state = 'wanted' and due_at <= $1 and (queued_at is null or queued_at < $2 or queued_at > $1)
      limit 1) due)
  or exists (select from media_removals where due_at <= now())
  or exists (select from datastore_leftovers where due_at <= $1) as is_so`;

/**
 * The first due rows of each board that are not in a queue; marks them as queued. The boards take turns, and a board with a limit
 * (`media.concurrency`) has at most that many rows in queues, so its other rows delay no other board. A row with a queue time in the future is from
 * before the clock was set back. Indexes: wanted_media_board_due and wanted_media_queued for each board; reads boards, and the only row of board_defaults. $1 now,
 * $2 rows queued before this time may be lost, $3 limit.
 */
export const TAKE_DUE = `
with places as (
  select b.id, case when jsonb_typeof(l.value) = 'number' then l.value::int end as most
  from boards b
  cross join lateral (
    select coalesce(b.settings #> '{media,concurrency}', (select settings #> '{media,concurrency}' from board_defaults)) as value
  ) l
), rooms as materialized (
  select id, case when most is null then $3::int else most - (
    select count(*)::int from (
      select from wanted_media q where q.board_id = id and q.queued_at between $2 and $1 limit most) queued) end as room
  from places
), due as (
  select * from (
    select w.*, room, row_number() over (partition by w.board_id order by w.due_at) as turn
    from rooms cross join lateral (
      select board_id, num, subnum, kind, place, due_at from wanted_media
      where board_id = id and state = 'wanted' and due_at <= $1 and (queued_at is null or queued_at < $2 or queued_at > $1)
      order by due_at limit $3
    ) w
  ) ordered
  where turn <= room order by turn, due_at limit $3
), locked as (
  select w.board_id, w.num, w.subnum, w.kind, w.place, due.turn from wanted_media w join due using (board_id, num, subnum, kind, place)
  where w.state = 'wanted' and (w.queued_at is null or w.queued_at < $2 or w.queued_at > $1)
  for update of w skip locked
), taken as (
  update wanted_media w set queued_at = $1 from locked l
  where (w.board_id, w.num, w.subnum, w.kind, w.place) = (l.board_id, l.num, l.subnum, l.kind, l.place)
  returning w.board_id, w.num, w.subnum, l.turn
)
select board_id, num, subnum from taken order by turn, board_id`;

export interface WantedRow {
  readonly kind: 'file' | 'thumb' | 'replay';
  /** 0 for the post's first file. */
  readonly place: number;
  readonly attempts: number;
  /** Null if no request has caused the harvest that found the file. */
  readonly request_id: string | null;
  readonly thread: string;
  readonly opener: boolean;
  readonly hidden: boolean;
  readonly is_purged: boolean;
  readonly subject: string | null;
  readonly comment: string | null;
  readonly media_time: string | null;
  readonly media_type: string | null;
  readonly media_hash: Uint8Array | null;
  readonly media_size: number | null;
  readonly extra: Readonly<Record<string, unknown>> | null;
  readonly thumb_w: number | null;
  readonly thumb_h: number | null;
  /** The board's settings for media. `media_defaults` has those for all boards. */
  readonly media_settings: unknown;
  readonly media_defaults: unknown;
}

/**
 * Indexes: wanted_media_pkey, posts_pkey, post_files_pkey, boards_pkey; reads the only row of board_defaults. The post's files come in order, each
 * before its thumbnail. $1 board, $2
 * num, $3 subnum.
 */
export const SELECT_WANTED = `
select w.kind, w.place, w.attempts, w.request_id, p.thread, p.opener, p.hidden, p.time_purged is not null as is_purged, p.subject, p.comment,
  f.media_time, f.media_type, f.media_hash, f.media_size, f.extra, f.media_dims_thb_w as thumb_w, f.media_dims_thb_h as thumb_h,
  b.settings -> 'media' as media_settings, d.settings -> 'media' as media_defaults
from wanted_media w
join boards b on b.id = w.board_id
cross join board_defaults d
join posts p on p.board_id = w.board_id and p.num = w.num and p.subnum = w.subnum
join files_of_posts f on f.board_id = w.board_id and f.num = w.num and f.subnum = w.subnum and f.place = w.place
where w.board_id = $1 and w.num = $2 and w.subnum = $3 and w.state = 'wanted'
order by w.place, w.kind`;

/** Index: wanted_media_pkey. $1 board, $2 num, $3 subnum, $4 kind, $5 place, $6 new due time, $7 attempts to add, $8 reason. */
export const POSTPONE_FILE = `
update wanted_media set due_at = $6, queued_at = null, attempts = attempts + $7, detail = $8
where board_id = $1 and num = $2 and subnum = $3 and kind = $4 and place = $5`;

/**
 * Rows whose due time is further ahead than the longest pause, because the clock was set back: they become due now. Index:
 * wanted_media_board_due for each board. $1 now, $2 now and the longest pause.
 */
export const RECALL_POSTPONED = `
update wanted_media w set due_at = $1 from boards b where w.board_id = b.id and w.state = 'wanted' and w.due_at > $2`;

/** Index: wanted_media_pkey. $1 board, $2 num, $3 subnum, $4 kind, $5 place, $6 state, $7 reason. */
export const ABANDON_WANTED = `
update wanted_media set state = $6, queued_at = null, detail = $7
where board_id = $1 and num = $2 and subnum = $3 and kind = $4 and place = $5`;

/** Index: wanted_media_pkey. $1 board, $2 num, $3 subnum, $4 kind, $5 place. */
export const DELETE_WANTED = `
delete from wanted_media where board_id = $1 and num = $2 and subnum = $3 and kind = $4 and place = $5`;

/** Number of wanted files by state. Reads the whole table, which has only files that are not fetched. */
export const COUNT_WANTED = `
select state, count(*)::int as posts from wanted_media group by state`;

/** Index: images_md5. Returns the first of several, because MD5 collisions can be made. $1 md5, $2 size. */
export const FIND_BY_MD5 = `
select sha256, type from images
where md5 = $1 and size = $2 and datastore_id is not null and not banned order by id limit 1`;

/** Index: images_sha256_key. $1 sha256. */
export const FIND_BY_SHA256 = `
select id, type, size, datastore_id, thumb_id, banned, only_described from images where sha256 = $1`;

/** Index: banned_media_pkey. $1 hashes. */
export const IS_BANNED = 'select exists (select 1 from banned_media where hash = any ($1::bytea[])) as banned';

/**
 * Returns whether the post's file was found to be banned after the download, by its SHA-256. Index: wanted_media_pkey. $1 board, $2 num,
 * $3 subnum, $4 place.
 */
export const IS_FILE_BANNED = `
select exists (select 1 from wanted_media where board_id = $1 and num = $2 and subnum = $3 and place = $4 and kind = 'file' and state = 'banned') as banned`;

/** Index: deleted_files_pkey. $1 hashes. */
export const IS_DELETED = 'select exists (select 1 from deleted_files where hash = any ($1::bytea[])) as deleted';

/**
 * A stored thumbnail that the source made of the same file in the same size. Indexes: posts_media_hash, images_sha256_key. $1 md5, $2
 * width, $3 height.
 */
export const FIND_THUMB = `
select p.media_hash_thb as sha256 from files_of_posts p join images i on i.sha256 = p.media_hash_thb
where p.media_hash = $1 and p.media_dims_thb_w = $2 and p.media_dims_thb_h = $3
  and i.datastore_id is not null and not i.banned
limit 1`;

/** Serializes storing, linking and removing of one file, to the end of the transaction. $1 sha256 in hex. */
export const LOCK_FILE = `select pg_advisory_xact_lock(hashtextextended('sagasu file ' || $1, 0))`;

/**
 * Index: images_sha256_key. `is_back`: the file had been removed, or only its row existed. $9 version of the rule of pixels_sha3, $10 and
 * $11 width and height of a drawn thumbnail, $12 version of the rule of thumb_id, $13 true if ADD_DIFFERENCES follows.
 */
export const UPSERT_IMAGE = `
insert into images (sha256, md5, pixels_sha3, perceptual_hash, type, size, datastore_id, thumb_id, pixels_rule, width, height, thumb_rule,
  difference_hashed)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
on conflict (sha256) do update set datastore_id = excluded.datastore_id, only_described = false,
  md5 = excluded.md5, size = excluded.size,
  type = case when images.only_described then excluded.type else images.type end,
  added_at = case when images.only_described then now() else images.added_at end,
  perceptual_hash = coalesce(images.perceptual_hash, excluded.perceptual_hash),
  difference_hashed = images.difference_hashed or excluded.difference_hashed,
  thumb_id = coalesce(excluded.thumb_id, images.thumb_id),
  thumb_rule = case when excluded.thumb_id is null then images.thumb_rule else excluded.thumb_rule end,
  width = coalesce(images.width, excluded.width), height = coalesce(images.height, excluded.height),
  pixels_sha3 = coalesce(excluded.pixels_sha3, images.pixels_sha3),
  pixels_rule = case when excluded.pixels_sha3 is null then images.pixels_rule else excluded.pixels_rule end
returning id, xmax <> 0 as is_back`;

/** Index: difference_hashes_pkey. $1 id of the image; $2 trimmed, $3 hash and $4 hash of the mirrored image, each a list. */
export const ADD_DIFFERENCES = `
insert into difference_hashes (image_id, trimmed, hash, mirrored)
select $1, given.trimmed, given.hash, given.mirrored
from unnest($2::boolean[], $3::bigint[], $4::bigint[]) given (trimmed, hash, mirrored)
on conflict do nothing`;

/** Index: file_changes_pkey. Marks posts that show the same file as changed, without changing their rows. */
export const NOTE_FILE_CHANGE = 'update file_changes set version = version + 1, changed_at = clock_timestamp()';

/**
 * Hashes of an older rule, without files that no datastore has. Index: images_pixels_rule. $1 rule, $2 and $3 after this rule and id, $4
 * limit.
 */
export const SELECT_OUTDATED_PIXELS = `
select id, sha256, type, pixels_rule, datastore_id from images
where pixels_sha3 is not null and pixels_rule < $1 and (pixels_rule, id) > ($2::smallint, $3::bigint)
  and datastore_id is not null and not banned
order by pixels_rule, id limit $4`;

/**
 * Files without difference hashes whose pixels have a hash of this rule, or none. Index: images_without_difference_hash. $1 rule, $2 after
 * this id, $3 limit.
 */
export const SELECT_WITHOUT_DIFFERENCES = `
select id, sha256, type, pixels_rule, datastore_id from images
where perceptual_hash is not null and not difference_hashed and datastore_id is not null and not banned
  and (pixels_sha3 is null or pixels_rule >= $1) and id > $2
order by id limit $3`;

/** Index: images_pkey. $1 id. */
export const NOTE_DIFFERENCES = 'update images set difference_hashed = true where id = $1 and not banned';

/** Index: images_pkey. $1 id, $2 hash of the pixels or null, $3 rule. */
export const RENEW_PIXELS = 'update images set pixels_sha3 = $2, pixels_rule = $3 where id = $1 and pixels_rule < $3';

const OF_POST = 'board_id = $1 and num = $2 and subnum = $3 and time_purged is null';

/** Indexes: posts_pkey, post_replays_pkey. $1 board, $2 num, $3 subnum, $4 sha256. */
export const LINK_REPLAY = `
insert into post_replays (board_id, num, subnum, sha256)
select board_id, num, subnum, $4 from posts where ${OF_POST}
on conflict (board_id, num, subnum) do update set sha256 = excluded.sha256`;

/** Index: posts_pkey, post_files_pkey. Whether the post still exists with that file. $1 board, $2 num, $3 subnum, $4 md5, $5 place. */
export const POST_NAMES_FILE = `
select exists (select 1 from files_of_posts where ${OF_POST} and place = $5 and media_hash is not distinct from $4) as named`;

/** $1 sha256. */
export const IS_NEEDED = `select ${isNeeded('$1')} as needed`;

/** Index: media_removals_due. $1 limit. */
export const SELECT_REMOVALS = 'select sha256 from media_removals where due_at <= now() order by due_at limit $1';

/** Index: media_removals_pkey. $1 sha256. */
export const END_REMOVAL = 'delete from media_removals where sha256 = $1';

/** Index: media_removals_pkey. $1 sha256, $2 seconds. */
export const POSTPONE_REMOVAL = `update media_removals set due_at = now() + $2 * interval '1 s' where sha256 = $1`;

/** Indexes: media_removals_pkey, images_pkey. The image's thumbnail may be unused too. $1 id of the image. */
export const REMOVE_THUMB_TOO = `
insert into media_removals (sha256)
select t.sha256 from images f join images t on t.id = f.thumb_id where f.id = $1
on conflict do nothing`;

/** Index: images_pkey. A page of the stored files. $1 after this id, $2 how many. */
export const SELECT_STORED_IMAGES = `
select id, sha256, type, size, md5, datastore_id from images
where id > $1 and datastore_id is not null and not banned order by id limit $2`;

/** Index: images_pkey. $1 id, $2 the datastore that the file leaves, $3 the datastore that has it now. */
export const MOVE_IMAGE = 'update images set datastore_id = $3 where id = $1 and datastore_id = $2';

/** Index: datastore_leftovers_pkey. $1 sha256, $2 datastore, $3 type, $4 when. */
export const ADD_LEFTOVER = `
insert into datastore_leftovers (sha256, datastore_id, type, due_at) values ($1, $2, $3, $4)
on conflict (sha256, datastore_id) do update set due_at = excluded.due_at`;

/** Index: datastore_leftovers_due. $1 now, $2 how many. */
export const SELECT_LEFTOVERS = `
select sha256, datastore_id, type from datastore_leftovers where due_at <= $1 order by due_at limit $2`;

/** Index: datastore_leftovers_pkey. $1 sha256, $2 datastore. */
export const END_LEFTOVER = 'delete from datastore_leftovers where sha256 = $1 and datastore_id = $2';
export const IS_LEFTOVER = `
select exists (select 1 from datastore_leftovers where sha256 = $1 and datastore_id = $2) as is_leftover`;

/** Index: datastore_leftovers_pkey. $1 sha256. */
export const HURRY_LEFTOVERS = 'update datastore_leftovers set due_at = now() where sha256 = $1';

/** Index: images_pkey. $1 id. */
export const DELETE_IMAGE = 'delete from images where id = $1';

/** Indexes: images_pkey, difference_hashes_pkey. A banned file keeps its row, without a stored file. $1 id. */
export const EMPTY_IMAGE = `
with removed as (delete from difference_hashes where image_id = $1)
update images set datastore_id = null, thumb_id = null, difference_hashed = false where id = $1`;
