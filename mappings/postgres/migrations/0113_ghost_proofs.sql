-- Up Migration

-- Proofs of work that a ghost post was taken for, each once, until they would be refused for their age.
create table used_proofs (
  -- The signature of the challenge that was solved.
  proof       bytea primary key,
  expires_at  timestamptz not null
);
create index used_proofs_age on used_proofs (expires_at);

-- Whether ghost posts of the board come with a proof of work: `none`; `asked` (others wait longer, and for staff); `needed` (others are refused).
create function ghost_proof(board int) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return case
    when board_setting(board, '{ghosts,proof}') = 'false' then 'none'
    when board_setting(board, '{ghosts,proofOnly}') = 'true' then 'needed'
    else 'asked' end;
end
$$;

drop function begin_ghost_post(int, inet);
drop function add_ghost_post(int, bigint, text, text, text, text, text, inet, text, boolean);

-- Whether this address may write a ghost post now: `ok`, `off`, `proof` (the board takes only posts with a proof of work), `wait` with the
-- seconds to wait (the cooldown of an IPv4 address or an IPv6 /48, ten times as long without the proof that the board asks for), or `busy`
-- (60 posts in the last hour from the /24 or /48). Holds back others of the same network to the end of the transaction, so that no two
-- posts pass at once. poster_addresses_address.
create function begin_ghost_post(board int, came_from inet, has_proof boolean) returns table (outcome text, seconds int)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  kept_for constant interval := '30 days';
  wide constant inet := network(set_masklen(came_from, case family(came_from) when 4 then 24 else 48 end))::inet;
  narrow constant inet := case family(came_from) when 4 then came_from else wide end;
  lacks_proof constant boolean := ghost_proof(board) <> 'none' and not has_proof;
  -- As PROOF_FACTOR in mappings/ghost.ts.
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

-- Stores a ghost post. The caller holds the thread's lock and has called begin_ghost_post. Answers `missing` (no such thread, or it is
-- closed to readers), `known` (the same comment was written in the thread within the hour), `used` (another post came with this proof of work),
-- `held` (stored, and hidden until staff look at it) or `added`. It is numbered after the highest number of the thread, above all ghost posts
-- of that number, removed ones too. Does for nobody what store/merge-posts.ts and store/change-posts.ts do for a source.
-- posts_thread, posts_pkey, moderated_threads_pkey, dirty_pkey, reported_posts_pkey, used_proofs_pkey, used_proofs_age.
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

revoke all on function ghost_proof(int), begin_ghost_post(int, inet, boolean),
  add_ghost_post(int, bigint, text, text, text, text, text, inet, text, boolean, bytea, timestamptz) from public;
grant execute on function ghost_proof(int), begin_ghost_post(int, inet, boolean),
  add_ghost_post(int, bigint, text, text, text, text, text, inet, text, boolean, bytea, timestamptz) to sagasu_server;

do $$
begin
  alter table used_proofs enable row level security, force row level security;
  execute format('create policy owner on used_proofs to %I using (true) with check (true)',
    (select pg_get_userbyid(relowner) from pg_class where oid = 'used_proofs'::regclass));
end
$$;

-- Down Migration
