-- Up Migration

-- Peers of the cable protocol (docs/CABLE.md). A cabal is one private group; a scraper that leases it is its peer.
alter table boards drop constraint boards_source_check;
alter table boards add constraint boards_source_check check (source in ('4chan', 'vichan', 'foolfuuka', 'pipermail', 'cable'));

create table cabals (
  id           int generated always as identity primary key,
  -- Tells cabals apart: a hash of the key, from which nobody learns the key.
  key_id       bytea not null unique check (octet_length(key_id) = 16),
  -- The file with the cabal's key, where the scraper runs. The key itself is in no database.
  key_file     text not null check (key_file <> ''),
  layout       text not null check (layout in ('deployed', 'draft8')),
  -- The scraper that is its peer now. Writes do not depend on it: they are idempotent.
  worker       text not null default '',
  lease_until  timestamptz not null default '-infinity'
);

-- Whom a cabal's peer dials.
create table cabal_addresses (
  cabal_id   int not null references cabals (id) on delete cascade,
  -- cable://host:port
  url        text not null check (url ~ '^cable://'),
  -- In the clear: the operator has named the address for that.
  is_plain   boolean not null default false,
  -- Of the Noise handshake.
  prologue   text not null default 'CABLE/1.0' check (prologue in ('CABLE/1.0', 'CABLE1.0', 'CABLE')),
  primary key (cabal_id, url)
);

-- Channels that are boards. Names are bytes of UTF-8: text holds no NUL. `channel` is the name in lower case, by which channels are compared.
create table cable_channels (
  cabal_id  int not null references cabals (id) on delete cascade,
  channel   bytea not null check (octet_length(channel) between 1 and 1024),
  -- As it was given.
  name      bytea not null,
  board_id  int not null unique references boards (id) on delete cascade,
  -- Posts are numbered by arrival. Numbers are never used again.
  last_num  bigint not null default 0,
  primary key (cabal_id, channel)
);

-- The data store, the view of authors, of texts by channel and time, and the state of channels.
create table cable_posts (
  cabal_id     int not null references cabals (id) on delete cascade,
  hash         bytea not null check (octet_length(hash) = 32),
  -- In the order of arrival: two posts of one millisecond differ in it, however many there are.
  seq          bigint generated always as identity,
  author       bytea not null check (octet_length(author) = 32),
  -- Numbers of the protocol: 0 text, 1 delete, 2 info, 3 topic, 4 join, 5 leave.
  type         smallint not null check (type between 0 and 5),
  -- Empty for deletes and infos, which have none.
  channel      bytea not null default '',
  channel_name bytea not null default '',
  -- As the author claims, in milliseconds since 1970.
  time         bigint not null,
  -- The time, raised above the ranks of all posts that it links to: the order of posts is rank, time, hash.
  rank         bigint not null,
  received_at  timestamptz not null,
  -- Verbatim, as peers get it.
  bytes        bytea not null,
  -- The post of the archive.
  board_id     int references boards (id) on delete set null,
  num          bigint,
  -- Whether the archive's post is yet to be written, or is out of date.
  is_due       boolean not null default false,
  primary key (cabal_id, hash)
);
create index cable_posts_texts on cable_posts (cabal_id, channel, time desc, hash) where type = 0;
create index cable_posts_topics on cable_posts (cabal_id, channel, rank desc, time desc, hash desc) where type = 3;
create index cable_posts_author on cable_posts (cabal_id, author, type, channel, rank desc, time desc, hash desc);
create index cable_posts_names on cable_posts (cabal_id, channel, channel_name) where channel <> '';
create index cable_posts_due on cable_posts (cabal_id, channel, seq) where is_due;
create unique index cable_posts_num on cable_posts (board_id, num) where num is not null;

-- Who links to a post, also to one that is not here. Rows of deleted posts stay: the order of the others depends on them.
create table cable_links (
  cabal_id  int not null references cabals (id) on delete cascade,
  link      bytea not null check (octet_length(link) = 32),
  hash      bytea not null check (octet_length(hash) = 32),
  primary key (cabal_id, link, hash)
);

-- Deleted posts: never asked for and never taken again. No content; what the order of the others needs.
create table cable_tombstones (
  cabal_id   int not null references cabals (id) on delete cascade,
  hash       bytea not null check (octet_length(hash) = 32),
  author     bytea not null check (octet_length(author) = 32),
  type       smallint not null,
  channel    bytea not null,
  time       bigint not null,
  rank       bigint not null,
  -- The delete of its author; null if it was removed here.
  deleted_by bytea check (octet_length(deleted_by) = 32),
  -- The post of the archive, which is purged while `is_due`.
  board_id   int references boards (id) on delete set null,
  num        bigint,
  is_due     boolean not null default false,
  primary key (cabal_id, hash)
);
create index cable_tombstones_due on cable_tombstones (cabal_id, channel) where is_due;

-- Deletes whose target is not here: they count when it comes, if its author signed them.
create table cable_claims (
  cabal_id    int not null,
  target      bytea not null check (octet_length(target) = 32),
  author      bytea not null check (octet_length(author) = 32),
  deleted_by  bytea not null,
  primary key (cabal_id, target, author, deleted_by),
  foreign key (cabal_id, deleted_by) references cable_posts (cabal_id, hash) on delete cascade
);
create index cable_claims_delete on cable_claims (cabal_id, deleted_by);

