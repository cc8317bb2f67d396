-- Up Migration

-- One action on everything that a search finds, or that came from one address. The posts are chosen first, so that a moderator sees how many
-- there are before anything changes, and what was hidden is shown again as a whole.
create table bulk_actions (
  id            bigint generated always as identity primary key,
  action        text not null check (action in ('hide', 'purge')),
  -- The search that chose the posts; null if an address did, which is kept nowhere.
  query         text check (char_length(query) <= 4000),
  reason        text check (char_length(reason) <= 1000),
  -- Of the chosen posts. Whoever moderates all of them sees the action.
  boards        int[] not null,
  posts         int not null,
  -- Posts that were found on boards which the account does not moderate; they stay as they are.
  elsewhere     int not null,
  created_by    text not null,
  created_at    timestamptz not null default now(),
  confirmed_at  timestamptz,
  undone_at     timestamptz
);
create index bulk_actions_unconfirmed on bulk_actions (created_at) where confirmed_at is null;

-- A row goes when its post turns out to be hidden or purged already, and when staff decide on the post afterwards.
create table bulk_action_posts (
  bulk_action_id  bigint not null references bulk_actions (id) on delete cascade,
  board_id        int not null references boards (id),
  num             bigint not null,
  subnum          int not null,
  -- Whether the action has changed the post.
  done            boolean not null default false,
  primary key (bulk_action_id, done, board_id, num, subnum)
);
create index bulk_action_posts_post on bulk_action_posts (board_id, num, subnum);

-- Ghost posts that came from a network, or from that of whoever wrote a post, without telling it; `no address` if none is kept. The newest first.
-- poster_addresses_pkey, poster_addresses_address, posts_pkey.
create function posts_from_network(came_from inet, board int, post bigint, ghost int, bits4 int, bits6 int, most int)
returns table (board_id int, num bigint, subnum int)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  wanted inet := network(came_from)::inet;
begin
  if session_user <> current_user
    and not (case when board is null then moderated_boards() <> '{}' else board = any (moderated_boards()) end)
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
  perform add_audit_entry(
    'addresses.look', board,
    case when board is null then '{}' else
      jsonb_build_object('posts', jsonb_build_array(case when ghost = 0 then post::text else post || '_' || ghost end)) end,
    'posts of the same network', null, null);
  return query
    select a.board_id, a.num, a.subnum from poster_addresses a
      join posts p on p.board_id = a.board_id and p.num = a.num and p.subnum = a.subnum
     where a.address <<= wanted and a.expires_at > now() and p.subnum > 0 and p.time_purged is null
     order by a.expires_at desc limit most;
end
$$;

revoke all on function posts_from_network(inet, int, bigint, int, int, int, int) from public;
grant execute on function posts_from_network(inet, int, bigint, int, int, int, int) to sagasu_server;
grant select, insert, delete, update (confirmed_at, undone_at) on bulk_actions to sagasu_server;
grant select, insert, delete, update (done) on bulk_action_posts to sagasu_server;

do $$
declare
  secured text;
begin
  foreach secured in array array['bulk_actions', 'bulk_action_posts'] loop
    execute format('alter table %I enable row level security, force row level security', secured);
    execute format('create policy owner on %I to %I using (true) with check (true)', secured,
      (select pg_get_userbyid(relowner) from pg_class where oid = secured::regclass));
  end loop;
end
$$;

create policy moderators on bulk_actions to sagasu_server
  using ((select moderated_boards()) <> '{}' and boards <@ (select moderated_boards()))
  with check ((select moderated_boards()) <> '{}' and boards <@ (select moderated_boards()));
create policy creators on bulk_actions as restrictive for insert to sagasu_server
  with check (created_by = (select account_of_transaction()));
create policy moderators on bulk_action_posts to sagasu_server
  using (board_id = any ((select moderated_boards())::int[]))
  with check (board_id = any ((select moderated_boards())::int[]));

-- Down Migration
