-- Moderation: tombstones, pending hides, addresses of posters, filters and bulk actions.

-- When, why and by whom content was purged.
create table tombstones (
  board_id            int not null references boards (id),
  num                 bigint not null,
  subnum              int not null,
  purged_at           timestamptz not null default now(),
  purged_by           text not null,
  reason              text,
  segments_purged_at  timestamptz,
  primary key (board_id, num, subnum)
);
create index tombstones_in_segments on tombstones (board_id) where segments_purged_at is null;
alter table tombstones enable row level security, force row level security;
create policy owner on tombstones to current_user using (true) with check (true);
create policy scraper on tombstones to sagasu_scraper using (true) with check (true);
create policy importer on tombstones to sagasu_importer using (true) with check (true);
create policy indexer on tombstones to sagasu_indexer using (true) with check (true);
create policy moderators on tombstones to sagasu_server using (board_id = any ((select moderated_boards())::int[]));
grant select on tombstones to sagasu_importer, sagasu_scraper;
grant select, update (segments_purged_at) on tombstones to sagasu_indexer;
grant select, insert on tombstones to sagasu_server;

-- Posts that were hidden or purged moments ago and that Elasticsearch may still return: searches exclude them until the index
-- has followed. Nearly always empty.
create table pending_hides (
  board_id  int not null references boards (id),
  thread    bigint not null,
  num       bigint not null,
  subnum    int not null,
  -- When the post was hidden, and later when its thread's mark went.
  since     timestamptz not null default now(),
  primary key (board_id, thread, num, subnum)
);
create index pending_hides_since on pending_hides (since);
alter table pending_hides enable row level security, force row level security;
create policy owner on pending_hides to current_user using (true) with check (true);
create policy indexer on pending_hides to sagasu_indexer using (true) with check (true);
create policy moderators on pending_hides to sagasu_server using (board_id = any ((select moderated_boards())::int[]));
-- Keys of posts that searches must exclude.
create policy readers on pending_hides for select to sagasu_server using (true);
grant select, insert, update, delete on pending_hides to sagasu_server;
grant select, update (since) on pending_hides to sagasu_indexer;

-- Removes entries that searches no longer need; rows that an indexer has locked stay until the next time. After 60 seconds
-- without a mark the search index certainly does not return the post.
-- Index: pending_hides_since, dirty_pkey, quarantine_pkey.
create function prune_pending_hides() returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  with past as (
    select c.board_id, c.thread, c.num, c.subnum
      from pending_hides c
     where c.since < now() - interval '60 seconds'
       and not exists (select 1 from dirty d where d.board_id = c.board_id and d.thread = c.thread)
       and not exists (select 1 from quarantine q where q.board_id = c.board_id and q.num = c.num and q.subnum = c.subnum)
       for update of c skip locked)
  delete from pending_hides c using past
   where c.board_id = past.board_id and c.thread = past.thread and c.num = past.num and c.subnum = past.subnum;
end
$$;
revoke all on function prune_pending_hides() from public;
grant execute on function prune_pending_hides() to sagasu_server;

-- Network addresses of posters: of ghost posts, and from imports. No process may read them, and sources do not state them.
-- Expired rows are deleted.
create table poster_addresses (
  board_id    int not null references boards (id),
  num         bigint not null,
  subnum      int not null,
  address     inet not null,
  expires_at  timestamptz not null,
  primary key (board_id, num, subnum)
);
-- Ghost posts of an address in the last hour.
create index poster_addresses_address on poster_addresses using gist (address inet_ops);
create index poster_addresses_expired on poster_addresses (expires_at);
alter table poster_addresses enable row level security, force row level security;
create policy owner on poster_addresses to current_user using (true) with check (true);
-- Keys only: no process has a grant on the addresses.
create policy moderators on poster_addresses to sagasu_server using (board_id = any ((select moderated_boards())::int[]));
grant select (board_id, num, subnum), delete on poster_addresses to sagasu_server;

