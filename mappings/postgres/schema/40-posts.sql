-- Posts, the threads that are hidden as a whole, and the identities of posters.

create sequence post_rev as bigint;
grant usage on sequence post_rev to sagasu_importer, sagasu_indexer, sagasu_scraper, sagasu_server;

-- Threads that are hidden or purged as a whole: later replies are stored hidden, or not stored.
create table moderated_threads (
  board_id  int not null references boards (id),
  thread    bigint not null,
  purged    boolean not null,
  primary key (board_id, thread)
);
alter table moderated_threads enable row level security, force row level security;
create policy owner on moderated_threads to current_user using (true) with check (true);
create policy scraper on moderated_threads to sagasu_scraper using (true) with check (true);
create policy importer on moderated_threads to sagasu_importer using (true) with check (true);
create policy admins_add on moderated_threads for insert to sagasu_server
  with check (board_id = any ((select administered_boards())::int[]));
create policy admins_change on moderated_threads for update to sagasu_server
  using (board_id = any ((select administered_boards())::int[]));
create policy admins_remove on moderated_threads for delete to sagasu_server
  using (board_id = any ((select administered_boards())::int[]));
create policy moderators on moderated_threads for select to sagasu_server
  using (board_id = any ((select moderated_boards())::int[]));
grant select on moderated_threads to sagasu_importer, sagasu_scraper;
grant select, insert, update, delete on moderated_threads to sagasu_server;

-- The server's role may update content only to empty it in a purge, which posts_purged_is_empty checks. It may not change
-- anything else that a source stated.
create function keep_content() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  free constant text[] := '{hidden,rev,time_modified,time_purged,replies,images}';
begin
  if old.time_purged is not null and new.time_purged is null
    or new.time_purged is null and to_jsonb(new) - free <> to_jsonb(old) - free
  then
    raise exception 'posts are hidden, shown or purged, and not rewritten' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
revoke all on function keep_content() from public;

-- Every post that the server's role hides, shows or purges must be named in an audit entry of the transaction. Other
-- transactions of the board add fewer than 100 entries until this one ends.
-- Index: audit_log_board.
create function assert_moderation_audited() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select from (select l.at, l.action, l.target from audit_log l where l.board_id = new.board_id order by l.id desc limit 100) l
     where l.at >= transaction_timestamp() and l.action in ('posts.hide', 'posts.show', 'posts.purge')
       and l.target -> 'posts' ? (case when new.subnum = 0 then new.num::text else new.num || '_' || new.subnum end))
  then
    raise exception 'moderation is written into the audit log' using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;
revoke all on function assert_moderation_audited() from public;

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
  posters            int check (posters >= 0 and posters <= 65535),
  replies            int check (replies >= 0 and replies <= 65535),
  hidden             boolean not null default false,
  extra              jsonb,
  id                 bigint generated always as identity,
  rev                bigint not null,
  -- When the content was deleted permanently. The row stays as a hidden tombstone with its key, thread and time only:
  -- posts_purged_is_empty.
  time_purged        timestamptz,
  -- The visible posts of the thread that have a file, counted from rows like `replies`. The source's own count is in `extra`.
  images             int check (images >= 0 and images <= 65535),
  primary key (board_id, num, subnum),
  constraint posts_purged_is_empty check (time_purged is null or (hidden and not spoiler and num_nonnulls(
    time_deleted_post, time_deleted_file, time_archived, time_bumped, name, tripcode, capcode, posterid, country,
    email, subject, comment, media_time, media_hash, media_hash_src, media_hash_thb, media_name, media_type,
    media_size, media_dims_src_w, media_dims_src_h, media_dims_thb_w, media_dims_thb_h, sticky, closed, posters,
    replies, images, extra) = 0))
) partition by list (board_id);
-- File names of the source that are more than a number, for links with those names.
create index posts_file_name on posts (board_id, ((extra ->> 'tim'))) where extra ? 'tim';
-- A board's files, newest first.
create index posts_files on posts (board_id, num desc, subnum desc) where (media_type is not null) and (not hidden);
-- Increments of an export also contain hidden posts. Few posts are hidden: the index is small and costs visible posts nothing.
create index posts_hidden_modified on posts (rev) where hidden;
-- The order of arrival.
create index posts_id on posts (id);
create index posts_media_hash on posts (media_hash, num) where media_hash is not null;
create index posts_media_hash_src on posts (media_hash_src, num) where media_hash_src is not null;
create index posts_media_hash_thb on posts (media_hash_thb, num) where media_hash_thb is not null;
create index posts_media_time on posts (board_id, media_time) where media_time is not null;
-- Posts by their last change. Every change of a post draws a new rev.
create index posts_modified on posts (rev) where not hidden;
-- Lookup of a number without a board.
create index posts_num on posts (num);
-- A thread in order: for its page, and for the indexer's "posts of this thread with rev >= min_rev".
create index posts_thread on posts (board_id, thread, num, subnum);
create index posts_threads_created on posts (board_id, num desc) where opener and (not hidden);
-- Lists of a board's visible threads: pages far down are counted in the index alone. Under row security an index serves a
-- condition only if nothing in it could leak a row, which PostgreSQL can prove for CASE, but not for COALESCE.
create index posts_threads_modified on posts (board_id, (
case
    when (time_bumped is null) then time_posted
    else
  time_bumped
end) desc, num desc) where opener and (not hidden);
create constraint trigger audited_moderation after update on posts
  deferrable initially deferred
  for each row when (current_user = 'sagasu_server'
    and (old.hidden is distinct from new.hidden or old.time_purged is distinct from new.time_purged))
  execute function assert_moderation_audited();
