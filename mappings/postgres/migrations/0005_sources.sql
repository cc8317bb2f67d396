-- Up Migration

alter table boards drop constraint boards_source_check;
alter table boards add constraint boards_source_check check (source in ('4chan', 'vichan', 'foolfuuka', 'pipermail'));
-- What the source calls the board, where that is not the name.
alter table boards add column source_name text check (source_name <> '');

-- Documents that never change again and are stored: not to be fetched twice. The hash is the first 8 bytes of the
-- address's SHA-256; the address beside it tells two of one hash apart.
create table url_history (
  hash  bigint not null,
  url   text not null,
  unique (hash, url)
);

-- How far a walk backwards through a source has come. A walk that was killed goes on from here.
create table backfills (
  board_id     int not null references boards (id) on delete cascade,
  -- Whose history: the board's own source, or another archive of the same board.
  source       text not null check (source in ('foolfuuka', 'pipermail')),
  url          text not null,
  source_name  text not null check (source_name <> ''),
  -- down: to the end of what there is, once. up: what came on top since, again and again, to covered ground.
  down_page    int not null default 1,
  up_page      int not null default 1,
  -- The walk down has reached the end.
  finished_at  timestamptz,
  updated_at   timestamptz not null,
  primary key (board_id, source, url, source_name)
);

-- Senders of messages. The address tells them apart, and nobody but the scraper reads it; posts bear the number.
create table senders (
  id       bigint generated always as identity primary key,
  address  text not null unique
);

-- Messages of sources that number none: each has its number from the day it was first stored, whatever comes later.
create table messages (
  board_id   int not null references boards (id) on delete cascade,
  -- Its Message-ID, or what stands for it.
  key        text not null,
  num        bigint not null,
  thread     bigint not null,
  time       timestamptz not null,
  -- The subject that a thread begins with; null for answers.
  subject    text,
  -- Keys of the messages that this one answers and that are not stored. Openers only: with one of them its thread moves.
  awaits     text[],
  primary key (board_id, key),
  unique (board_id, num)
);
create index messages_subject on messages (board_id, subject, time) where subject is not null;
create index messages_awaits on messages using gin (awaits) where awaits is not null;
create index messages_thread on messages (board_id, thread);

grant select, insert on url_history, senders to sagasu_scraper;
grant select, insert, update on backfills, messages to sagasu_scraper;
grant select on backfills to sagasu_server;