-- Deletes by the channels of what they deleted: they have no channel of their own. A delete of an info, with an empty channel, belongs to
-- every channel that its author was ever in.
create table cable_channel_deletes (
  cabal_id  int not null,
  channel   bytea not null,
  time      bigint not null,
  hash      bytea not null,
  primary key (cabal_id, channel, hash),
  foreign key (cabal_id, hash) references cable_posts (cabal_id, hash) on delete cascade
);
create index cable_channel_deletes_time on cable_channel_deletes (cabal_id, channel, time desc, hash);
create index cable_channel_deletes_hash on cable_channel_deletes (cabal_id, hash);

-- Accreted: who ever was in a channel, and whether it is now.
create table cable_members (
  cabal_id   int not null references cabals (id) on delete cascade,
  channel    bytea not null,
  author     bytea not null,
  is_member  boolean not null,
  -- The latest join or leave.
  state      bytea,
  primary key (cabal_id, channel, author)
);

-- Accreted: the latest topic, and the name of a channel as its first spelling in byte order.
create table cable_topics (
  cabal_id  int not null references cabals (id) on delete cascade,
  channel   bytea not null,
  name      bytea not null,
  hash      bytea,
  primary key (cabal_id, channel)
);

-- Accreted: the latest info of each author, which replaces all earlier ones.
create table cable_users (
  cabal_id  int not null references cabals (id) on delete cascade,
  author    bytea not null,
  hash      bytea not null,
  -- null without one.
  name      text,
  primary key (cabal_id, author)
);

-- The thread of each day of a board whose source is a channel: the first post that arrived opens it, for ever.
create table cable_days (
  board_id  int not null references boards (id) on delete cascade,
  -- In UTC, by the time that the author claims.
  day       date not null,
  thread    bigint not null,
  primary key (board_id, day)
);

-- Authors whose posts admins have removed, and who are refused from then on.
create table cable_blocked (
  cabal_id    int not null references cabals (id) on delete cascade,
  author      bytea not null check (octet_length(author) = 32),
  blocked_by  text not null,
  blocked_at  timestamptz not null default now(),
  reason      text check (char_length(reason) <= 1000),
  primary key (cabal_id, author)
);

-- What peers sent and was not taken: expectations that failed, posts that were refused, limits that were passed.
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

-- Peers as the scraper last saw them, for admins.
create table cable_peers (
  cabal_id      int not null references cabals (id) on delete cascade,
  peer          text not null check (char_length(peer) <= 100),
  is_connected  boolean not null,
  is_dialled    boolean not null,
  is_plain      boolean not null,
  since         timestamptz not null,
  requests      bigint not null,
  answered      bigint not null,
  posts         bigint not null,
  strikes       int not null,
  primary key (cabal_id, peer)
);

-- Writes the accreted rows of members from what is stored: the same whatever arrived first. cable_posts_author, once per kind.
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

-- The same for topics and names of channels. cable_posts_topics, cable_posts_names.
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

-- The latest infos; the caller reads the names out of the bytes. cable_posts_author.
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

-- A purge of the archive's post takes the bytes with it, whoever purges. cable_posts_num.
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
create trigger drop_cable_post after update of time_purged on posts for each row
  when (old.time_purged is null and new.time_purged is not null) execute function drop_cable_post();

-- Purges posts that their authors have deleted. The rows of cable_tombstones name them, and are due until this is done.
-- cable_tombstones_due, posts_pkey.
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
        comment = null, extra = null, hidden = true, time_purged = clock_timestamp(), time_modified = clock_timestamp(),
        rev = nextval('post_rev')
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

revoke all on function purge_cable_posts(int, bytea, int), refresh_cable_members(int, bytea[], bytea[]), refresh_cable_topics(int, bytea[]),
  latest_cable_infos(int, bytea[]), drop_cable_post() from public;
grant execute on function purge_cable_posts(int, bytea, int), refresh_cable_members(int, bytea[], bytea[]),
  refresh_cable_topics(int, bytea[]), latest_cable_infos(int, bytea[]) to sagasu_scraper;

grant select, update (worker, lease_until) on cabals to sagasu_scraper;
grant select, insert on cable_days to sagasu_scraper;
grant select on cabal_addresses, cable_blocked to sagasu_scraper;
grant select, update (last_num) on cable_channels to sagasu_scraper;
grant select, insert, update, delete on cable_posts, cable_links, cable_tombstones, cable_claims, cable_channel_deletes,
  cable_members, cable_topics, cable_users, cable_refusals, cable_peers to sagasu_scraper;

do $$
declare
  secured text;
begin
  foreach secured in array array['cabals', 'cabal_addresses', 'cable_channels', 'cable_posts', 'cable_links', 'cable_tombstones',
    'cable_claims', 'cable_channel_deletes', 'cable_members', 'cable_topics', 'cable_users', 'cable_days', 'cable_blocked', 'cable_refusals',
    'cable_peers']
  loop
    execute format('alter table %I enable row level security, force row level security', secured);
    execute format('create policy owner on %I to %I using (true) with check (true)', secured,
      (select pg_get_userbyid(relowner) from pg_class where oid = secured::regclass));
    execute format('create policy scraper on %I to sagasu_scraper using (true) with check (true)', secured);
  end loop;
end
$$;

-- Down Migration
