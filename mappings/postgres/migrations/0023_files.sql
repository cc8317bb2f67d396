-- Up Migration

-- The version of the rule by which pixels_sha3 was computed (PIXELS_RULE in mappings/media.ts). Older hashes are computed anew.
alter table images add column pixels_rule smallint not null default 1;
create index images_pixels_rule on images (pixels_rule, id) where pixels_sha3 is not null;

-- Grows with every change of files that is not a change of posts: bans, and files that are lost or come back. Part of the ETags
-- of threads. One row, so that its new value is visible together with the change.
create table file_changes (
  only_row    boolean primary key default true check (only_row),
  version     bigint not null default 0,
  changed_at  timestamptz not null default '1970-01-01 00:00:00+00'
);
insert into file_changes default values;

-- Copies that remain in a datastore after their file moved to another one, until readers who were sent there are done.
create table datastore_leftovers (
  sha256        bytea not null check (octet_length(sha256) = 32),
  datastore_id  int not null references datastores (id),
  type          text not null,
  due_at        timestamptz not null,
  primary key (sha256, datastore_id)
);
create index datastore_leftovers_due on datastore_leftovers (due_at);

grant select, update on file_changes to sagasu_scraper;
grant select on file_changes, banned_media to sagasu_server;
grant select, insert, update, delete on datastore_leftovers to sagasu_scraper;
