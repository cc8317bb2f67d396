-- Posts of cable cabals, with everything that a peer derives from them.

create table cabals (
  id           int generated always as identity primary key,
  -- Distinguishes cabals: a hash of the key that does not reveal it.
  key_id       bytea not null unique check (octet_length(key_id) = 16),
  -- The file with the cabal's key on the scraper's machine. No database has the key.
  key_file     text not null check (key_file <> ''),
  layout       text not null check (layout in ('deployed', 'draft8')),
  -- The scraper that is the cabal's peer now. Writes do not depend on it: they are idempotent.
  worker       text not null default '',
  lease_until  timestamptz not null default '-infinity'
);
alter table cabals enable row level security, force row level security;
create policy owner on cabals to current_user using (true) with check (true);
create policy scraper on cabals to sagasu_scraper using (true) with check (true);
create policy admins on cabals for select to sagasu_server using ((select is_admin()));
grant select, update (worker, lease_until) on cabals to sagasu_scraper;
grant select (id, layout, worker, lease_until) on cabals to sagasu_server;

-- Addresses that a cabal's peer dials.
create table cabal_addresses (
  cabal_id  int not null references cabals (id) on delete cascade,
  -- cable://host:port
  url       text not null check (url ~ '^cable://'),
  -- True for a connection without encryption, if the operator has chosen it for this address.
  is_plain  boolean not null default false,
  -- Prologue of the Noise handshake.
  prologue  text not null default 'CABLE/1.0' check (prologue in ('CABLE/1.0', 'CABLE1.0', 'CABLE')),
  primary key (cabal_id, url)
);
alter table cabal_addresses enable row level security, force row level security;
create policy owner on cabal_addresses to current_user using (true) with check (true);
create policy scraper on cabal_addresses to sagasu_scraper using (true) with check (true);
create policy admins on cabal_addresses for select to sagasu_server using ((select is_admin()));
grant select on cabal_addresses to sagasu_scraper, sagasu_server;

-- Stored size of a cabal, which is limited and shown to admins.
create table cabal_sizes (
  cabal_id  int primary key references cabals (id) on delete cascade,
  posts     bigint not null,
  bytes     bigint not null
);
alter table cabal_sizes enable row level security, force row level security;
create policy owner on cabal_sizes to current_user using (true) with check (true);
create policy scraper on cabal_sizes for select to sagasu_scraper using (true);
create policy admins on cabal_sizes for select to sagasu_server using ((select is_admin()));
grant select on cabal_sizes to sagasu_scraper, sagasu_server;

-- Runs once per statement.
-- Index: cabal_sizes_pkey.
create function count_cable_posts() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into cabal_sizes as s (cabal_id, posts, bytes)
    select c.cabal_id, count(*), sum(octet_length(c.bytes)) from changed c group by c.cabal_id order by c.cabal_id
    on conflict (cabal_id) do update set posts = s.posts + excluded.posts, bytes = s.bytes + excluded.bytes;
  else
    update cabal_sizes s set posts = s.posts - g.posts, bytes = s.bytes - g.bytes
      from (select c.cabal_id, count(*) as posts, sum(octet_length(c.bytes)) as bytes from changed c group by c.cabal_id) g
     where s.cabal_id = g.cabal_id;
  end if;
  return null;
end
$$;
revoke all on function count_cable_posts() from public;

-- The posts of a cabal.
create table cable_posts (
  cabal_id      int not null references cabals (id) on delete cascade,
  hash          bytea not null check (octet_length(hash) = 32),
  -- The order of arrival, also among posts of the same millisecond.
  seq           bigint generated always as identity,
  author        bytea not null check (octet_length(author) = 32),
  -- Types of the protocol: 0 text, 1 delete, 2 info, 3 topic, 4 join, 5 leave.
  type          smallint not null check (type >= 0 and type <= 5),
  -- Empty for deletes and infos, which have no channel.
  channel       bytea not null default '\x',
  channel_name  bytea not null default '\x',
  -- The author's claimed time in milliseconds since 1970.
  "time"        bigint not null,
  -- The time, raised above the ranks of all posts that it links to. Posts are ordered by rank, time and hash.
  rank          bigint not null,
  received_at   timestamptz not null,
  -- Verbatim, as peers receive it.
  bytes         bytea not null,
  -- The post of the archive.
  board_id      int references boards (id) on delete set null,
  num           bigint,
  -- True if the archive's post is yet to be written, or is out of date.
  is_due        boolean not null default false,
  primary key (cabal_id, hash)
);
create index cable_posts_author on cable_posts (cabal_id, author, type, channel, rank desc, "time" desc, hash desc);
create index cable_posts_due on cable_posts (cabal_id, channel, seq) where is_due;
create index cable_posts_names on cable_posts (cabal_id, channel, channel_name) where channel <> '\x';
create unique index cable_posts_num on cable_posts (board_id, num) where num is not null;
create index cable_posts_texts on cable_posts (cabal_id, channel, "time" desc, hash) where type = 0;
create index cable_posts_topics on cable_posts (cabal_id, channel, rank desc, "time" desc, hash desc) where type = 3;
create trigger count_added after insert on cable_posts
  referencing new table as changed for each statement execute function count_cable_posts();
