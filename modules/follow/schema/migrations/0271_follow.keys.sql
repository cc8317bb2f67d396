-- Up Migration

-- Follow keys of readers without an account. No login role may read these tables: the functions below serve one key at a time, to the
-- reader who has its secret. There are days instead of times, which would lead to lines of a proxy's log.
create table follow_keys (
  id           bigint generated always as identity primary key,
  -- SHA-256 of the secret.
  secret_hash  bytea not null unique check (octet_length(secret_hash) = 32),
  made_on      date not null default current_date,
  used_on      date not null default current_date
);
create index follow_keys_used on follow_keys (used_on);
alter table follow_keys enable row level security, force row level security;
create policy owner on follow_keys to current_user using (true) with check (true);

create table follow_items (
  id        bigint generated always as identity primary key,
  key_id    bigint not null references follow_keys (id) on delete cascade,
  -- In the language of searches. Threads, series and people are queries too.
  query     text not null check (char_length(query) between 1 and 512),
  name      text not null check (char_length(name) <= 100),
  added_on  date not null default current_date,
  -- Posts with a higher rev are new to the reader.
  read_rev  bigint not null check (read_rev >= 0),
  unique (key_id, query)
);
alter table follow_items enable row level security, force row level security;
create policy owner on follow_items to current_user using (true) with check (true);

-- The key with this secret, which is used today; null if there is none.
-- Index: follow_keys_secret_hash_key, follow_keys_pkey.
create function use_follow_key(secret bytea) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  known follow_keys;
begin
  select * into known from follow_keys k where k.secret_hash = secret;
  -- A row is written once a day at most.
  if known.used_on < current_date then
    update follow_keys k set used_on = current_date where k.id = known.id;
  end if;
  return known.id;
end
$$;
revoke all on function use_follow_key(bytea) from public;

-- An item as the API sends it.
-- Index: follow_items_pkey.
create function follow_item_json(item_id bigint) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (
    select jsonb_build_object('id', i.id, 'q', i.query, 'name', i.name, 'added_on', i.added_on, 'read_rev', i.read_rev)
      from follow_items i where i.id = item_id);
end
$$;
revoke all on function follow_item_json(bigint) from public;

-- Returns false if the archive has as many keys as it takes.
-- Index: follow_keys_pkey.
create function make_follow_key(secret bytea) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  most_keys constant int := 50000;
begin
  if most_keys <= (select count(*) from (select from follow_keys limit most_keys) as present) then
    return false;
  end if;
  insert into follow_keys (secret_hash) values (secret);
  return true;
end
$$;
revoke all on function make_follow_key(bytea) from public;
grant execute on function make_follow_key(bytea) to sagasu_server;

-- Everything that is kept with the key; null without the key.
-- Index: follow_keys_secret_hash_key, follow_keys_pkey, follow_items_key_id_query_key.
create function read_follow_key(secret bytea) returns jsonb
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  used constant bigint := use_follow_key(secret);
begin
  return (
    select jsonb_build_object('made_on', k.made_on, 'expires_on', (k.used_on + interval '1 year')::date, 'items', (
        select coalesce(jsonb_agg(follow_item_json(i.id) order by i.id), '[]') from follow_items i where i.key_id = k.id))
      from follow_keys k where k.id = used);
end
$$;
revoke all on function read_follow_key(bytea) from public;
grant execute on function read_follow_key(bytea) to sagasu_server;

-- Adds an item, or returns the one with this query. `outcome`: added, known, unknown (no such key), full (of the key) or archive_full.
-- Index: follow_keys_secret_hash_key, follow_keys_pkey, follow_items_key_id_query_key, follow_items_pkey.
create function add_follow_item(secret bytea, of_query text, named text, read_to bigint) returns table (outcome text, item jsonb)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  most_of_key constant int := 100;
  most_items constant int := 500000;
  used constant bigint := use_follow_key(secret);
  found_id bigint;
begin
  -- Items of one key are added one after the other.
  perform from follow_keys k where k.id = used for update;
  if not found then
    return query select 'unknown', null::jsonb;
    return;
  end if;
  select i.id into found_id from follow_items i where i.key_id = used and i.query = of_query;
  if found_id is not null then
    return query select 'known', follow_item_json(found_id);
    return;
  end if;
  if most_of_key <= (select count(*) from follow_items i where i.key_id = used) then
    return query select 'full', null::jsonb;
    return;
  end if;
  if most_items <= (select count(*) from (select from follow_items limit most_items) as present) then
    return query select 'archive_full', null::jsonb;
    return;
  end if;
  insert into follow_items (key_id, query, name, read_rev) values (used, of_query, named, read_to) returning id into found_id;
  return query select 'added', follow_item_json(found_id);
