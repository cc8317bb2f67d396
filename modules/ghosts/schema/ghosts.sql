-- Ghost posts: posts that readers write on the archive.

-- Passwords with which writers delete their ghost posts.
create table ghost_passwords (
  board_id       int not null references boards (id),
  num            bigint not null,
  subnum         int not null,
  -- argon2id, in the usual text with parameters and salt.
  password_hash  text not null,
  primary key (board_id, num, subnum)
);
alter table ghost_passwords enable row level security, force row level security;
create policy owner on ghost_passwords to current_user using (true) with check (true);
create policy moderators on ghost_passwords to sagasu_server using (board_id = any ((select moderated_boards())::int[]));
grant select (board_id, num, subnum), delete on ghost_passwords to sagasu_server;

-- Used proofs of work, each valid once, until they are refused for their age.
create table used_proofs (
  -- The signature of the solved challenge.
  proof       bytea primary key,
  expires_at  timestamptz not null
);
create index used_proofs_age on used_proofs (expires_at);
alter table used_proofs enable row level security, force row level security;
create policy owner on used_proofs to current_user using (true) with check (true);

-- True if readers may write on the board: its setting allows it, and its source brings no ghost posts of its own, whose numbers
-- would collide.
-- Index: backfills_pkey.
create function takes_ghosts(board int) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return coalesce(board_setting(board, '{ghosts,allowed}') = 'true', false)
    and not exists (select from boards b where b.id = board and b.source = 'foolfuuka')
    and not exists (select from backfills f where f.board_id = board and f.source = 'foolfuuka');
end
$$;
revoke all on function takes_ghosts(int) from public;
grant execute on function takes_ghosts(int) to sagasu_server;

-- Proofs of work on the board: `none`; `asked` (posts without one wait longer, and for staff); `needed` (posts without one are
-- refused).
create function ghost_proof(board int) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return case
    when board_setting(board, '{ghosts,proof}') = 'false' then 'none'
    when board_setting(board, '{ghosts,proofOnly}') = 'true' then 'needed'
    else 'asked' end;
end
$$;
revoke all on function ghost_proof(int) from public;
grant execute on function ghost_proof(int) to sagasu_server;

-- Checks if this address may write a ghost post now: `ok`, `off`, `proof` (the board requires a proof of work), `wait` with the
-- seconds (the cooldown of an IPv4 address or IPv6 /48, ten times as long without a proof that the board asks for), or `busy`
-- (60 posts in the last hour from the /24 or /48). It blocks others of the same network until the transaction ends, so two
-- posts never pass together.
-- Index: poster_addresses_address.
create function begin_ghost_post(board int, came_from inet, has_proof boolean) returns table (outcome text, seconds int)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  kept_for constant interval := '30 days';
  wide constant inet := network(set_masklen(came_from, case family(came_from) when 4 then 24 else 48 end))::inet;
  narrow constant inet := case family(came_from) when 4 then came_from else wide end;
  lacks_proof constant boolean := ghost_proof(board) <> 'none' and not has_proof;
  -- 10: PROOF_FACTOR in modules/ghosts/limits.ts.
  cooldown constant int := coalesce(board_setting(board, '{ghosts,cooldown}')::int, 30) * case when lacks_proof then 10 else 1 end;
  last_post timestamptz;
begin
  if not takes_ghosts(board) then
    return query select 'off', 0;
    return;
  end if;
  if lacks_proof and ghost_proof(board) = 'needed' then
    return query select 'proof', 0;
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('sagasu_poster'), hashtext(wide::text));
  select max(a.expires_at) - kept_for into last_post from poster_addresses a
   where a.address <<= narrow and a.expires_at > clock_timestamp() + kept_for - make_interval(secs => cooldown);
  if last_post is not null then
    return query select 'wait', greatest(1, ceil(cooldown - extract(epoch from clock_timestamp() - last_post)))::int;
    return;
  end if;
  if 60 <= (
    select count(*) from poster_addresses a where a.address <<= wide and a.expires_at > clock_timestamp() + kept_for - interval '1 hour')
  then
    return query select 'busy', 0;
    return;
  end if;
  return query select 'ok', 0;
end
$$;
revoke all on function begin_ghost_post(int, inet, boolean) from public;
grant execute on function begin_ghost_post(int, inet, boolean) to sagasu_server;

