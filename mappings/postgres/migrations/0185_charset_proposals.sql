-- Up Migration

-- The charset by which the texts of a message were read that neither name nor show theirs; null for messages without such texts.
alter table raw_messages add column read_as text;
create index raw_messages_read_as on raw_messages (board_id, read_as, num) where read_as is not null;

-- Servers count such messages. The content is for scrapers only.
create policy server on raw_messages for select to sagasu_server using (true);
grant select (board_id, num, read_as) on raw_messages to sagasu_server;

-- Lines of such messages as they were read, and as a detector would read them. Scrapers write them, admins see them.
create table charset_proposals (
  board_id  int not null references boards (id) on delete cascade,
  num       bigint not null,
  read_as   text not null,
  charset   text not null,
  before    text not null,
  after     text not null,
  primary key (board_id, num)
);
alter table charset_proposals enable row level security, force row level security;
create policy owner on charset_proposals to current_user using (true) with check (true);
create policy scraper on charset_proposals to sagasu_scraper using (true) with check (true);
create policy server on charset_proposals for select to sagasu_server using (true);
grant select, insert, update, delete on charset_proposals to sagasu_scraper;
grant select on charset_proposals to sagasu_server;

-- Indexes: raw_messages_pkey, charset_proposals_pkey.
create or replace function drop_raw_message() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from raw_messages r where r.board_id = new.board_id and r.num = new.num;
  delete from charset_proposals c where c.board_id = new.board_id and c.num = new.num;
  return null;
end
$$;
