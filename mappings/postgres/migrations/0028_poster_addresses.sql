-- Up Migration

-- Network addresses that posts were written from. Sources do not tell them; an importer may. No process may read the addresses, and
-- none fills the table: whoever does deletes what has expired.
create table poster_addresses (
  board_id    int not null references boards (id),
  num         bigint not null,
  subnum      int not null,
  address     inet not null,
  expires_at  timestamptz not null,
  primary key (board_id, num, subnum)
);
create index poster_addresses_expired on poster_addresses (expires_at);

-- A purge deletes the rows of its posts, which it finds by their keys.
grant delete, select (board_id, num, subnum) on poster_addresses to sagasu_server;

insert into poster_addresses (board_id, num, subnum, address, expires_at)
select board_id, num, subnum, poster_ip, now() + interval '30 days' from posts where poster_ip is not null;

alter table posts
  drop constraint posts_purged_is_empty,
  drop column poster_ip,
  add constraint posts_purged_is_empty check (time_purged is null or (hidden and not spoiler and num_nonnulls(
    time_deleted_post, time_deleted_file, time_archived, time_bumped, name, tripcode, capcode, posterid, country, email, subject,
    comment, media_time, media_hash, media_hash_src, media_hash_thb, media_name, media_type, media_size, media_dims_src_w,
    media_dims_src_h, media_dims_thb_w, media_dims_thb_h, sticky, closed, posters, replies, extra) = 0));
