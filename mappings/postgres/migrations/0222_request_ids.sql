-- The request that has marked a thread or added a task, as its transaction names it, so that the indexer can log it. Null for other work.
alter table dirty add column request_id text;
alter table tasks add column request_id text default nullif(current_setting('sagasu.request_id', true), '');

-- A mark is inserted in many places; of several requests the last is kept.
create function note_request() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.request_id := current_setting('sagasu.request_id', true);
  return new;
end
$$;
revoke all on function note_request() from public;
create trigger dirty_request before insert or update of gen on dirty
  for each row when (current_setting('sagasu.request_id', true) <> '') execute function note_request();
