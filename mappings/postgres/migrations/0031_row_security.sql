-- Up Migration

-- Who the current transaction is for. identify_account adds a row, and a deferred trigger removes it as the transaction commits: no other
-- transaction ever sees it. Login roles can neither read nor write it. Unlogged, since nobody needs a row after a crash.
create unlogged table transaction_accounts (
  transaction   xid8 primary key,
  -- Name of the account or key.
  account       text not null,
  -- Tells sessions apart and opens none: the start of a hash of the token's hash. Null for keys.
  session       text,
  -- Boards on which it is a moderator or admin, and those on which it is an admin.
  moderates     int[] not null,
  administers   int[] not null,
  -- Of every board, also of later ones: what belongs to no board is for such admins.
  is_admin      boolean not null,
  is_ending     boolean not null default false
);

-- In two steps: what the first one queues runs after everything that was queued before it, so other deferred triggers know the account.
create function forget_account() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    update transaction_accounts set is_ending = true where transaction = new.transaction;
  else
    delete from transaction_accounts where transaction = new.transaction;
  end if;
  return null;
end
$$;
create constraint trigger forget_account after insert or update on transaction_accounts
  deferrable initially deferred for each row execute function forget_account();

-- The rest of the transaction is for the account whose session token or API key this is. False for a secret that opens nothing, and for an
-- account that has yet to set up its second factor: the transaction then has a reader's rights. Takes the secret and not its hash, so that who reads the tables cannot identify with it.
-- The durations are those of server/admin/sessions/sessions.ts, by this database's clock.
-- sessions_pkey, accounts_pkey; api_keys_key_hash_key; account_roles and key_roles by their unique keys.
create function identify_account(secret text) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  hash bytea := sha256(convert_to(secret, 'UTF8'));
  of_account int;
  of_key int;
  known_as text;
begin
  delete from transaction_accounts where transaction = pg_current_xact_id();
  select a.id, a.name into of_account, known_as
    from sessions s join accounts a on a.id = s.account_id
   where s.id_hash = hash and s.last_seen > now() - interval '12 hours' and s.created_at > now() - interval '7 days'
     and a.disabled_at is null and not (a.totp_required and a.totp_step is null);
  if of_account is null then
    select k.id, k.name into of_key, known_as
      from api_keys k where k.key_hash = hash and (k.expires_at is null or k.expires_at > now());
  end if;
  if known_as is null then
    return false;
  end if;
  with roles as (
    select role, board_id from account_roles where account_id = of_account
    union all
    select role, board_id from key_roles where key_id = of_key
  )
  insert into transaction_accounts (transaction, account, session, moderates, administers, is_admin)
  select pg_current_xact_id(), known_as, case when of_account is not null then left(encode(sha256(hash), 'hex'), 16) end,
    array(select b.id from boards b where exists (
      select from roles r where r.role in ('moderator', 'admin') and (r.board_id is null or r.board_id = b.id))),
    array(select b.id from boards b where exists (
      select from roles r where r.role = 'admin' and (r.board_id is null or r.board_id = b.id))),
    exists (select from roles r where r.role = 'admin' and r.board_id is null);
  return true;
end
$$;

-- What policies ask. Only a transaction that has written something has an id, and identify_account writes: for a reader's transaction
-- these functions read no table. Policies call them in a sub-select, which runs at most once a statement.
create function moderated_boards() returns int[]
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if pg_current_xact_id_if_assigned() is null then
    return '{}';
  end if;
  return coalesce(
    (select moderates from transaction_accounts where transaction = pg_current_xact_id_if_assigned()), '{}');
end
$$;

create function account_of_transaction() returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if pg_current_xact_id_if_assigned() is null then
    return null;
  end if;
  return (select account from transaction_accounts where transaction = pg_current_xact_id_if_assigned());
end
$$;

-- With the caller's rights: a reader sees what belongs to a visible post, a moderator also what belongs to a hidden one. posts_pkey.
create function sees_post(board int, post bigint, ghost int) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return exists (select from posts where board_id = board and num = post and subnum = ghost);
end
$$;

-- What the server does for no account. Each function is as narrow as its one use.

-- Whether the search index refuses this post, which no reader may see the reason of. quarantine_pkey.
create function is_quarantined(board int, post bigint, ghost int) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from quarantine where board_id = board and num = post and subnum = ghost);
end
$$;

-- Reads the whole of a small table.
create function count_quarantined() returns table (board int, documents int)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select q.board_id, count(*)::int from quarantine q group by q.board_id;
end
$$;

