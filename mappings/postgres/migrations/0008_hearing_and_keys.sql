-- Up Migration

-- Servers keep threads that they printed and hear here when one changes (server/threads/hearing.ts). Whoever writes posts
-- marks their threads dirty in the same transaction, so nobody can forget to say so.
create function say_thread_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('sagasu_threads', new.board_id || '/' || new.thread);
  if tg_op = 'UPDATE' and old.thread <> new.thread then
    perform pg_notify('sagasu_threads', old.board_id || '/' || old.thread);
  end if;
  return null;
end $$;

create trigger dirty_said after insert or update on dirty for each row execute function say_thread_changed();

-- Also when a post leaves its thread for another, of which alone the indexer must know, and when it is hidden by hand.
create trigger posts_said after update of hidden, thread on posts for each row
  when (old.hidden <> new.hidden or old.thread <> new.thread) execute function say_thread_changed();

-- Programs that may ask more than an address may. Who reads the table has no key.
create table api_keys (
  id            int generated always as identity primary key,
  name          text not null unique,
  key_hash      bytea not null unique check (length(key_hash) = 32),
  scopes        text[] not null check (scopes <@ array['read', 'export']),
  -- Of cost; null for what keys may by default.
  per_minute    int check (per_minute > 0),
  created_at    timestamptz not null,
  expires_at    timestamptz,
  -- Within a minute.
  last_used_at  timestamptz
);
grant select, update (last_used_at) on api_keys to sagasu_server;