-- Deletes addresses of posters after 30 days, addresses of bans with the ban, and bans half a year after their end.
-- Index: poster_addresses_expired, ban_networks_expiry, bans_expiry.
create function expire_addresses() returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from poster_addresses where expires_at <= now();
  delete from ban_networks where expires_at <= now();
  delete from bans where expires_at <= now() - interval '180 days';
end
$$;
revoke all on function expire_addresses() from public;
grant execute on function expire_addresses() to sagasu_indexer;

-- The network widths that the API takes. NULL, for no network, passes.
create function check_network_width(network inet) returns void
language plpgsql immutable set search_path = public, pg_temp as $$
begin
  if not (case family(network) when 4 then masklen(network) between 16 and 32 else masklen(network) in (48, 56, 64) end) then
    raise exception 'a network is a /16 to /32 of IPv4, or a /48, /56 or /64 of IPv6' using errcode = 'invalid_parameter_value';
  end if;
end
$$;
revoke all on function check_network_width(inet) from public;

-- Posts from an address's network on boards that the account moderates, with an entry in the audit log.
create function posts_from_network(came_from inet, board int, post bigint, ghost int, bits4 int, bits6 int, most int)
returns table (board_id int, num bigint, subnum int)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  wanted inet := network(came_from)::inet;
  own constant int[] := moderated_boards();
begin
  if session_user <> current_user
    and not (case when board is null then moderated_boards() <> '{}' else moderates(board) end)
  then
    raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
  end if;
  if came_from is null then
    select network(set_masklen(a.address, case family(a.address) when 4 then bits4 else bits6 end))::inet into wanted
      from poster_addresses a where a.board_id = board and a.num = post and a.subnum = ghost and a.expires_at > now();
    if wanted is null then
      raise exception 'the address that wrote this post is not kept' using errcode = 'no_data_found';
    end if;
  end if;
  perform check_network_width(wanted);
  perform add_audit_entry(
    'addresses.look', board,
    case when board is null then '{}' else
      jsonb_build_object('posts', jsonb_build_array(case when ghost = 0 then post::text else post || '_' || ghost end)) end,
    'posts of the same network', null, null);
  return query
    select a.board_id, a.num, a.subnum from poster_addresses a
      join posts p on p.board_id = a.board_id and p.num = a.num and p.subnum = a.subnum
     where a.address <<= wanted and a.expires_at > now() and p.subnum > 0 and p.time_purged is null
       and (session_user = current_user or a.board_id = any (own))
     order by a.expires_at desc limit least(most, 10001);
end
$$;
revoke all on function posts_from_network(inet, int, bigint, int, int, int, int) from public;
grant execute on function posts_from_network(inet, int, bigint, int, int, int, int) to sagasu_server;

-- Phrases and regular expressions that hide, hold or refuse posts (mappings/post-filter.ts). A filter applies from enabled_at
-- on; its pattern never changes, so its effects can be listed and undone.
create table post_filters (
  id             bigint generated always as identity primary key,
  -- Null: every board.
  board_id       int references boards (id),
  kind           text not null,
  pattern        text not null,
  fields         text[] not null,
  action         text not null,
  -- A note for staff.
  note           text check (char_length(note) <= 1000),
  created_by     text not null,
  created_at     timestamptz not null default now(),
  -- The last trial on the archive, from the newest posts to the oldest.
  tried_at       timestamptz,
  tried_posts    bigint not null default 0,
  tried_matches  bigint not null default 0,
  enabled_at     timestamptz,
  constraint post_filters_check2 check ((action in ('hide', 'hold', 'refuse')) and (kind <> 'deleted' or action <> 'refuse')),
  constraint post_filters_fields check ((fields <@ '{subject,comment,name,tripcode,email,filename}'::text[])
    and ((fields <> '{}') = (kind in ('phrase', 'regexp')))),
  constraint post_filters_kind check (kind in ('phrase', 'regexp', 'files', 'deleted')),
  -- For a list of files: a digest, by which processes recognize a list that they have already read.
  constraint post_filters_pattern check ((char_length(pattern) <= 3000) and ((pattern <> '') = (kind <> 'deleted')))
);
create index post_filters_board on post_filters (board_id);
create constraint trigger audit after insert or delete or update on post_filters
  deferrable initially deferred for each row execute function audit_row('id', 'tried_at,tried_posts,tried_matches');
