-- Up Migration

-- How a board is polled, and what of it is kept: mappings/board-settings.ts. Read anew at every look.
alter table boards add column settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object');

-- When the thread was last fetched whole. The catalog may have brought news since.
alter table harvest_state add column whole_at timestamptz;

-- The newest list of a board's living threads. A thread that the next one leaves out was deleted or fell off, and where it
-- stood says which.
create table board_lists (
  board_id  int primary key references boards (id) on delete cascade,
  -- Seconds: of its Last-Modified, or the newest time in it. Older copies say nothing.
  version   bigint not null,
  -- [num, modified, page] of each thread, in the source's order.
  threads   jsonb not null,
  -- Posts in all of them; null where the source does not say.
  posts     int,
  seen_at   timestamptz not null
);

-- Posts that a newer copy of their thread left out. One look is not enough to say deleted.
create table missing_posts (
  board_id         int not null references boards (id) on delete cascade,
  thread           bigint not null,
  num              bigint not null,
  first_missed_at  timestamptz not null,
  -- held: too much is missing at once to be true. deleted: said so, and taken back should the post come again.
  state            text not null default 'missing' check (state in ('missing', 'held', 'deleted')),
  attempts         int not null default 0,
  -- When the thread is to be looked at again.
  due_at           timestamptz not null,
  primary key (board_id, thread, num)
);
create index missing_posts_due on missing_posts (board_id, due_at) where state = 'missing';

-- Threads that a newer list left out.
create table missing_threads (
  board_id         int not null references boards (id) on delete cascade,
  thread           bigint not null,
  first_missed_at  timestamptz not null,
  -- The page that it stood on last.
  page             int not null,
  -- [num, modified] of threads that stood behind it. While one is there that nobody bumped, it did not fall off.
  behind           jsonb not null,
  -- Its document was gone as well at an earlier look.
  was_gone         boolean not null default false,
  state            text not null default 'missing' check (state in ('missing', 'held')),
  attempts         int not null default 0,
  due_at           timestamptz not null,
  primary key (board_id, thread)
);
create index missing_threads_due on missing_threads (board_id, due_at);

grant select, insert, update, delete on board_lists, missing_posts, missing_threads to sagasu_scraper;
grant select on missing_posts, missing_threads to sagasu_server;
