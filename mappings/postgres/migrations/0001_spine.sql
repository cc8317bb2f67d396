-- Up Migration

-- Every change of a post takes a new number here. Versions in Elasticsearch are made of it, so it never goes back;
-- after a restore to an older point sync_state.epoch goes up instead.
create sequence post_rev as bigint;
-- A dirty row's generation. From a sequence and not a counter in the row: a counter that starts again at 1 after the
-- row was deleted would let a stalled worker delete a newer row.
create sequence dirty_gen as bigint;

create table boards (
  id          int generated always as identity primary key,
  name        text not null unique check (name ~ '^[a-z0-9][a-z0-9_-]{0,31}$' and name !~ '-v[0-9]+-'),
  title       text not null,
  worksafe    boolean not null default true,
  source      text not null check (source in ('4chan')),
  url         text not null,
  media_url   text not null,
  slice_size  bigint not null default 50000000 check (slice_size > 0),
  created_at  timestamptz not null default now()
);

create table posts (
  board_id           int not null,
  num                bigint not null check (num > 0),
  subnum             int not null default 0 check (subnum >= 0),
  thread             bigint not null check (thread > 0),
  opener             boolean not null,
  time_posted        timestamptz not null,
  time_modified      timestamptz not null,
  time_deleted_post  timestamptz,
  time_deleted_file  timestamptz,
  time_archived      timestamptz,
  time_bumped        timestamptz,
  name               text,
  tripcode           text,
  capcode            text,
  posterid           text,
  country            text,
  email              text,
  subject            text,
  comment            text,
  media_time         bigint,
  media_hash         bytea,
  media_hash_src     bytea,
  media_hash_thb     bytea,
  media_name         text,
  media_type         text,
  media_size         int,
  media_dims_src_w   int,
  media_dims_src_h   int,
  media_dims_thb_w   int,
  media_dims_thb_h   int,
  spoiler            boolean not null default false,
  sticky             boolean,
  closed             boolean,
  posters            int check (posters between 0 and 65535),
  replies            int check (replies between 0 and 65535),
  hidden             boolean not null default false,
  poster_ip          inet,
  extra              jsonb,
  id                 bigint generated always as identity,
  rev                bigint not null,
  primary key (board_id, num, subnum)
) partition by list (board_id);

-- A thread in order: thread view, and the indexer's "posts of this thread with rev >= min_rev".
create index posts_thread on posts (board_id, thread, num, subnum);
-- Threads of a board, last bumped first / newest first.
create index posts_bumped on posts (board_id, time_bumped desc, num desc) where opener;
create index posts_opener on posts (board_id, num desc) where opener;
-- Look a number up when the board is not known.
create index posts_num on posts (num);
create index posts_media_hash on posts (media_hash, num) where media_hash is not null;
create index posts_media_hash_src on posts (media_hash_src, num) where media_hash_src is not null;
create index posts_media_time on posts (board_id, media_time) where media_time is not null;
-- Incremental backup reads by scrape order.
create index posts_id on posts (id);

-- This thread has posts that Elasticsearch may not have yet. Written in the transaction that changes the posts.
create table dirty (
  board_id  int not null references boards (id),
  thread    bigint not null,
  gen       bigint not null,
  min_rev   bigint not null,
  since     timestamptz not null,
  -- The relay's lease: the gen that it last put into the queue, and when. Writers leave both alone.
  queued_gen  bigint,
  queued_at   timestamptz,
  primary key (board_id, thread)
);
-- The relay takes the oldest first; gen is in commit-ish order and unique, which since is not.
create index dirty_gen_order on dirty (gen);

-- The indices that a board's posts must be in right now. The version goes up at every change; a worker that read an
-- older one may not clear a dirty row.
create table index_sets (
  board_id  int primary key references boards (id),
  version   bigint not null default 1
);
create table indices (
  name             text primary key,
  board_id         int not null references boards (id),
  slice            bigint not null,
  build            int not null,
  mapping_version  int not null,
  state            text not null check (state in ('live', 'building', 'retired')),
  created_at       timestamptz not null default now(),
  unique (board_id, slice, build)
);
create unique index indices_one_live on indices (board_id, slice) where state = 'live';