alter table post_filters enable row level security, force row level security;
create policy owner on post_filters to current_user using (true) with check (true);
create policy admins_add on post_filters for insert to sagasu_server
  with check (case when board_id is null then (select is_admin())
    else (board_id = any ((select administered_boards())::int[])) end and (created_by = (select account_of_transaction())));
create policy admins_change on post_filters for update to sagasu_server
  using (case when board_id is null then (select is_admin()) else (board_id = any ((select administered_boards())::int[])) end);
create policy admins_remove on post_filters for delete to sagasu_server
  using (case when board_id is null then (select is_admin()) else (board_id = any ((select administered_boards())::int[])) end);
-- Admins of a board set its filters, admins of all boards those of every board. Moderators read them.
create policy moderators on post_filters for select to sagasu_server
  using (case when board_id is null then ((select moderated_boards()) <> '{}')
    else (board_id = any ((select moderated_boards())::int[])) end);
grant select, insert, update (tried_at, tried_posts, tried_matches, enabled_at), delete on post_filters to sagasu_server;

create table filter_hashes (
  filter_id  bigint not null references post_filters (id) on delete cascade,
  md5        bytea not null check (octet_length(md5) = 16),
  primary key (filter_id, md5)
);
alter table filter_hashes enable row level security, force row level security;
create policy owner on filter_hashes to current_user using (true) with check (true);
create policy admins_add on filter_hashes for insert to sagasu_server
  with check (exists (select from post_filters f where (f.id = filter_hashes.filter_id and (f.enabled_at is null) and case
    when (f.board_id is null) then (select is_admin()) else (f.board_id = any ((select administered_boards())::int[])) end)));
-- The hashes of a filter are as visible as the filter.
create policy moderators on filter_hashes for select to sagasu_server
  using (exists (select from post_filters f where f.id = filter_hashes.filter_id));
grant select, insert on filter_hashes to sagasu_server;

-- Effects of filters. The row is deleted when staff act on its post.
create table filtered_posts (
  board_id   int not null references boards (id),
  num        bigint not null,
  subnum     int not null,
  filter_id  bigint not null references post_filters (id),
  -- refuse: the post is not stored.
  action     text not null check (action in ('hide', 'hold', 'refuse')),
  primary key (board_id, num, subnum)
);
create index filtered_posts_filter on filtered_posts (filter_id, board_id, num, subnum);
alter table filtered_posts enable row level security, force row level security;
create policy owner on filtered_posts to current_user using (true) with check (true);
create policy moderators on filtered_posts to sagasu_server
  using (board_id = any ((select moderated_boards())::int[]))
  with check (board_id = any ((select moderated_boards())::int[]));
grant select, insert, delete on filtered_posts to sagasu_server;

