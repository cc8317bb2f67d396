-- Bans of networks, and appeals against them.

-- The network of a lifted ban is deleted immediately.
create function forget_lifted_network() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from ban_networks n where n.ban_id = new.id;
  return null;
end
$$;
revoke all on function forget_lifted_network() from public;

-- Networks that may neither report nor write ghost posts. The row outlives the ban by half a year; its network does not.
create table bans (
  id            bigint generated always as identity primary key,
  -- Null: every board.
  board_id      int references boards (id),
  -- The ghost post of the ban, if any. Without a foreign key: the post may be removed.
  post_board    int,
  num           bigint,
  subnum        int,
  reason        text not null check ((char_length(reason) >= 1) and (char_length(reason) <= 1000)),
  -- True if the banned person may read the reason.
  reason_shown  boolean not null,
  banned_by     text not null,
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null,
  lifted_at     timestamptz,
  lifted_by     text,
  -- Part of the link that shows the ban and takes appeals; only the banned network gets it.
  token         uuid not null default gen_random_uuid() unique
);
create index bans_board on bans (board_id) where board_id is not null;
create index bans_expiry on bans (expires_at, id);
-- The expiry of a ban is not recorded.
create constraint trigger audit after insert or update on bans
  deferrable initially deferred for each row execute function audit_row('id,board_id', 'token');
create trigger forget_network after update on bans
  for each row when (new.lifted_at is not null) execute function forget_lifted_network();
alter table bans enable row level security, force row level security;
create policy owner on bans to current_user using (true) with check (true);
-- Every moderator sees a ban on all boards; moderators of all boards lift it.
create policy moderators on bans for select to sagasu_server
  using (case when board_id is null then ((select moderated_boards()) <> '{}')
    else (board_id = any ((select moderated_boards())::int[])) end);
create policy moderators_lifting on bans for update to sagasu_server
  using (case when board_id is null then (select moderates_all_boards())
    else (board_id = any ((select moderated_boards())::int[])) end)
  with check (lifted_by = (select account_of_transaction()));
grant select (id, board_id, post_board, num, subnum, reason, reason_shown, banned_by, created_at, expires_at, lifted_at, lifted_by),
  update (lifted_at, lifted_by) on bans to sagasu_server;

-- The banned networks, until the bans end. No process may read them: look_at_addresses shows them to moderators.
create table ban_networks (
  ban_id      bigint primary key references bans (id) on delete cascade,
  network     inet not null,
  expires_at  timestamptz not null
);
create index ban_networks_expiry on ban_networks (expires_at);
create index ban_networks_network on ban_networks using gist (network inet_ops);
alter table ban_networks enable row level security, force row level security;
create policy owner on ban_networks to current_user using (true) with check (true);

-- Messages of banned readers to staff.
create table ban_appeals (
  id          bigint generated always as identity primary key,
  ban_id      bigint not null references bans (id) on delete cascade,
  text        text not null check ((char_length(text) >= 1) and (char_length(text) <= 1000)),
  written_at  timestamptz not null default now(),
  decided_at  timestamptz,
  decided_by  text,
  granted     boolean,
  answer      text check (char_length(answer) <= 1000)
);
create index ban_appeals_ban on ban_appeals (ban_id, id);
create index ban_appeals_open on ban_appeals (id) where decided_at is null;
create constraint trigger audit after update on ban_appeals
  deferrable initially deferred for each row execute function audit_row('id,ban_id', '');
alter table ban_appeals enable row level security, force row level security;
create policy owner on ban_appeals to current_user using (true) with check (true);
-- Staff who see a ban see its appeals, and staff who may lift it decide them.
create policy moderators on ban_appeals for select to sagasu_server
  using (exists (select from bans b where b.id = ban_appeals.ban_id));
create policy moderators_deciding on ban_appeals for update to sagasu_server
  using (exists (select from bans b where (b.id = ban_appeals.ban_id and case when (b.board_id is null)
    then (select moderates_all_boards()) else (b.board_id = any ((select moderated_boards())::int[])) end)))
  with check (decided_by = (select account_of_transaction()));
grant select, update (decided_at, decided_by, granted, answer) on ban_appeals to sagasu_server;

-- Bans a network on a board, or on all boards (null). IPv6 networks are a /48, /56 or /64, since a subscriber has a whole /64.
create function add_ban(
  banned inet, on_board int, why text, is_reason_shown boolean, until timestamptz, for_board int, for_num bigint, for_subnum int
) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  whole constant inet := network(banned)::inet;
  added bigint;
begin
  if session_user <> current_user
    and not (case when on_board is null then moderates_all_boards() else on_board = any (moderated_boards()) end)
  then
    raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
  end if;
  if not (case family(banned) when 4 then masklen(banned) between 16 and 32 else masklen(banned) in (48, 56, 64) end) then
    raise exception 'a network is a /16 to /32 of IPv4, or a /48, /56 or /64 of IPv6' using errcode = 'invalid_parameter_value';
  end if;
  if until <= now() or until > now() + interval '3660 days' then
    raise exception 'a ban ends within ten years' using errcode = 'invalid_parameter_value';
  end if;
  insert into bans (board_id, post_board, num, subnum, reason, reason_shown, banned_by, expires_at)
  values (on_board, for_board, for_num, for_subnum, why, is_reason_shown, coalesce(account_of_transaction(), 'cli'), until)
  returning id into added;
  insert into ban_networks (ban_id, network, expires_at) values (added, whole, until);
  return added;