-- One row: facts about the whole database that versions in Elasticsearch depend on.
create table sync_state (
  only_row  boolean primary key default true check (only_row),
  epoch     bigint not null check (epoch between 1 and 4194303)
);
insert into sync_state (epoch) values (1);

-- A document that Elasticsearch refuses for good. It stays until an admin retries it or the post changes.
create table quarantine (
  board_id    int not null references boards (id),
  thread      bigint not null,
  num         bigint not null,
  subnum      int not null,
  index_name  text not null,
  rev         bigint not null,
  reason      text not null,
  since       timestamptz not null default now(),
  primary key (board_id, num, subnum, index_name)
);
-- The indexer looks for a thread's refused documents whenever it indexes the thread.
create index quarantine_thread on quarantine (board_id, thread);

-- What the source sent and the scraper would not store: kept whole enough to look into, counted by reason.
create table refusals (
  board_id    int not null references boards (id),
  url         text not null,
  reason      text not null,
  sample      text not null,
  times       bigint not null default 1,
  first_seen  timestamptz not null,
  last_seen   timestamptz not null,
  primary key (board_id, url, reason)
);

-- What the scraper knows of the source, saved with the posts it led to: a lost process starts where this stands.
create table harvest_state (
  board_id       int not null references boards (id),
  url            text not null,
  -- Verbatim validator of the stored copy; sent back as If-Modified-Since.
  last_modified  text,
  -- threads.json's last_modified of the thread at the time of the fetch.
  seen_modified  bigint,
  fetched_at     timestamptz not null,
  primary key (board_id, url)
);

-- Partitions: board, then slice of nums, made when the first post arrives. The scraper may call this and may not
-- create tables by itself, so the function runs with its owner's rights.
create function ensure_slice(wanted_board int, wanted_slice bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  size bigint;
  board_table text := format('posts_b%s', wanted_board);
  slice_table text := format('posts_b%s_s%s', wanted_board, wanted_slice);
begin
  if to_regclass(slice_table) is not null then
    return;
  end if;
  select slice_size into strict size from boards where id = wanted_board;
  -- Two scrapers may meet the first post of a slice at once. "if not exists" looks anew; to_regclass may still remember
  -- that there was nothing before the wait.
  perform pg_advisory_xact_lock(hashtext('ensure_slice'), wanted_board);
  execute format('create table if not exists %I partition of posts for values in (%s) partition by range (num)',
    board_table, wanted_board);
  execute format('create table if not exists %I partition of %I for values from (%s) to (%s)',
    slice_table, board_table, wanted_slice * size, (wanted_slice + 1) * size);
end
$$;
revoke all on function ensure_slice(int, bigint) from public;

-- One role a process, each with what it does and no more. Roles belong to the whole server: another archive on it, or an operator, may
-- have created them.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['sagasu_scraper', 'sagasu_indexer', 'sagasu_server'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin', wanted);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
    execute format('grant usage on schema public to %I', wanted);
  end loop;
end
$$;

grant select on boards, index_sets, indices, sync_state to sagasu_scraper, sagasu_indexer, sagasu_server;
grant select, insert, update on posts, dirty, refusals, harvest_state to sagasu_scraper;
grant usage on sequence post_rev, dirty_gen to sagasu_scraper;
grant execute on function ensure_slice(int, bigint) to sagasu_scraper;
grant select on posts to sagasu_indexer;
grant select, insert, update, delete on dirty to sagasu_indexer;
grant usage on sequence dirty_gen to sagasu_indexer;
grant insert, update on index_sets, indices to sagasu_indexer;
grant select, insert, update, delete on quarantine to sagasu_indexer;
grant select on posts, dirty, quarantine, harvest_state, refusals to sagasu_server;
-- Readiness: is the database at this version?
grant select on migrations to sagasu_server;