end
$$;
revoke all on function add_follow_item(bytea, text, text, bigint) from public;
grant execute on function add_follow_item(bytea, text, text, bigint) to sagasu_server;

-- `outcome`: done, unknown (no such key) or item_unknown.
-- Index: follow_keys_secret_hash_key, follow_keys_pkey, follow_items_pkey.
create function rename_follow_item(secret bytea, item_id bigint, named text) returns table (outcome text, item jsonb)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  used constant bigint := use_follow_key(secret);
  changed bigint;
begin
  update follow_items i set name = named where i.id = item_id and i.key_id = used returning i.id into changed;
  return query select case when used is null then 'unknown' when changed is null then 'item_unknown' else 'done' end,
    follow_item_json(changed);
end
$$;
revoke all on function rename_follow_item(bytea, bigint, text) from public;
grant execute on function rename_follow_item(bytea, bigint, text) to sagasu_server;

-- Answers done, unknown (no such key) or item_unknown.
-- Index: follow_keys_secret_hash_key, follow_keys_pkey, follow_items_pkey.
create function delete_follow_item(secret bytea, item_id bigint) returns text
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  used constant bigint := use_follow_key(secret);
begin
  delete from follow_items i where i.id = item_id and i.key_id = used;
  return case when used is null then 'unknown' when not found then 'item_unknown' else 'done' end;
end
$$;
revoke all on function delete_follow_item(bytea, bigint) from public;
grant execute on function delete_follow_item(bytea, bigint) to sagasu_server;

-- Marks posts up to a rev as read, for each of the items. A mark never goes back, nor beyond the newest rev. Items that the key does not
-- follow are ignored. Returns false without the key.
-- Index: follow_keys_secret_hash_key, follow_keys_pkey, follow_items_pkey.
create function mark_follows_read(secret bytea, item_ids bigint[], throughs bigint[]) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  used constant bigint := use_follow_key(secret);
begin
  update follow_items i set read_rev = greatest(i.read_rev, least(m.through, (select last_value from post_rev)))
    from unnest(item_ids, throughs) as m (id, through) where i.id = m.id and i.key_id = used;
  return used is not null;
end
$$;
revoke all on function mark_follows_read(bytea, bigint[], bigint[]) from public;
grant execute on function mark_follows_read(bytea, bigint[], bigint[]) to sagasu_server;

-- Deletes the key with everything that is kept with it. Returns false without the key.
-- Index: follow_keys_secret_hash_key, follow_items_key_id_query_key.
create function delete_follow_key(secret bytea) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from follow_keys k where k.secret_hash = secret;
  return found;
end
$$;
revoke all on function delete_follow_key(bytea) from public;
grant execute on function delete_follow_key(bytea) to sagasu_server;

-- Counts of everything that is followed, and nothing else about it. Reads both indexes of keys whole.
create function count_follows() returns table (keys int, items int)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select (select count(*)::int from follow_keys), (select count(*)::int from follow_items);
end
$$;
revoke all on function count_follows() from public;
grant execute on function count_follows() to sagasu_server;

-- Deletes keys that were not used for a year, and after a week those that follow nothing. Returns their number.
-- Index: follow_keys_used, follow_items_key_id_query_key, follow_keys_pkey.
create function expire_follow_keys() returns int
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  expired int;
begin
  delete from follow_keys k
   where k.used_on < current_date - interval '1 year'
      or (k.used_on < current_date - interval '7 days' and not exists (select from follow_items i where i.key_id = k.id));
  get diagnostics expired = row_count;
  return expired;
end
$$;
revoke all on function expire_follow_keys() from public;
grant execute on function expire_follow_keys() to sagasu_indexer;

-- The last rev, the transactions that may still write posts with a lower one, and the lowest rev of each board that the index may lack.
-- Each statement has a snapshot of its own, in this order: the marks of a writer that has ended are then visible.
-- Reads all locks of the server in pg_locks, and all of dirty.
create function follow_horizon() returns table (rev bigint, writers text[], unindexed jsonb)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  rev := (select case when s.is_called then s.last_value else 0 end from post_rev s);
  writers := array(
    select distinct l.virtualtransaction from pg_locks l
     where l.locktype = 'relation' and l.relation = 'posts'::regclass and l.mode = 'RowExclusiveLock' and l.granted
       and l.database = (select d.oid from pg_database d where d.datname = current_database()));
  unindexed := (
    select coalesce(jsonb_object_agg(b.name, m.lowest), '{}')
      from (select d.board_id, min(d.min_rev) as lowest from dirty d group by d.board_id) m join boards b on b.id = m.board_id);
  return next;
end
$$;
revoke all on function follow_horizon() from public;
grant execute on function follow_horizon() to sagasu_server;