-- Stores a ghost post. The caller holds the thread's lock and has called begin_ghost_post. Answers `missing` (no such thread, or
-- closed to readers), `known` (the thread got the same comment within the hour), `used` (another post came with this proof of
-- work), `held` (stored, and hidden until staff see it) or `added`. Its number is the highest one of the thread, with the next
-- subnum, counting removed ghost posts.
-- Index: posts_thread, posts_pkey, moderated_threads_pkey, dirty_pkey, reported_posts_pkey, used_proofs_pkey, used_proofs_age.
create function add_ghost_post(
  board int, in_thread bigint, typed_name text, typed_trip text, typed_email text, typed_subject text, html text, came_from inet,
  delete_hash text, is_held boolean, proof bytea, proof_ends timestamptz
) returns table (outcome text, new_num bigint, new_subnum int)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  written timestamptz := clock_timestamp();
  last_num bigint;
  next_subnum int;
  drawn bigint;
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
  insert into posts (board_id, num, subnum, thread, opener, time_posted, time_modified, name, tripcode, email, subject, comment, spoiler, hidden, rev)
  values (board, last_num, next_subnum, in_thread, false, date_trunc('second', written), written, typed_name, typed_trip, typed_email,
    typed_subject, html, false, hold, nextval('post_rev'))
  returning rev into drawn;
  insert into poster_addresses (board_id, num, subnum, address, expires_at)
  values (board, last_num, next_subnum, came_from, written + interval '30 days');
  insert into ghost_passwords values (board, last_num, next_subnum, delete_hash);
  if hold then
    insert into reported_posts (board_id, num, subnum, reports, held) values (board, last_num, next_subnum, 0, true);
  else
    perform count_thread(board, in_thread);
  end if;
  insert into dirty (board_id, thread, gen, min_rev, since) values (board, in_thread, nextval('dirty_gen'), drawn, written)
  on conflict (board_id, thread) do update set gen = nextval('dirty_gen'), min_rev = least(dirty.min_rev, excluded.min_rev);
  return query select case when hold then 'held' else 'added' end, last_num, next_subnum;
end
$$;
revoke all on function add_ghost_post(int, bigint, text, text, text, text, text, inet, text, boolean, bytea, timestamptz) from
  public;
grant execute on function add_ghost_post(int, bigint, text, text, text, text, text, inet, text, boolean, bytea, timestamptz) to
  sagasu_server;

-- The parameters and salt of a ghost post's password; null without one.
-- Index: ghost_passwords_pkey.
create function find_ghost_salt(board int, post bigint, ghost int) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (
    select substring(g.password_hash from '^(.*)\$[^$]*$') from ghost_passwords g
     where g.board_id = board and g.num = post and g.subnum = ghost);
end
$$;
revoke all on function find_ghost_salt(int, bigint, int) from public;
grant execute on function find_ghost_salt(int, bigint, int) to sagasu_server;

-- True if `proof` is the hash of the ghost post's password, with whether the post came from the network of `came_from`: an IPv4
-- address, or the /64 of an IPv6 address. A caller without the password does not learn the network.
-- Index: ghost_passwords_pkey, poster_addresses_pkey.
create function check_ghost_password(board int, post bigint, ghost int, proof text, came_from inet)
returns table (is_right boolean, is_writer boolean)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select from ghost_passwords g
     where g.board_id = board and g.num = post and g.subnum = ghost and g.password_hash = proof)
  then
    return query select false, false;
    return;
  end if;
  return query select true, exists (
    select from poster_addresses a
     where a.board_id = board and a.num = post and a.subnum = ghost and a.expires_at > now()
       and came_from <<= network(set_masklen(a.address, case family(a.address) when 4 then 32 else 64 end))::inet);
end
$$;
revoke all on function check_ghost_password(int, bigint, int, text, inet) from public;
grant execute on function check_ghost_password(int, bigint, int, text, inet) to sagasu_server;

-- Purges a ghost post for a caller who has its password; its address is kept until it expires. The caller holds the thread's
-- lock. False for a wrong password, and for a post without one. Ghost posts have no files, messages or refusals.
-- Index: ghost_passwords_pkey, posts_pkey, tasks_one_of_kind.
create function delete_ghost_post(board int, post bigint, ghost int, proof text) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  changed record;
begin
  delete from ghost_passwords g
   where g.board_id = board and g.num = post and g.subnum = ghost and g.password_hash = proof;
  if not found then
    return false;
  end if;
  update posts p set name = null, tripcode = null, capcode = null, posterid = null, country = null, email = null, subject = null,
      comment = null, extra = null, time_deleted_post = null, hidden = true, time_purged = clock_timestamp(),
      time_modified = clock_timestamp(), rev = nextval('post_rev')
   where p.board_id = board and p.num = post and p.subnum = ghost and p.time_purged is null
  returning p.thread, p.rev into changed;
  if changed.thread is null then
    return false;
  end if;
  perform count_thread(board, changed.thread);
  insert into dirty (board_id, thread, gen, min_rev, since)
  values (board, changed.thread, nextval('dirty_gen'), changed.rev, now())
  on conflict (board_id, thread) do update set gen = nextval('dirty_gen'), min_rev = least(dirty.min_rev, excluded.min_rev);
  insert into pending_hides (board_id, thread, num, subnum) values (board, changed.thread, post, ghost)
  on conflict (board_id, thread, num, subnum) do update set since = now();
  insert into tombstones (board_id, num, subnum, purged_at, purged_by) values (board, post, ghost, now(), 'its writer')
  on conflict do nothing;
  delete from quarantine q where q.board_id = board and q.num = post and q.subnum = ghost;
  delete from reported_posts r where r.board_id = board and r.num = post and r.subnum = ghost;
  delete from audit_details d using audit_log l
   where l.id = d.audit_id and l.board_id = board and l.target ? 'posts' and l.target -> 'posts' ? (post || '_' || ghost);
  insert into tasks (kind, board_id, requested_by) values ('purge_segments', board, 'schedule') on conflict do nothing;
  return true;
end
$$;
revoke all on function delete_ghost_post(int, bigint, int, text) from public;
grant execute on function delete_ghost_post(int, bigint, int, text) to sagasu_server;
