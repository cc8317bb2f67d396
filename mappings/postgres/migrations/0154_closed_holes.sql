-- Up Migration

-- Conditions of rights are false for NULL: `not board = any (…)` is NULL for the board NULL, and IF takes NULL for false.
create function moderates(board int) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return coalesce(board = any (moderated_boards()), false);
end
$$;
revoke execute on function moderates(int) from public;

-- As in 0037 and later, for NULL.
create or replace function append_audit(did text, board int, on_what jsonb, why text, named text) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if session_user <> current_user then
    if not moderates(board) or did is null or on_what is null then
      raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
    end if;
    if on_what ? 'thread' and not coalesce(board = any (administered_boards()), false) then
      raise exception 'only admins of the board may do this to a whole thread' using errcode = 'insufficient_privilege';
    end if;
  end if;
  return add_audit_entry('posts.' || did, board, on_what, why, null, named);
end
$$;

create or replace function add_ban_of_poster(board int, post bigint, ghost int, bits4 int, bits6 int, on_board int, why text, is_reason_shown boolean, until timestamptz) returns bigint
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

create or replace function moderate_file(board int, post bigint, ghost int, is_ban boolean, why text) returns text
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  source record;
begin
  if session_user <> current_user and not moderates(board) then
    raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
  end if;
  select p.media_hash_src as sha256, p.media_hash as md5, p.media_hash_thb as thumb into source
    from posts p where p.board_id = board and p.num = post and p.subnum = ghost;
  if source.sha256 is null and source.md5 is null then
    return 'without';
  end if;
  if session_user <> current_user and (
    exists (select from posts p where p.media_hash_src = source.sha256 and p.board_id <> all (moderated_boards()))
    or exists (select from posts p where p.media_hash = source.md5 and p.board_id <> all (moderated_boards()))
    or exists (select from posts p where p.media_hash_thb = source.sha256 and p.board_id <> all (moderated_boards()))
    or exists (select from images t join images f on f.thumb_id = t.id join posts p on p.media_hash_src = f.sha256
      where t.sha256 = source.sha256 and p.board_id <> all (moderated_boards()))) then
    return 'elsewhere';
  end if;
  if is_ban then
    insert into banned_media (hash, reason, banned_by)
    select hash, why, coalesce(account_of_transaction(), 'cli') from unnest(array[source.sha256, source.md5]) as hash where hash is not null
    on conflict (hash) do nothing;
    with banned as (
      update images set banned = true
       where (sha256 = source.sha256 or md5 = source.md5) and not banned returning sha256)
    insert into media_removals (sha256) select sha256 from banned on conflict do nothing;
  else
    perform delete_stored_files(array[source.sha256, source.thumb, source.md5], source.thumb);
    update wanted_media w set state = 'gone', queued_at = null
     where w.board_id = board and w.num = post and w.subnum = ghost and w.state = 'wanted';
  end if;
  update file_changes set version = version + 1, changed_at = clock_timestamp();
  perform add_audit_entry(
    case when is_ban then 'posts.banfile' else 'posts.deletefile' end, board,
    jsonb_build_object('posts', jsonb_build_array(case when ghost = 0 then post::text else post || '_' || ghost end)), why, null, null);
  return 'done';
end
$$;

create or replace function empty_audit_details(board int, posts text[]) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if not moderates(board) and session_user <> current_user then
    raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
  end if;
  delete from audit_details d using audit_log l
   where l.id = d.audit_id and l.board_id = board and l.target ? 'posts' and l.target -> 'posts' ?| posts;
  delete from audit_addresses a using audit_log l
   where l.id = a.audit_id and l.board_id = board and l.target ? 'posts' and l.target -> 'posts' ?| posts;
end
$$;

-- The widths that the API takes of a network. NULL, for no network, passes.
create function check_network_width(network inet) returns void
language plpgsql immutable set search_path = public, pg_temp as $$
begin
  if not (case family(network) when 4 then masklen(network) between 16 and 32 else masklen(network) in (48, 56, 64) end) then
    raise exception 'a network is a /16 to /32 of IPv4, or a /48, /56 or /64 of IPv6' using errcode = 'invalid_parameter_value';
  end if;
end
$$;
revoke execute on function check_network_width(inet) from public;

-- As in 0116, of networks that the API takes.
create or replace function reported_only_from(came_from inet, board int, post bigint, ghost int, most int) returns TABLE(board_id int, num bigint, subnum int)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  moderated constant int[] := case when session_user = current_user then array(select b.id from boards b) else moderated_boards() end;
  wanted inet[];
begin
  if moderated = '{}' or (board is not null and not board = any (moderated)) then
    raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
  end if;
  perform check_network_width(came_from);
  wanted := case when came_from is not null then array[network(came_from)::inet] else array(
    select n.network from report_networks n where n.board_id = board and n.num = post and n.subnum = ghost) end;
  perform add_audit_entry(
    'addresses.look', board,
    case when board is null then '{}' else
      jsonb_build_object('posts', jsonb_build_array(case when ghost = 0 then post::text else post || '_' || ghost end)) end,
    'reports of the same network', null, null);
  return query
    select r.board_id, r.num, r.subnum
      from (
        select distinct n.board_id, n.num, n.subnum from report_networks n, unnest(wanted) as w where n.network && w) found
      join reported_posts r on r.board_id = found.board_id and r.num = found.num and r.subnum = found.subnum
     where r.closed_at is null and r.board_id = any (moderated)
       and not exists (
         select from reports p
          where p.board_id = r.board_id and p.num = r.num and p.subnum = r.subnum and p.reported_at >= r.opened_at
            and not exists (select from report_networks n, unnest(wanted) as w where n.report_id = p.id and n.network && w))
     order by r.board_id, r.num, r.subnum limit least(most, 10001);
end
$$;

-- As in 0070, of the account's boards only, so that it says nothing about others.
create or replace function posts_from_network(came_from inet, board int, post bigint, ghost int, bits4 int, bits6 int, most int) returns TABLE(board_id int, num bigint, subnum int)
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

-- The server's role may update content for the sake of purges, which posts_purged_is_empty checks. It may change nothing else that a source said.
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
revoke execute on function keep_content() from public;
create trigger keep_content before update on posts for each row when (current_user = 'sagasu_server') execute function keep_content();

-- What the server's role hides, shows or purges is named in an entry of the audit log when the transaction ends. Other transactions of a board
-- that end meanwhile add fewer than 100 entries. audit_log_board.
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
revoke execute on function assert_moderation_audited() from public;
create constraint trigger audited_moderation after update on posts deferrable initially deferred for each row
  when (current_user = 'sagasu_server' and (old.hidden, old.time_purged) is distinct from (new.hidden, new.time_purged))
  execute function assert_moderation_audited();

-- Down Migration