create trigger count_removed after delete on cable_posts
  referencing old table as changed for each statement execute function count_cable_posts();
alter table cable_posts enable row level security, force row level security;
create policy owner on cable_posts to current_user using (true) with check (true);
create policy scraper on cable_posts to sagasu_scraper using (true) with check (true);
create policy admins on cable_posts for select to sagasu_server using ((select is_admin()));
grant select, insert, update, delete on cable_posts to sagasu_scraper;
grant select (cabal_id, author, type, board_id, num) on cable_posts to sagasu_server;

-- Links between posts, also to posts that are missing. Rows of deleted posts stay: the order of other posts depends on them.
create table cable_links (
  cabal_id  int not null references cabals (id) on delete cascade,
  link      bytea not null check (octet_length(link) = 32),
  hash      bytea not null check (octet_length(hash) = 32),
  primary key (cabal_id, link, hash)
);
alter table cable_links enable row level security, force row level security;
create policy owner on cable_links to current_user using (true) with check (true);
create policy scraper on cable_links to sagasu_scraper using (true) with check (true);
grant select, insert, update, delete on cable_links to sagasu_scraper;

-- Deleted posts, which are never requested or accepted again. They have no content, only the columns that ordering needs.
create table cable_tombstones (
  cabal_id    int not null references cabals (id) on delete cascade,
  hash        bytea not null check (octet_length(hash) = 32),
  author      bytea not null check (octet_length(author) = 32),
  type        smallint not null,
  channel     bytea not null,
  "time"      bigint not null,
  rank        bigint not null,
  -- The author's delete; null if the post was removed here.
  deleted_by  bytea check (octet_length(deleted_by) = 32),
  -- The post of the archive, which is purged while `is_due`.
  board_id    int references boards (id) on delete set null,
  num         bigint,
  is_due      boolean not null default false,
  primary key (cabal_id, hash)
);
create index cable_tombstones_due on cable_tombstones (cabal_id, channel) where is_due;
alter table cable_tombstones enable row level security, force row level security;
create policy owner on cable_tombstones to current_user using (true) with check (true);
create policy scraper on cable_tombstones to sagasu_scraper using (true) with check (true);
grant select, insert, update, delete on cable_tombstones to sagasu_scraper;

-- Deletes whose target is missing: they apply when it arrives, if its author signed them.
create table cable_claims (
  cabal_id    int not null,
  target      bytea not null check (octet_length(target) = 32),
  author      bytea not null check (octet_length(author) = 32),
  deleted_by  bytea not null,
  primary key (cabal_id, target, author, deleted_by),
  foreign key (cabal_id, deleted_by) references cable_posts (cabal_id, hash) on delete cascade
);
create index cable_claims_delete on cable_claims (cabal_id, deleted_by);
alter table cable_claims enable row level security, force row level security;
create policy owner on cable_claims to current_user using (true) with check (true);
create policy scraper on cable_claims to sagasu_scraper using (true) with check (true);
grant select, insert, update, delete on cable_claims to sagasu_scraper;

-- Deletes by the channels of their targets, since they have no channel. A delete of an info, with an empty channel, belongs to
-- every channel that its author was ever in.
create table cable_channel_deletes (
  cabal_id  int not null,
  channel   bytea not null,
  "time"    bigint not null,
  hash      bytea not null,
  primary key (cabal_id, channel, hash),
  foreign key (cabal_id, hash) references cable_posts (cabal_id, hash) on delete cascade
);
create index cable_channel_deletes_hash on cable_channel_deletes (cabal_id, hash);
create index cable_channel_deletes_time on cable_channel_deletes (cabal_id, channel, "time" desc, hash);
alter table cable_channel_deletes enable row level security, force row level security;
create policy owner on cable_channel_deletes to current_user using (true) with check (true);
create policy scraper on cable_channel_deletes to sagasu_scraper using (true) with check (true);
grant select, insert, update, delete on cable_channel_deletes to sagasu_scraper;

