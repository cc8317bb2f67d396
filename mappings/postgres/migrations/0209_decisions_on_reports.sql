-- Up Migration

-- Adds an entry for a changed row. Arguments: the columns that identify the row, and the columns whose changes are not recorded.
-- The target has the new values of an updated row. The trigger is deferred to the commit, so no transaction waits for a row while it
-- holds the lock of the log.
create or replace function audit_row() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  secrets constant text[] := '{password_hash,totp_secret,key_hash,token_hash}';
  was jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  is_now jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  changed text[];
begin
  select array_agg(name order by name) into changed
    from jsonb_object_keys(was || is_now) as name
   where was -> name is distinct from is_now -> name and name <> all (string_to_array(tg_argv[1], ','));
  if tg_op = 'UPDATE' and changed is null then
    return null;
  end if;
  perform add_audit_entry(
    tg_table_name || '.' || lower(tg_op),
    (case when tg_table_name = 'boards' then (is_now || was) ->> 'id' else (is_now || was) ->> 'board_id' end)::int,
    (select coalesce(jsonb_object_agg(name, (was || is_now) -> name), '{}') from unnest(string_to_array(tg_argv[0], ',')) as name)
      || case when tg_op = 'UPDATE' then jsonb_build_object('columns', changed) else '{}' end,
    null,
    (select jsonb_object_agg(name, was -> name) from unnest(changed) as name where was ? name and name <> all (secrets)),
    null);
  return null;
end
$$;

-- The last decision of staff about the reports of a post. A purge deletes the row.
alter table reported_posts add column decision text check (decision in ('dismissed', 'hidden', 'shown', 'file_deleted', 'file_banned'));
grant update (decision) on reported_posts to sagasu_server;
drop trigger audit on reported_posts;
-- Actions of staff on reports are recorded, reports of readers are not.
create constraint trigger audit after update on reported_posts
  deferrable initially deferred
  for each row when (old.closed_by is distinct from new.closed_by
    or (new.closed_at is not null and old.closed_at is distinct from new.closed_at))
  execute function audit_row('board_id,num,subnum,decision', 'opened_at,last_reported_at,reports,reviewed,decision');

-- Bans the networks that reported a post, as long as they are kept, without revealing them. Returns no ids if none is kept.
-- Index: report_networks_board_id_num_subnum_network_key.
create function add_bans_of_reporters(
  board int, post bigint, ghost int, on_board int, why text, is_reason_shown boolean, until timestamptz
) returns bigint[]
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if session_user <> current_user and not moderates(board) then
    raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
  end if;
  return array(
    select add_ban(n.network, on_board, why, is_reason_shown, until, null, null, null) from report_networks n
     where n.board_id = board and n.num = post and n.subnum = ghost and n.reported_at > now() - interval '7 days');
end
$$;
revoke all on function add_bans_of_reporters(int, bigint, int, int, text, boolean, timestamptz) from public;
grant execute on function add_bans_of_reporters(int, bigint, int, int, text, boolean, timestamptz) to sagasu_server;