-- The enabled filters of a board, for processes that store posts.
-- Index: post_filters_board.
create function active_filters(board int)
returns table (id bigint, kind text, pattern text, fields text[], action text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select f.id, f.kind, f.pattern, f.fields, f.action from post_filters f
     where (f.board_id = board or f.board_id is null) and f.enabled_at is not null order by f.id;
end
$$;
revoke all on function active_filters(int) from public;
grant execute on function active_filters(int) to sagasu_importer, sagasu_scraper, sagasu_server;

-- The list of an enabled filter, for processes that store posts.
-- Index: filter_hashes_pkey.
create function hashes_of_filter(filter bigint) returns setof bytea
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select h.md5 from filter_hashes h join post_filters f on f.id = h.filter_id where h.filter_id = filter and f.enabled_at is not null;
end
$$;
revoke all on function hashes_of_filter(bigint) from public;
grant execute on function hashes_of_filter(bigint) to sagasu_importer, sagasu_scraper, sagasu_server;

-- Records effects of filters. Posts that were visible before become pending hides: the source has just deleted them.
create function note_filtered(board int, by_filters bigint[], nums bigint[], subnums int[], did text[]) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  insert into filtered_posts (board_id, num, subnum, filter_id, action)
  select board, n.num, n.subnum, n.filter_id, n.action
    from unnest(nums, subnums, by_filters, did) as n (num, subnum, filter_id, action)
    join post_filters f on f.id = n.filter_id and f.enabled_at is not null
  on conflict do nothing;
  insert into reported_posts (board_id, num, subnum, reports, held)
  select board, n.num, n.subnum, 0, true from unnest(nums, subnums, did) as n (num, subnum, action) where n.action = 'hold'
  on conflict do nothing;
  insert into pending_hides (board_id, thread, num, subnum)
  select board, p.thread, p.num, p.subnum
    from unnest(nums, subnums) as n (num, subnum)
    join posts p on p.board_id = board and p.num = n.num and p.subnum = n.subnum and p.hidden and p.time_deleted_post is not null
  on conflict (board_id, thread, num, subnum) do update set since = now();
end
$$;
revoke all on function note_filtered(int, bigint[], bigint[], int[], text[]) from public;
grant execute on function note_filtered(int, bigint[], bigint[], int[], text[]) to sagasu_importer, sagasu_scraper;

-- One action on all posts of a search or of an address. The posts are chosen first, so that a moderator sees their number before
-- anything changes, and the action can be undone as a whole.
create table bulk_actions (
  id            bigint generated always as identity primary key,
  action        text not null check (action in ('hide', 'purge', 'delete_file', 'ban_file')),
  -- The search that chose the posts; null for an action on an address, which is not stored.
  query         text check (char_length(query) <= 4000),
  reason        text check (char_length(reason) <= 1000),
  -- Boards of the chosen posts. Moderators of all of them see the action.
  boards        int[] not null,
  posts         int not null,
  -- Posts found on boards that the account does not moderate; they stay as they are.
  elsewhere     int not null,
  created_by    text not null,
  created_at    timestamptz not null default now(),
  confirmed_at  timestamptz,
  undone_at     timestamptz
);
create index bulk_actions_unconfirmed on bulk_actions (created_at) where confirmed_at is null;
alter table bulk_actions enable row level security, force row level security;
create policy owner on bulk_actions to current_user using (true) with check (true);
create policy creators on bulk_actions as restrictive for insert to sagasu_server
  with check (created_by = (select account_of_transaction()));
create policy moderators on bulk_actions to sagasu_server
  using (((select moderated_boards()) <> '{}') and (boards <@ (select moderated_boards())))
  with check (((select moderated_boards()) <> '{}') and (boards <@ (select moderated_boards())));
grant select, insert, update (confirmed_at, undone_at), delete on bulk_actions to sagasu_server;

-- A row is deleted when its post is found hidden or purged already, or when staff decide on the post later.
create table bulk_action_posts (
  bulk_action_id  bigint not null references bulk_actions (id) on delete cascade,
  board_id        int not null references boards (id),
  num             bigint not null,
  subnum          int not null,
  -- True if the action has changed the post.
  done            boolean not null default false,
  primary key (bulk_action_id, done, board_id, num, subnum)
);
create index bulk_action_posts_post on bulk_action_posts (board_id, num, subnum);
alter table bulk_action_posts enable row level security, force row level security;
create policy owner on bulk_action_posts to current_user using (true) with check (true);
create policy moderators on bulk_action_posts to sagasu_server
  using (board_id = any ((select moderated_boards())::int[]))
  with check (board_id = any ((select moderated_boards())::int[]));
grant select, insert, update (done), delete on bulk_action_posts to sagasu_server;
