-- Up Migration

-- A board where it is harvested: at its own source, or in another archive that has it. The base address is the source's
-- address and the name of the board there.
create table forums (
  id         int generated always as identity primary key,
  board_id   int not null references boards (id) on delete cascade,
  base_url   text not null check (base_url <> ''),
  -- Nothing more comes of it: it is not asked for, and its history is in no scraper's memory.
  closed_at  timestamptz,
  -- Parts that are stored and never change again: numbers of threads, or months counted from the year 0. One mark
  -- stands for all documents in them.
  finished   int8multirange not null default '{}',
  unique (board_id, base_url)
);

insert into forums (board_id, base_url) select distinct board_id, url || '/' || source_name from backfills;

-- A document is known in the forum that it was fetched for, at its place there: the number of its thread, or its month.
alter table url_history add column forum_id int references forums (id) on delete cascade;
alter table url_history add column place bigint;
update url_history h set forum_id = f.id, place = substring(h.url from 'num=([0-9]{1,15})$')::bigint
from backfills b join forums f on f.board_id = b.board_id and f.base_url = b.url || '/' || b.source_name
where b.source = 'foolfuuka'
  and starts_with(h.url, b.url || '/_/api/chan/thread/?board=' || b.source_name || '&num=');
update url_history h
set forum_id = f.id,
  place = substring(h.url from '/([0-9]{4})-[A-Z][a-z]+\.txt')::bigint * 12
    + array_position(array['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September',
      'October', 'November', 'December'], substring(h.url from '/[0-9]{4}-([A-Z][a-z]+)\.txt')) - 1
from backfills b join forums f on f.board_id = b.board_id and f.base_url = b.url || '/' || b.source_name
where b.source = 'pipermail' and starts_with(h.url, b.url || '/' || b.source_name || '/');
-- Of no board any more.
delete from url_history where forum_id is null or place is null;
alter table url_history alter column forum_id set not null, alter column place set not null;
alter table url_history drop constraint url_history_hash_url_key;
alter table url_history add primary key (forum_id, hash, url);
create index url_history_place on url_history (forum_id, place);

-- Lowest number of the page before down_page: nothing lies between that page and this one.
alter table backfills add column down_num bigint;

-- Boards that a scraper has to hold: all but those whose source is closed and that no other archive is walked for.
create view harvested_boards as
select b.id from boards b
where not exists (
    select from forums f
    where f.board_id = b.id and f.base_url = b.url || '/' || coalesce(b.source_name, b.name) and f.closed_at is not null)
  or exists (
    select from backfills w
    where w.board_id = b.id and not exists (
      select from forums f
      where f.board_id = b.id and f.base_url = w.url || '/' || w.source_name and f.closed_at is not null));

-- Who tried to store what was stored already. It has no effect, and says that a harvester misbehaves.
create table double_inserts (
  board_id    int not null references boards (id) on delete cascade,
  -- The forum's base address.
  harvester   text not null,
  times       bigint not null,
  -- One of them, the last time.
  num         bigint not null,
  first_seen  timestamptz not null,
  last_seen   timestamptz not null,
  primary key (board_id, harvester)
);

-- Files that newer copies of their post came without, where the source does not say that it deleted them.
create table missing_files (
  board_id         int not null references boards (id) on delete cascade,
  thread           bigint not null,
  num              bigint not null,
  first_missed_at  timestamptz not null,
  -- As of missing_posts.
  state            text not null default 'missing' check (state in ('missing', 'held', 'deleted')),
  attempts         int not null default 0,
  due_at           timestamptz not null,
  primary key (board_id, thread, num)
);
create index missing_files_due on missing_files (board_id, due_at) where state = 'missing';

-- Somebody, under whatever names they write.
create table identities (
  id          int generated always as identity primary key,
  name        text not null unique check (name <> ''),
  created_at  timestamptz not null
);

-- What an identity is known by. A sender has one identity at most.
create table identity_aliases (
  -- sender: the number that stands for an address, as posts of mailing lists bear it in posterid.
  kind         text not null check (kind in ('sender', 'tripcode', 'name')),
  value        text not null check (value <> ''),
  identity_id  int not null references identities (id) on delete cascade,
  primary key (kind, value)
);
create index identity_aliases_identity on identity_aliases (identity_id);

grant select, insert, update on forums to sagasu_scraper;
grant delete on url_history to sagasu_scraper;
grant select on harvested_boards, identities, identity_aliases to sagasu_scraper;
grant select, insert, update on double_inserts to sagasu_scraper;
grant select, insert, update, delete on missing_files to sagasu_scraper;
grant select on forums, harvested_boards, double_inserts, missing_files to sagasu_server;
grant select, insert, update, delete on identities, identity_aliases to sagasu_server;
