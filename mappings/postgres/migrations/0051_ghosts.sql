-- Up Migration

-- With which a ghost post may be deleted by whoever wrote it.
create table ghost_passwords (
  board_id       int not null references boards (id),
  num            bigint not null,
  subnum         int not null,
  -- argon2id, in the usual text with parameters and salt.
  password_hash  text not null,
  primary key (board_id, num, subnum)
);

-- Where ghost posts of the last hour came from.
create index poster_addresses_address on poster_addresses using gist (address inet_ops);

-- A setting of a board, else of all boards; null if neither says anything.
create function board_setting(board int, path text[]) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (
    select coalesce(b.settings #>> path, d.settings #>> path)
      from boards b left join board_defaults d on true where b.id = board);
end
$$;

-- Whether readers may write on the board: its setting says so, and its source brings no ghost posts of its own, whose numbers would be
-- the same as ours. backfills_pkey.
create function takes_ghosts(board int) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return coalesce(board_setting(board, '{ghosts,allowed}') = 'true', false)
    and not exists (select from boards b where b.id = board and b.source = 'foolfuuka')
    and not exists (select from backfills f where f.board_id = board and f.source = 'foolfuuka');
end
$$;

-- Whether this address may write a ghost post now: `ok`, `off`, `wait` with the seconds to wait (the cooldown of an IPv4 address or an
-- IPv6 /48), or `busy` (60 posts in the last hour from the /24 or /48). Holds back others of the same network to the end of the
-- transaction, so that no two posts pass at once. poster_addresses_address.
create function begin_ghost_post(board int, came_from inet) returns table (outcome text, seconds int)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  kept_for constant interval := '30 days';
  wide constant inet := network(set_masklen(came_from, case family(came_from) when 4 then 24 else 48 end))::inet;
  narrow constant inet := case family(came_from) when 4 then came_from else wide end;
  cooldown constant int := coalesce(board_setting(board, '{ghosts,cooldown}')::int, 30);
  last_post timestamptz;
begin
  if not takes_ghosts(board) then
    return query select 'off', 0;
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
-- closed to readers), `known` (the same comment was written in the thread within the hour), `held` (stored, and hidden until staff look at
-- it) or `added`. It is numbered after the highest number of the thread, above all ghost posts of that number, removed ones too.
-- Does for nobody what store/merge-posts.ts and store/change-posts.ts do for a source.
-- posts_thread, posts_pkey, moderated_threads_pkey, dirty_pkey, reported_posts_pkey.
create function add_ghost_post(
  board int, in_thread bigint, typed_name text, typed_trip text, typed_email text, typed_subject text, html text, came_from inet,
  delete_hash text, is_held boolean
) returns table (outcome text, new_num bigint, new_subnum int)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  written timestamptz := clock_timestamp();
  last_num bigint;
  next_subnum int;
  drawn bigint;
  hold boolean := is_held or coalesce(board_setting(board, '{ghosts,hold}') = 'true', false);
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

-- The visible replies and files of a thread, as countPosts in store/change-posts.ts counts them. posts_thread, posts_pkey.
create function count_thread(board int, of_thread bigint) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update posts p set replies = counted.replies, images = counted.images, time_modified = clock_timestamp(), rev = nextval('post_rev')
    from (
      select least(count(*) filter (where not opener), 65535)::int as replies, least(count(media_type), 65535)::int as images
        from (
          select r.opener, r.media_type from posts r
           where r.board_id = board and r.thread = of_thread and not r.hidden limit 65536) visible) counted
   where p.board_id = board and p.num = of_thread and p.subnum = 0 and p.opener and p.time_purged is null
     and (p.replies, p.images) is distinct from (counted.replies, counted.images);
end
$$;

-- The parameters and salt of a ghost post's password; null if it has none. ghost_passwords_pkey.
create function find_ghost_salt(board int, post bigint, ghost int) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (
    select substring(g.password_hash from '^(.*)\$[^$]*$') from ghost_passwords g
     where g.board_id = board and g.num = post and g.subnum = ghost);
end
$$;

-- Deletes a ghost post for whoever knows its password: its content is gone for good, its address is kept to its end. The caller holds the
-- thread's lock. False for a wrong password, and for a post without one. As purgeContent in store/purge-posts.ts; no process fetches files,
-- messages or refusals of ghost posts. ghost_passwords_pkey, posts_pkey, tasks_one_of_kind.
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

revoke all on function board_setting(int, text[]), takes_ghosts(int), begin_ghost_post(int, inet),
  add_ghost_post(int, bigint, text, text, text, text, text, inet, text, boolean), count_thread(int, bigint),
  find_ghost_salt(int, bigint, int), delete_ghost_post(int, bigint, int, text) from public;
grant execute on function takes_ghosts(int), begin_ghost_post(int, inet),
  add_ghost_post(int, bigint, text, text, text, text, text, inet, text, boolean), find_ghost_salt(int, bigint, int),
  delete_ghost_post(int, bigint, int, text) to sagasu_server;
-- A purge deletes the rows of its posts, which it finds by their keys.
grant delete, select (board_id, num, subnum) on ghost_passwords to sagasu_server;

do $$
begin
  alter table ghost_passwords enable row level security, force row level security;
  execute format('create policy owner on ghost_passwords to %I using (true) with check (true)',
    (select pg_get_userbyid(relowner) from pg_class where oid = 'ghost_passwords'::regclass));
end
$$;
create policy moderators on ghost_passwords to sagasu_server using (board_id = any ((select moderated_boards())::int[]));

-- Down Migration