create trigger keep_content before update on posts
  for each row when (current_user = 'sagasu_server'::name) execute function keep_content();
alter table posts enable row level security, force row level security;
create policy owner on posts to current_user using (true) with check (true);
create policy hidden_threads_grow on posts as restrictive for insert to sagasu_scraper, sagasu_importer
  with check (hidden or not exists (select from moderated_threads m where m.board_id = posts.board_id and m.thread = posts.thread));
create policy scraper on posts to sagasu_scraper using (true) with check (true);
create policy importer on posts to sagasu_importer using (true) with check (true);
create policy indexer on posts to sagasu_indexer using (true) with check (true);
-- A thread that is hidden as a whole has no visible post. Rows are checked when they are written, so reading costs nothing: by
-- the server, which shows and hides, and by scraper and importer, which add replies.
-- Index: moderated_threads_pkey.
create policy hidden_threads on posts as restrictive for update to sagasu_server
  using (true)
  with check (hidden or not exists (select from moderated_threads m where m.board_id = posts.board_id and m.thread = posts.thread));
create policy moderators on posts for update to sagasu_server using (board_id = any ((select moderated_boards())::int[]));
create policy readers on posts for select to sagasu_server
  using (not hidden or (board_id = any ((select moderated_boards())::int[])));
grant select, insert, update on posts to sagasu_importer, sagasu_scraper;
grant select, update (time_modified, media_hash_src, media_dims_src_w, media_dims_src_h, rev) on posts to sagasu_indexer;
grant select, update (time_modified, time_deleted_post, time_deleted_file, time_archived, time_bumped, name, tripcode, capcode,
  posterid, country, email, subject, comment, media_time, media_hash, media_hash_src, media_hash_thb, media_name, media_type,
  media_size, media_dims_src_w, media_dims_src_h, media_dims_thb_w, media_dims_thb_h, spoiler, sticky, closed, posters, replies,
  hidden, extra, rev, time_purged, images) on posts to sagasu_server;

-- Creates the partitions of a board and of a slice of nums when the first post arrives. Scrapers may call it and may not create
-- tables, so it runs with its owner's rights.
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
  -- Two scrapers may store the first post of a slice at the same time. "if not exists" reads the catalog again after the wait for the lock;
  -- to_regclass may still return the result from before it.
  perform pg_advisory_xact_lock(hashtext('ensure_slice'), wanted_board);
  execute format('create table if not exists %I partition of posts for values in (%s) partition by range (num)',
    board_table, wanted_board);
  execute format('create table if not exists %I partition of %I for values from (%s) to (%s)',
    slice_table, board_table, wanted_slice * size, (wanted_slice + 1) * size);
end
$$;
revoke all on function ensure_slice(int, bigint) from public;
grant execute on function ensure_slice(int, bigint) to sagasu_importer, sagasu_scraper;

-- Runs with the caller's rights: readers see rows of visible posts, moderators also those of hidden ones.
-- Index: posts_pkey.
create function sees_post(board int, post bigint, ghost int) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return exists (select from posts where board_id = board and num = post and subnum = ghost);
end
$$;
revoke all on function sees_post(int, bigint, int) from public;
grant execute on function sees_post(int, bigint, int) to sagasu_server;