-- Channels that are boards. Names are UTF-8 bytes, since text cannot contain NUL. `channel` is the name in lower case, by which
-- channels are compared.
create table cable_channels (
  cabal_id   int not null references cabals (id) on delete cascade,
  channel    bytea not null check ((octet_length(channel) >= 1) and (octet_length(channel) <= 1024)),
  -- The original spelling.
  name       bytea not null,
  board_id   int not null unique references boards (id) on delete cascade,
  -- Posts are numbered by arrival. Numbers are never used again.
  last_num   bigint not null default 0,
  -- The topic that the board's title was taken from.
  titled_by  bytea,
  primary key (cabal_id, channel)
);
alter table cable_channels enable row level security, force row level security;
create policy owner on cable_channels to current_user using (true) with check (true);
create policy scraper on cable_channels to sagasu_scraper using (true) with check (true);
create policy admins on cable_channels for select to sagasu_server using ((select is_admin()));
grant select, update (last_num, titled_by) on cable_channels to sagasu_scraper;
grant select on cable_channels to sagasu_server;

-- The thread of each day of a channel's board: the first post that arrived opens it for good.
create table cable_days (
  board_id  int not null references boards (id) on delete cascade,
  -- The UTC day of the author's claimed time.
  day       date not null,
  thread    bigint not null,
  primary key (board_id, day)
);
alter table cable_days enable row level security, force row level security;
create policy owner on cable_days to current_user using (true) with check (true);
create policy scraper on cable_days to sagasu_scraper using (true) with check (true);
grant select, insert on cable_days to sagasu_scraper;

-- Derived from posts: everybody who was ever in a channel, and whether they are now.
create table cable_members (
  cabal_id   int not null references cabals (id) on delete cascade,
  channel    bytea not null,
  author     bytea not null,
  is_member  boolean not null,
  -- The latest join or leave.
  state      bytea,
  primary key (cabal_id, channel, author)
);
alter table cable_members enable row level security, force row level security;
create policy owner on cable_members to current_user using (true) with check (true);
create policy scraper on cable_members to sagasu_scraper using (true) with check (true);
grant select, insert, update, delete on cable_members to sagasu_scraper;

-- Derived from posts: the latest info of each author, which replaces all earlier ones.
create table cable_users (
  cabal_id  int not null references cabals (id) on delete cascade,
  author    bytea not null,
  hash      bytea not null,
  -- Null without a name.
  name      text,
  primary key (cabal_id, author)
);
alter table cable_users enable row level security, force row level security;
create policy owner on cable_users to current_user using (true) with check (true);
create policy scraper on cable_users to sagasu_scraper using (true) with check (true);
create policy admins on cable_users for select to sagasu_server using ((select is_admin()));
grant select, insert, update, delete on cable_users to sagasu_scraper;
grant select (cabal_id, author, name) on cable_users to sagasu_server;

-- Derived from posts: the latest topic, and as the name of a channel its first spelling in byte order.
create table cable_topics (
  cabal_id  int not null references cabals (id) on delete cascade,
  channel   bytea not null,
  name      bytea not null,
  hash      bytea,
  primary key (cabal_id, channel)
);
alter table cable_topics enable row level security, force row level security;
create policy owner on cable_topics to current_user using (true) with check (true);
create policy scraper on cable_topics to sagasu_scraper using (true) with check (true);
grant select, insert, update, delete on cable_topics to sagasu_scraper;

-- Authors whose posts admins have removed; later posts are refused.
create table cable_blocked (
  cabal_id    int not null references cabals (id) on delete cascade,
  author      bytea not null check (octet_length(author) = 32),
  blocked_by  text not null,
  blocked_at  timestamptz not null default now(),
  reason      text check (char_length(reason) <= 1000),
  primary key (cabal_id, author)
);
create constraint trigger audit after insert or delete on cable_blocked
  deferrable initially deferred for each row execute function audit_row('cabal_id,author', '');
