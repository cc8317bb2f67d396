-- Up Migration

-- A purge deletes the password of a ghost post. Index: ghost_passwords_pkey.
create function drop_ghost_password() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from ghost_passwords g where g.board_id = new.board_id and g.num = new.num and g.subnum = new.subnum;
  return null;
end
$$;
revoke all on function drop_ghost_password() from public;
create trigger drop_ghost_password after update of time_purged on posts
  for each row when (old.time_purged is null and new.time_purged is not null) execute function drop_ghost_password();

-- The comment of the first definition, in ghosts.sql, describes the answers.
create or replace function add_ghost_post(
  board int, in_thread bigint, typed_name text, typed_trip text, typed_email text, typed_subject text, html text, came_from inet,
  delete_hash text, is_held boolean, proof bytea, proof_ends timestamptz
) returns table (outcome text, new_num bigint, new_subnum int)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  written timestamptz := clock_timestamp();
  last_num bigint;
  next_subnum int;
  hold boolean := is_held or coalesce(board_setting(board, '{ghosts,hold}') = 'true', false)
    or (proof is null and ghost_proof(board) <> 'none');
begin
  if not takes_ghosts(board)
    or exists (select from moderated_threads m where m.board_id = board and m.thread = in_thread)
    or not exists (
      select from posts p
       where p.board_id = board and p.num = in_thread and p.subnum = 0 and p.opener and not p.hidden and p.time_purged is null)
  then
    return query select 'missing', null::bigint, null::int;
    return;
  end if;
  if exists (
    select from posts p
     where p.board_id = board and p.thread = in_thread and p.subnum > 0 and p.time_posted > written - interval '1 hour'
       and p.comment = html)
  then
    return query select 'known', null::bigint, null::int;
    return;
  end if;
  if proof is not null then
    delete from used_proofs u where u.expires_at < written;
    insert into used_proofs (proof, expires_at) values (add_ghost_post.proof, proof_ends) on conflict do nothing;
    if not found then
      return query select 'used', null::bigint, null::int;
      return;
    end if;
  end if;
  select max(p.num) into last_num from posts p where p.board_id = board and p.thread = in_thread;
  select max(p.subnum) + 1 into next_subnum from posts p where p.board_id = board and p.num = last_num;
  perform add_post(jsonb_build_object('board_id', board, 'num', last_num, 'subnum', next_subnum, 'thread', in_thread, 'opener', false,
    'time_posted', date_trunc('second', written), 'time_modified', written, 'name', typed_name, 'tripcode', typed_trip,
    'email', typed_email, 'subject', typed_subject, 'comment', html, 'spoiler', false, 'hidden', hold));
  insert into poster_addresses (board_id, num, subnum, address, expires_at)
  values (board, last_num, next_subnum, came_from, written + interval '30 days');
  insert into ghost_passwords values (board, last_num, next_subnum, delete_hash);
  if hold then
    insert into reported_posts (board_id, num, subnum, reports, held) values (board, last_num, next_subnum, 0, true);
  else
    perform count_threads(board, array[in_thread], written);
  end if;
  return query select case when hold then 'held' else 'added' end, last_num, next_subnum;
end
$$;

-- Purges a ghost post for a caller who has its password; its address is kept until it expires. The caller holds the thread's lock. False
-- for a wrong password, and for a post without one. Index: ghost_passwords_pkey, posts_pkey.
create or replace function delete_ghost_post(board int, post bigint, ghost int, proof text) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from ghost_passwords g
   where g.board_id = board and g.num = post and g.subnum = ghost and g.password_hash = proof;
  if not found
    or not exists (select from posts p where p.board_id = board and p.num = post and p.subnum = ghost and p.time_purged is null)
  then
    return false;
  end if;
  perform purge_posts(board, array[post], array[ghost], '{}', clock_timestamp(), null, null);
  return true;
end
$$;
