-- Up Migration

-- Messages of mailing lists as the source had them, compressed with deflate, so that `sagasu reprocess mail` reads them by newer rules. They
-- contain mail addresses: only scrapers read them, and no export has them.
create table raw_messages (
  board_id  int not null references boards (id) on delete cascade,
  num       bigint not null,
  content   bytea not null,
  primary key (board_id, num)
);
alter table raw_messages alter column content set storage external;
alter table raw_messages enable row level security, force row level security;
create policy owner on raw_messages to current_user using (true) with check (true);
create policy scraper on raw_messages to sagasu_scraper using (true) with check (true);
grant select, insert, update on raw_messages to sagasu_scraper;

-- Index: raw_messages_pkey.
create function drop_raw_message() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from raw_messages r where r.board_id = new.board_id and r.num = new.num;
  return null;
end
$$;
revoke all on function drop_raw_message() from public;
create trigger drop_raw_message after update of time_purged on posts
  for each row when (old.time_purged is null and new.time_purged is not null and new.subnum = 0) execute function drop_raw_message();