alter table cable_blocked enable row level security, force row level security;
create policy owner on cable_blocked to current_user using (true) with check (true);
create policy scraper on cable_blocked to sagasu_scraper using (true) with check (true);
create policy admins on cable_blocked for select to sagasu_server using ((select is_admin()));
create policy admins_block on cable_blocked for insert to sagasu_server
  with check ((select is_admin()) and (blocked_by = (select account_of_transaction())));
create policy admins_unblock on cable_blocked for delete to sagasu_server using ((select is_admin()));
grant select on cable_blocked to sagasu_scraper;
grant select, insert (cabal_id, author, blocked_by, reason), delete on cable_blocked to sagasu_server;

-- Peers as the scraper last saw them, for admins.
create table cable_peers (
  cabal_id    int not null references cabals (id) on delete cascade,
  peer        text not null check (char_length(peer) <= 100),
  is_dialled  boolean not null,
  is_plain    boolean not null,
  since       timestamptz not null,
  requests    bigint not null,
  posts       bigint not null,
  strikes     int not null,
  primary key (cabal_id, peer)
);
alter table cable_peers enable row level security, force row level security;
create policy owner on cable_peers to current_user using (true) with check (true);
create policy scraper on cable_peers to sagasu_scraper using (true) with check (true);
create policy admins on cable_peers for select to sagasu_server using ((select is_admin()));
grant select, insert, update, delete on cable_peers to sagasu_scraper;
grant select on cable_peers to sagasu_server;

-- Refused input of peers: invalid messages, refused posts and exceeded limits.
create table cable_refusals (
  cabal_id    int not null references cabals (id) on delete cascade,
  peer        text not null check (char_length(peer) <= 100),
  reason      text not null check (char_length(reason) <= 40),
  -- The last one in words, without content.
  detail      text not null check (char_length(detail) <= 300),
  times       bigint not null,
  first_seen  timestamptz not null,
  last_seen   timestamptz not null,
  primary key (cabal_id, peer, reason)
);
alter table cable_refusals enable row level security, force row level security;
create policy owner on cable_refusals to current_user using (true) with check (true);
create policy scraper on cable_refusals to sagasu_scraper using (true) with check (true);
create policy admins on cable_refusals for select to sagasu_server using ((select is_admin()));
grant select, insert, update, delete on cable_refusals to sagasu_scraper;
grant select on cable_refusals to sagasu_server;

-- The latest infos; the caller reads the names in the bytes.
-- Index: cable_posts_author.
create function latest_cable_infos(of_cabal int, authors bytea[]) returns table (author bytea, hash bytea, bytes bytea)
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return query
    select u.author, l.hash, l.bytes from (select distinct t.author from unnest(authors) as t (author)) u
    left join lateral (
      select c.hash, c.bytes from cable_posts c
      where c.cabal_id = of_cabal and c.author = u.author and c.type = 2
      order by c.channel, c.rank desc, c.time desc, c.hash desc limit 1) l on true;
end
$$;
revoke all on function latest_cable_infos(int, bytea[]) from public;
grant execute on function latest_cable_infos(int, bytea[]) to sagasu_scraper;

-- Derives rows of members from stored posts: the result does not depend on the order of arrival.
-- Index: cable_posts_author, once per type.
create function refresh_cable_members(of_cabal int, channels bytea[], authors bytea[]) returns void
language plpgsql volatile set search_path = public, pg_temp as $$
begin
  with pairs as (
    select distinct p.channel, p.author from unnest(channels, authors) as p (channel, author)
  ), latest as (
    select p.channel, p.author, k.type, l.hash, l.rank, l.time
    from pairs p cross join unnest('{0,3,4,5}'::smallint[]) as k (type)
    cross join lateral (
      select c.hash, c.rank, c.time from cable_posts c
      where c.cabal_id = of_cabal and c.author = p.author and c.type = k.type and c.channel = p.channel
      order by c.rank desc, c.time desc, c.hash desc limit 1) l
  ), known as (
    select distinct on (channel, author) channel, author, type <> 5 as is_member,
      first_value(case when type in (4, 5) then hash end) over (
        partition by channel, author order by (type in (4, 5)) desc, rank desc, time desc, hash desc) as state
    from latest order by channel, author, rank desc, time desc, hash desc
  ), gone as (
    delete from cable_members m using pairs p
    where m.cabal_id = of_cabal and m.channel = p.channel and m.author = p.author
      and not exists (select from known k where k.channel = p.channel and k.author = p.author)
  )
  insert into cable_members (cabal_id, channel, author, is_member, state)
  select of_cabal, channel, author, is_member, state from known order by channel, author
  on conflict (cabal_id, channel, author) do update set is_member = excluded.is_member, state = excluded.state
  where (cable_members.is_member, cable_members.state) is distinct from (excluded.is_member, excluded.state);