end
$$;
revoke all on function add_ban(inet, int, text, boolean, timestamptz, int, bigint, int) from public;
grant execute on function add_ban(inet, int, text, boolean, timestamptz, int, bigint, int) to sagasu_server;

-- Bans the writer of a ghost post without revealing the address; null if the address is not kept. `bits4` and `bits6`: the width
-- of the network.
-- Index: poster_addresses_pkey.
create function add_ban_of_poster(
  board int, post bigint, ghost int, bits4 int, bits6 int, on_board int, why text, is_reason_shown boolean, until timestamptz
) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  wrote inet;
begin
  if session_user <> current_user and not moderates(board) then
    raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
  end if;
  select a.address into wrote from poster_addresses a
   where a.board_id = board and a.num = post and a.subnum = ghost and a.expires_at > now();
  if wrote is null then
    return null;
  end if;
  return add_ban(
    set_masklen(wrote, case family(wrote) when 4 then bits4 else bits6 end), on_board, why, is_reason_shown, until, board, post, ghost);
end
$$;
revoke all on function add_ban_of_poster(int, bigint, int, int, int, int, text, boolean, timestamptz) from public;
grant execute on function add_ban_of_poster(int, bigint, int, int, int, int, text, boolean, timestamptz) to sagasu_server;

-- The bans of this address on a board, the longest first. Staff of the board are never kept away.
-- Index: ban_networks_network, bans_pkey.
create function find_ban(board int, came_from inet) returns table (link uuid, on_all_boards boolean, why text, until timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if board = any (staffed_boards()) then
    return;
  end if;
  return query
    select b.token, b.board_id is null, case when b.reason_shown then b.reason end, b.expires_at
      from ban_networks n join bans b on b.id = n.ban_id
     where n.network >>= came_from and n.expires_at > now() and b.lifted_at is null and (b.board_id is null or b.board_id = board)
     order by b.expires_at desc, b.id limit 1;
end
$$;
revoke all on function find_ban(int, inet) from public;
grant execute on function find_ban(int, inet) to sagasu_server;

-- The ban of a link.
-- Index: bans_token_key, ban_appeals_ban.
create function read_ban(link uuid)
returns table (board text, why text, since timestamptz, until timestamptz, lifted timestamptz, appeals json)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select (select o.name from boards o where o.id = b.board_id), case when b.reason_shown then b.reason end,
      b.created_at, b.expires_at, b.lifted_at,
      (select coalesce(json_agg(json_build_object(
           'written_at', a.written_at, 'decided_at', a.decided_at, 'granted', a.granted, 'answer', a.answer) order by a.id), '[]')
         from ban_appeals a where a.ban_id = b.id)
      from bans b where b.token = link;
end
$$;
revoke all on function read_ban(uuid) from public;
grant execute on function read_ban(uuid) to sagasu_server;

-- Stores an appeal. Answers added, missing, over (the ban has ended), waiting (staff have yet to decide), or enough (three were
-- decided).
-- Index: bans_token_key, ban_appeals_ban.
create function appeal_ban(link uuid, written text) returns text
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  appealed bans;
begin
  select * into appealed from bans b where b.token = link for update;
  if appealed.id is null then
    return 'missing';
  end if;
  if appealed.lifted_at is not null or appealed.expires_at <= now() then
    return 'over';
  end if;
  if exists (select from ban_appeals a where a.ban_id = appealed.id and a.decided_at is null) then
    return 'waiting';
  end if;
  if 3 <= (select count(*) from ban_appeals a where a.ban_id = appealed.id) then
    return 'enough';
  end if;
  insert into ban_appeals (ban_id, text) values (appealed.id, written);
  return 'added';
end
$$;
revoke all on function appeal_ban(uuid, text) from public;
grant execute on function appeal_ban(uuid, text) to sagasu_server;

-- The addresses that are kept about a post (of its writer, and the networks that reported it) or a ban, for moderators. Only this
-- function reads them, and each use is an entry of the audit log.
-- Index: poster_addresses_pkey, report_networks_board_id_num_subnum_network_key, ban_networks_pkey.
create function look_at_addresses(board int, post bigint, ghost int, of_ban bigint, reason text)
returns table (kind text, network inet, until timestamptz)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  ban bans;
begin
  if of_ban is not null then
    select * into ban from bans b where b.id = of_ban;
  end if;
  if session_user <> current_user and not coalesce(
    case
      when of_ban is null then board = any (moderated_boards())
      when ban.board_id is null then ban.id is not null and moderates_all_boards()
      else ban.board_id = any (moderated_boards())
    end, false)
  then
    raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
  end if;
  perform add_audit_entry(
    'addresses.look', case when of_ban is null then board else ban.board_id end,
    case
      when of_ban is not null then jsonb_build_object('ban', of_ban)
      else jsonb_build_object('posts', jsonb_build_array(case when ghost = 0 then post::text else post || '_' || ghost end))
    end, reason, null, null);
  if of_ban is not null then
    return query select 'ban', n.network, n.expires_at from ban_networks n where n.ban_id = of_ban and n.expires_at > now();
    return;
  end if;
  return query
    select 'poster', a.address, a.expires_at from poster_addresses a
     where a.board_id = board and a.num = post and a.subnum = ghost and a.expires_at > now()
    union all
    select 'reporter', n.network, n.reported_at + interval '7 days' from report_networks n
     where n.board_id = board and n.num = post and n.subnum = ghost and n.reported_at > now() - interval '7 days'
    order by 1, 2;
end
$$;
revoke all on function look_at_addresses(int, bigint, int, bigint, text) from public;
grant execute on function look_at_addresses(int, bigint, int, bigint, text) to sagasu_server;