-- Number of rows of these boards, including hidden and purged ones: each has a document in the search index. It reads all of
-- them.
create function count_rows(boards int[]) returns table (board int, posts bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select p.board_id, count(*) from posts p where p.board_id = any (boards) group by p.board_id;
end
$$;
revoke all on function count_rows(int[]) from public;
grant execute on function count_rows(int[]) to sagasu_server;

-- Counts the visible replies and files of a thread, like countPosts in store/change-posts.ts.
-- Index: posts_thread, posts_pkey.
create function count_thread(board int, of_thread bigint) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update posts p set replies = counted.replies, images = counted.images, time_modified = clock_timestamp(), rev = nextval('post_rev')
    from (
      select least(count(*) filter (where not opener), 65535)::int as replies, least(count(media_type), 65535)::int as images
        from (
          select r.opener, r.media_type from posts r
           where r.board_id = board and r.thread = of_thread and not r.hidden limit 65536) visible) counted
   where p.board_id = board and p.num = of_thread and p.subnum = 0 and p.opener and p.time_purged is null
     and (p.replies, p.images) is distinct from (counted.replies, counted.images);
end
$$;
revoke all on function count_thread(int, bigint) from public;

-- `extra` of a newer answer of the source, with the file names that the answer no longer states. A source that deleted a file
-- omits its name (`tim`), or puts `deleted` in its place in the list of additional files (`extra_files`). `states_file`: the
-- newer answer states the post's file.
create function keep_file_names(stored jsonb, observed jsonb, states_file boolean) returns jsonb
language sql immutable parallel safe set search_path = public, pg_temp as $$
  select nullif(coalesce(observed, '{}')
    || case when not states_file and stored ? 'tim' then jsonb_build_object('tim', stored -> 'tim') else '{}' end
    || case when jsonb_typeof(stored -> 'extra_files') = 'array' then jsonb_build_object('extra_files', (
      select jsonb_agg(case
          when newer.file is null or newer.file ->> 'ext' = 'deleted' then
            case when jsonb_typeof(older.file) = 'object' and older.file ->> 'ext' is distinct from 'deleted'
              then older.file || '{"filedeleted": 1}' else coalesce(older.file, newer.file) end
          else newer.file end order by coalesce(older.place, newer.place))
      from jsonb_array_elements(stored -> 'extra_files') with ordinality as older (file, place)
      full join jsonb_array_elements(case when jsonb_typeof(observed -> 'extra_files') = 'array' then observed -> 'extra_files' else '[]' end)
        with ordinality as newer (file, place) on newer.place = older.place)) else '{}' end, '{}')
$$;
revoke all on function keep_file_names(jsonb, jsonb, boolean) from public;
grant execute on function keep_file_names(jsonb, jsonb, boolean) to sagasu_importer, sagasu_indexer, sagasu_scraper, sagasu_server;

-- Visible posts of a board whose file has this name at the source. It runs with the owner's rights, since row security would
-- keep servers from the index.
-- Index: posts_file_name.
create function posts_of_file_name(of_board int, file_name text) returns table (num bigint, subnum int)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.num, p.subnum from posts p
   where p.board_id = of_board and p.extra ? 'tim' and p.extra ->> 'tim' = file_name and not p.hidden
$$;
revoke all on function posts_of_file_name(int, text) from public;
grant execute on function posts_of_file_name(int, text) to sagasu_server;

-- A person, under any number of names.
create table identities (
  id    int generated always as identity primary key,
  name  text not null unique check (name <> '')
);
create constraint trigger audit after insert or delete or update on identities
  deferrable initially deferred for each row execute function audit_row('id', '');
alter table identities enable row level security, force row level security;
create policy owner on identities to current_user using (true) with check (true);
create policy scraper on identities to sagasu_scraper using (true) with check (true);
create policy admins on identities to sagasu_server using ((select is_admin())) with check ((select is_admin()));
create policy readers on identities for select to sagasu_server using (true);
grant select on identities to sagasu_scraper;
grant select, insert, update, delete on identities to sagasu_server;

-- The names of an identity. A sender has at most one identity.
create table identity_aliases (
  -- sender: the number of a mail address, as posts of mailing lists have it in posterid.
  kind         text not null check (kind in ('sender', 'tripcode', 'name')),
  value        text not null check (value <> ''),
  identity_id  int not null references identities (id) on delete cascade,
  primary key (kind, value)
);
create index identity_aliases_identity on identity_aliases (identity_id);
create constraint trigger audit after insert or delete or update on identity_aliases
  deferrable initially deferred for each row execute function audit_row('identity_id,kind', '');
alter table identity_aliases enable row level security, force row level security;
create policy owner on identity_aliases to current_user using (true) with check (true);
create policy scraper on identity_aliases to sagasu_scraper using (true) with check (true);
create policy admins on identity_aliases to sagasu_server using ((select is_admin())) with check ((select is_admin()));
create policy readers on identity_aliases for select to sagasu_server using (true);
grant select on identity_aliases to sagasu_scraper;
grant select, insert, update, delete on identity_aliases to sagasu_server;