end
$$;
revoke all on function refresh_cable_members(int, bytea[], bytea[]) from public;
grant execute on function refresh_cable_members(int, bytea[], bytea[]) to sagasu_scraper;

-- Derives topics and channel names in the same way.
-- Index: cable_posts_topics, cable_posts_names.
create function refresh_cable_topics(of_cabal int, channels bytea[]) returns void
language plpgsql volatile set search_path = public, pg_temp as $$
begin
  with known as (
    select distinct u.channel, n.channel_name as name, t.hash
    from unnest(channels) as u (channel)
    cross join lateral (
      select c.channel_name from cable_posts c where c.cabal_id = of_cabal and c.channel = u.channel and c.channel <> ''
      order by c.channel_name limit 1) n
    left join lateral (
      select c.hash from cable_posts c where c.cabal_id = of_cabal and c.channel = u.channel and c.type = 3
      order by c.rank desc, c.time desc, c.hash desc limit 1) t on true
  ), gone as (
    delete from cable_topics t using unnest(channels) as u (channel)
    where t.cabal_id = of_cabal and t.channel = u.channel
      and not exists (select from known k where k.channel = u.channel)
  )
  insert into cable_topics (cabal_id, channel, name, hash)
  select of_cabal, channel, name, hash from known order by channel
  on conflict (cabal_id, channel) do update set name = excluded.name, hash = excluded.hash
  where (cable_topics.name, cable_topics.hash) is distinct from (excluded.name, excluded.hash);
end
$$;
revoke all on function refresh_cable_topics(int, bytea[]) from public;
grant execute on function refresh_cable_topics(int, bytea[]) to sagasu_scraper;

-- A purge of the archive's post deletes the post's bytes too, whatever program purges.
-- Index: cable_posts_num.
create function drop_cable_post() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  gone record;
begin
  for gone in
    select c.* from cable_posts c where c.board_id = new.board_id and c.num = new.num and new.subnum = 0
  loop
    insert into cable_tombstones (cabal_id, hash, author, type, channel, time, rank, board_id, num)
    values (gone.cabal_id, gone.hash, gone.author, gone.type, gone.channel, gone.time, gone.rank, gone.board_id, gone.num)
    on conflict do nothing;
    delete from cable_posts c where c.cabal_id = gone.cabal_id and c.hash = gone.hash;
    perform refresh_cable_members(gone.cabal_id, array[gone.channel], array[gone.author]);
    perform refresh_cable_topics(gone.cabal_id, array[gone.channel]);
  end loop;
  return null;
end
$$;
revoke all on function drop_cable_post() from public;

create trigger drop_cable_post after update of time_purged on posts
  for each row when (old.time_purged is null and (new.time_purged is not null)) execute function drop_cable_post();

-- Purges posts that their authors have deleted. Their rows of cable_tombstones are due until this is done.
-- Index: cable_tombstones_due, posts_pkey.
create function purge_cable_posts(of_cabal int, of_channel bytea, most int) returns table (board int, post bigint)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  on_board int;
  nums bigint[];
  threads bigint[];
  revs bigint[];
