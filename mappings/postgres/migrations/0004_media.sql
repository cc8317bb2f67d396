-- Up Migration

-- Places where files are kept.
create table datastores (
  id            int generated always as identity primary key,
  name          text not null unique check (name ~ '^[a-z0-9][a-z0-9_-]{0,31}$'),
  kind          text not null check (kind in ('local', 's3')),
  -- local: a folder, absolute or from SAGASU_MEDIA on. s3: the address of a bucket, and perhaps a path in it.
  base          text not null,
  -- It takes new files whose SHA-256 begins with a byte from here to there.
  first_byte    int not null default 0 check (first_byte between 0 and 255),
  last_byte     int not null default 255 check (last_byte between first_byte and 255),
  takes_files   boolean not null default true,
  -- Readers are sent there; without it the server gives the files out itself.
  redirect_url  text,
  -- What the store's marker holds. Where it is missing or another there is nothing of ours: a disk that is not mounted.
  marker        uuid not null default gen_random_uuid(),
  created_at    timestamptz not null default now()
);

-- One distinct file: what a post shows, a thumbnail, a replay.
create table images (
  -- In the order of arrival: incremental backups read by it.
  id               bigint generated always as identity primary key,
  sha256           bytea not null unique check (octet_length(sha256) = 32),
  md5              bytea not null check (octet_length(md5) = 16),
  -- Of the pixels of the first frame, as RGBA, 8 bits each, row by row.
  pixels_sha3      bytea check (octet_length(pixels_sha3) = 32),
  perceptual_hash  bigint,
  -- By its first bytes, whatever its uploader called it.
  type             text not null check (type ~ '^[a-z0-9]{1,8}$'),
  size             bigint not null check (size > 0),
  width            int,
  height           int,
  -- null when it is kept nowhere.
  datastore_id     int references datastores (id),
  -- The thumbnail that we drew of it, or why there is none.
  thumb_id         bigint references images (id),
  thumb_error      text,
  banned           boolean not null default false,
  stored_at        timestamptz not null
);
create index images_md5 on images (md5);
create index images_thumb on images (thumb_id) where thumb_id is not null;
create index posts_media_hash_thb on posts (media_hash_thb, num) where media_hash_thb is not null;

-- Oekaki: how a picture was drawn, a file beside it.
create table post_replays (
  board_id  int not null references boards (id) on delete cascade,
  num       bigint not null,
  subnum    int not null,
  sha256    bytea not null,
  primary key (board_id, num, subnum)
);
create index post_replays_sha256 on post_replays (sha256);

-- Files that are to be fetched, written with the posts that name them. A row goes when its file is there; one that
-- cannot be had stays, so that nobody asks again.
create table wanted_media (
  board_id   int not null references boards (id) on delete cascade,
  num        bigint not null,
  subnum     int not null,
  kind       text not null check (kind in ('file', 'thumb', 'replay')),
  state      text not null default 'wanted' check (state in ('wanted', 'gone', 'refused', 'banned')),
  attempts   int not null default 0,
  due_at     timestamptz not null,
  -- When it was last put into the queue; asked for again when that is long ago.
  queued_at  timestamptz,
  detail     text,
  since      timestamptz not null,
  primary key (board_id, num, subnum, kind)
);
create index wanted_media_due on wanted_media (due_at) where state = 'wanted';

-- MD5 or SHA-256 of files that are never stored.
create table banned_media (
  hash       bytea primary key check (octet_length(hash) in (16, 32)),
  reason     text,
  banned_by  text not null,
  since      timestamptz not null default now()
);

-- Files that lost a post, or were banned: taken out of the store unless something else needs them.
create table media_removals (
  sha256  bytea primary key,
  due_at  timestamptz not null default now()
);
create index media_removals_due on media_removals (due_at);

grant select, insert on datastores to sagasu_scraper;
grant select, insert, update, delete on images, post_replays, wanted_media, media_removals to sagasu_scraper;
grant select on banned_media to sagasu_scraper;
grant select on datastores, images, post_replays, wanted_media to sagasu_server;
grant delete on post_replays, wanted_media to sagasu_server;
grant select, insert, update on media_removals to sagasu_server;