-- Rows of these boards, hidden and purged ones too: each has a document in the search index. Reads all of them, by posts_pkey.
create function count_rows(boards int[]) returns table (board int, posts bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select p.board_id, count(*) from posts p where p.board_id = any (boards) group by p.board_id;
end
$$;

-- Ids follow the order of commits. The last entry of moderation_log_pkey.
create function newest_moderation() returns bigint
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (select coalesce(max(id), 0) from moderation_log);
end
$$;

-- Removes entries that searches no longer need; rows that an indexer has locked stay until the next time. `kept` is the time after which
-- the search index surely does not return the post any more. pending_hides_since, dirty_pkey, quarantine_pkey.
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

revoke all on function forget_account(), identify_account(text), moderated_boards(), account_of_transaction(),
  sees_post(int, bigint, int), is_quarantined(int, bigint, int), count_quarantined(), count_rows(int[]), newest_moderation(),
  prune_pending_hides() from public;
grant execute on function identify_account(text), moderated_boards(), account_of_transaction(), sees_post(int, bigint, int),
  is_quarantined(int, bigint, int), count_quarantined(), count_rows(int[]), newest_moderation(), prune_pending_hides()
  to sagasu_server;

-- Of a wanted file readers learn its state. Details of a failed fetch are for operators.
revoke select on wanted_media from sagasu_server;
grant select (board_id, num, subnum, kind, state) on wanted_media to sagasu_server;

-- Forced, so that the policies also hold for an owner who is no superuser; the owner runs migrations, the command line and the functions
-- above, and is allowed everything. So are scraper and indexer, within their grants.
do $$
declare
  secured record;
  process text;
begin
  for secured in
    select c.oid, c.relname, pg_get_userbyid(c.relowner) as owner from pg_class c
    where c.oid = any (array['posts', 'images', 'post_replays', 'wanted_media', 'media_removals', 'messages', 'refusals', 'quarantine',
      'moderation_log', 'moderated_threads', 'tombstones', 'pending_hides', 'poster_addresses', 'transaction_accounts']::regclass[])
  loop
    execute format('alter table %I enable row level security, force row level security', secured.relname);
    execute format('create policy owner on %I to %I using (true) with check (true)', secured.relname, secured.owner);
    foreach process in array array['scraper', 'indexer'] loop
      if has_any_column_privilege('sagasu_' || process, secured.oid, 'select, insert, update')
        or has_table_privilege('sagasu_' || process, secured.oid, 'delete')
      then
        execute format('create policy %I on %I to %I using (true) with check (true)',
          process, secured.relname, 'sagasu_' || process);
      end if;
    end loop;
  end loop;
end
$$;

create policy readers on posts for select to sagasu_server
  using (not hidden or board_id = any ((select moderated_boards())::int[]));
create policy moderators on posts for update to sagasu_server
  using (board_id = any ((select moderated_boards())::int[]));

-- Hashes, sizes and kinds of files; which posts show them is in posts and post_replays.
create policy readers on images for select to sagasu_server using (true);
create policy readers on post_replays for select to sagasu_server using (sees_post(board_id, num, subnum));
create policy moderators on post_replays for delete to sagasu_server
  using (board_id = any ((select moderated_boards())::int[]));
create policy readers on wanted_media for select to sagasu_server using (true);
create policy moderators on wanted_media for delete to sagasu_server
  using (board_id = any ((select moderated_boards())::int[]));
create policy moderators on media_removals to sagasu_server
  using ((select moderated_boards()) <> '{}') with check ((select moderated_boards()) <> '{}');
create policy moderators on messages to sagasu_server
  using (board_id = any ((select moderated_boards())::int[]));
create policy moderators on refusals to sagasu_server
  using (board_id = any ((select moderated_boards())::int[]));
-- The reason for which the search index refuses a document quotes the document.
create policy moderators on quarantine to sagasu_server
  using (board_id = any ((select moderated_boards())::int[]));
create policy moderators on tombstones to sagasu_server
  using (board_id = any ((select moderated_boards())::int[]));
create policy moderators on moderated_threads to sagasu_server
  using (board_id = any ((select moderated_boards())::int[]));
create policy moderators on moderation_log to sagasu_server
  using (board_id = any ((select moderated_boards())::int[]))
  with check (board_id = any ((select moderated_boards())::int[]) and actor = (select account_of_transaction()));
-- Their keys only: the grants show the addresses to no process.
create policy moderators on poster_addresses to sagasu_server
  using (board_id = any ((select moderated_boards())::int[]));
-- Numbers of posts that searches must leave out until the search index has followed.
create policy readers on pending_hides for select to sagasu_server using (true);
create policy moderators on pending_hides to sagasu_server
  using (board_id = any ((select moderated_boards())::int[]));

-- A view reads with the rights of who asks, not of its owner.
alter view harvested_boards set (security_invoker = true);

-- Under row security an index serves a condition only if nothing in it could leak a row; PostgreSQL knows that of CASE, not of COALESCE.
drop index posts_threads_modified;
create index posts_threads_modified on posts
  (board_id, (case when time_bumped is null then time_posted else time_bumped end) desc, num desc)
  where opener and not hidden;

-- Backups read every row. Only a superuser may create a role that does; docs/OPERATIONS.md says what others do instead.
do $$
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    begin
      create role sagasu_backup nologin bypassrls;
    exception when duplicate_object or unique_violation then null;
    end;
    set local client_min_messages = warning;
    grant pg_read_all_data to sagasu_backup;
    set local client_min_messages = notice;
  end if;
end
$$;

-- Down Migration