begin
  select c.board_id into on_board from cable_channels c where c.cabal_id = of_cabal and c.channel = of_channel;
  with due as (
    select t.hash, t.num from cable_tombstones t
    where t.cabal_id = of_cabal and t.channel = of_channel and t.is_due order by t.num limit most
  ), done as (
    update cable_tombstones t set is_due = false from due where t.cabal_id = of_cabal and t.hash = due.hash
  )
  select array_agg(due.num) into nums from due;
  if nums is null or on_board is null then
    return;
  end if;
  with changed as (
    update posts p set name = null, tripcode = null, capcode = null, posterid = null, country = null, email = null, subject = null,
        comment = null, sticky = null, closed = null, posters = null, replies = null, images = null, time_archived = null,
        time_bumped = null, time_deleted_post = null, extra = null, hidden = true, time_purged = clock_timestamp(),
        time_modified = clock_timestamp(), rev = nextval('post_rev')
     where p.board_id = on_board and p.num = any (nums) and p.subnum = 0 and p.time_purged is null
    returning p.num, p.thread, p.rev
  )
  select array_agg(c.num), array_agg(c.thread), array_agg(c.rev) into nums, threads, revs from changed c;
  if nums is null then
    return;
  end if;
  perform count_thread(on_board, t.thread) from (select distinct u.thread from unnest(threads) as u (thread) order by 1) t;
  insert into dirty (board_id, thread, gen, min_rev, since)
  select on_board, c.thread, nextval('dirty_gen'), min(c.rev), now() from unnest(threads, revs) as c (thread, rev)
  group by c.thread order by c.thread
  on conflict (board_id, thread) do update set gen = nextval('dirty_gen'), min_rev = least(dirty.min_rev, excluded.min_rev);
  insert into pending_hides (board_id, thread, num, subnum)
  select on_board, c.thread, c.num, 0 from unnest(threads, nums) as c (thread, num)
  on conflict (board_id, thread, num, subnum) do update set since = now();
  insert into tombstones (board_id, num, subnum, purged_at, purged_by)
  select on_board, c.num, 0, now(), 'its writer' from unnest(nums) as c (num) on conflict do nothing;
  delete from quarantine q where q.board_id = on_board and q.num = any (nums) and q.subnum = 0;
  delete from reported_posts r where r.board_id = on_board and r.num = any (nums) and r.subnum = 0;
  delete from audit_details d using audit_log l
   where l.id = d.audit_id and l.board_id = on_board and l.target ? 'posts' and l.target -> 'posts' ?| nums::text[];
  insert into tasks (kind, board_id, requested_by) values ('purge_segments', on_board, 'schedule') on conflict do nothing;
  return query select on_board, u.num from unnest(nums) as u (num) order by u.num;
end
$$;
revoke all on function purge_cable_posts(int, bytea, int) from public;
grant execute on function purge_cable_posts(int, bytea, int) to sagasu_scraper;

-- The topic of a channel is the title of its board.
-- Index: boards_pkey, cable_channels_pkey.
create function retitle_cable_board(of_cabal int, of_channel bytea, topic_hash bytea, topic text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update cable_channels c set titled_by = topic_hash
   where c.cabal_id = of_cabal and c.channel = of_channel and c.titled_by is distinct from topic_hash;
  if found then
    update boards b set title = coalesce(nullif(left(topic, 512), ''), b.name)
      from cable_channels c where c.cabal_id = of_cabal and c.channel = of_channel and b.id = c.board_id;
  end if;
end
$$;
revoke all on function retitle_cable_board(int, bytea, bytea, text) from public;
grant execute on function retitle_cable_board(int, bytea, bytea, text) to sagasu_scraper;

-- Deletes the unpublished posts of a blocked author: joins, topics, names, deletes and texts. Null without effect while a board
-- has a post of the author.
-- Index: cable_blocked_pkey, cable_posts_author, cable_users_pkey.
create function drop_cable_author(of_cabal int, of_author bytea) returns int
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  dropped int;
  channels bytea[];
begin
  if session_user <> current_user and not is_admin() then
    raise exception 'only admins of all boards may do this' using errcode = 'insufficient_privilege';
  end if;
  perform pg_advisory_xact_lock(hashtext('sagasu_cable'), of_cabal);
  if not exists (select from cable_blocked b where b.cabal_id = of_cabal and b.author = of_author) then
    raise exception 'the author is not blocked' using errcode = 'no_data_found';
  end if;
  if exists (
    select from cable_posts p where p.cabal_id = of_cabal and p.author = of_author and p.board_id is not null and p.num is not null)
  then
    return null;
  end if;
  with gone as (
    delete from cable_posts p where p.cabal_id = of_cabal and p.author = of_author
    returning p.hash, p.author, p.type, p.channel, p.time, p.rank
  ), kept as (
    insert into cable_tombstones (cabal_id, hash, author, type, channel, time, rank)
    select of_cabal, g.hash, g.author, g.type, g.channel, g.time, g.rank from gone g on conflict do nothing
  )
  select count(*), coalesce(array_agg(distinct g.channel) filter (where g.channel <> ''), '{}') into dropped, channels from gone g;
  perform refresh_cable_members(of_cabal, channels, array(select of_author from unnest(channels)));
  perform refresh_cable_topics(of_cabal, channels);
  delete from cable_users u where u.cabal_id = of_cabal and u.author = of_author;
  return dropped;
end
$$;
revoke all on function drop_cable_author(int, bytea) from public;
grant execute on function drop_cable_author(int, bytea) to sagasu_server;
