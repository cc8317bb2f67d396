-- State of the scrapers: leases, documents of sources, missing posts, backfills and messages.

-- Running scrapers, which share the boards.
create table scrapers (
  worker       text primary key,
  alive_until  timestamptz not null
);
grant select, insert, update, delete on scrapers to sagasu_scraper;
grant select on scrapers to sagasu_server;

-- Leases of scrapers on boards: one scraper at a time polls a board.
create table harvest_leases (
  board_id     int primary key references boards (id) on delete cascade,
  worker       text not null,
  lease_until  timestamptz not null,
  fence        bigint not null default 1
);
grant select, insert, update, delete on harvest_leases to sagasu_scraper;
grant select on harvest_leases to sagasu_server;

-- The state of each document at the source, saved with its posts: a scraper that starts again continues from here.
create table harvest_state (
  board_id       int not null references boards (id),
  url            text not null,
  -- The validator of the stored copy, sent verbatim as If-Modified-Since.
  last_modified  text,
  -- last_modified of the thread in threads.json at the time of the fetch.
  seen_modified  bigint,
  fetched_at     timestamptz not null,
  -- When the whole thread was last fetched. The catalog may have added posts since.
  whole_at       timestamptz,
  primary key (board_id, url)
);
-- Finds the last answer of a board's source in one index step.
create index harvest_state_fetched on harvest_state (board_id, fetched_at);
grant select, insert, update on harvest_state to sagasu_scraper;
grant select on harvest_state to sagasu_indexer, sagasu_server;

-- The newest list of a board's live threads. A thread that the next list lacks was deleted or pruned: its last position
-- decides which.
create table board_lists (
  board_id  int primary key references boards (id) on delete cascade,
  -- Seconds: Last-Modified of the list, or the newest time in it. Older copies prove nothing.
  version   bigint not null,
  -- [num, modified, page] of each thread, in the source's order.
  threads   jsonb not null,
  -- Posts in all threads; null if the source does not state it.
  posts     int,
  seen_at   timestamptz not null
);
grant select, insert, update, delete on board_lists to sagasu_scraper;
grant select (board_id, threads, seen_at) on board_lists to sagasu_server;

-- Documents and entries of a source that the scraper refused, counted by reason, with a sample.
create table refusals (
  board_id    int not null references boards (id),
  url         text not null,
  reason      text not null,
  sample      text not null,
  times       bigint not null default 1,
  first_seen  timestamptz not null,
  last_seen   timestamptz not null,
  -- The thread whose document or file was refused: a purge of its posts empties the sample. NULL: a list, or a document that may
  -- be of another thread.
  thread      bigint,
  -- Number of entries of the document that were refused alone; null if the whole document was refused.
  entries     int,
  primary key (board_id, url, reason)
);
-- Admins list the newest.
create index refusals_last_seen on refusals (last_seen);
create index refusals_thread on refusals (board_id, thread);
alter table refusals enable row level security, force row level security;
create policy owner on refusals to current_user using (true) with check (true);
create policy scraper on refusals to sagasu_scraper using (true) with check (true);
create policy moderators on refusals to sagasu_server using (board_id = any ((select moderated_boards())::int[]));
grant select, insert, update on refusals to sagasu_scraper;
grant select, update (sample), delete on refusals to sagasu_server;

-- Posts that were inserted twice, by harvester. The second insert has no effect; a row here means that two scrapers hold one
-- board.
create table double_inserts (
  board_id    int not null references boards (id) on delete cascade,
  -- The forum's base address.
  harvester   text not null,
  times       bigint not null,
  -- One of the posts that were last inserted twice.
  num         bigint not null,
  first_seen  timestamptz not null,
  last_seen   timestamptz not null,
  primary key (board_id, harvester)
);
grant select, insert, update on double_inserts to sagasu_scraper;
grant select on double_inserts to sagasu_server;

-- Threads that a newer list lacks.
create table missing_threads (
  board_id         int not null references boards (id) on delete cascade,
  thread           bigint not null,
  first_missed_at  timestamptz not null,
  -- The last page of the thread.
  page             int not null,
  -- [num, modified] of threads behind it. While one of them is listed without a bump, the thread was not pruned.
  behind           jsonb not null,
  -- True if an earlier request also found its document gone.
  was_gone         boolean not null default false,
  state            text not null default 'missing' check (state in ('missing', 'held', 'released')),
  attempts         int not null default 0,
  due_at           timestamptz not null,
  primary key (board_id, thread)
);
create index missing_threads_due on missing_threads (board_id, due_at);
alter table missing_threads enable row level security, force row level security;
create policy owner on missing_threads to current_user using (true) with check (true);
create policy scraper on missing_threads to sagasu_scraper using (true) with check (true);
create policy admins on missing_threads for update to sagasu_server using (board_id = any ((select administered_boards())::int[]));
create policy readers on missing_threads for select to sagasu_server using (true);
grant select, insert, update, delete on missing_threads to sagasu_scraper;
grant select, update (state, due_at) on missing_threads to sagasu_server;

-- Posts that a newer copy of their thread lacks. A second copy decides.
create table missing_posts (
  board_id         int not null references boards (id) on delete cascade,
  thread           bigint not null,
  num              bigint not null,
  first_missed_at  timestamptz not null,
  -- held: too many posts are missing at once. deleted: the post is marked deleted; the mark goes if the post returns.
  state            text not null default 'missing' check (state in ('missing', 'held', 'released', 'deleted')),
  attempts         int not null default 0,
  -- When the thread is requested again.
  due_at           timestamptz not null,
  primary key (board_id, thread, num)
);
create index missing_posts_due on missing_posts (board_id, due_at) where state in ('missing', 'released');
alter table missing_posts enable row level security, force row level security;
create policy owner on missing_posts to current_user using (true) with check (true);
create policy scraper on missing_posts to sagasu_scraper using (true) with check (true);
create policy admins on missing_posts for update to sagasu_server using (board_id = any ((select administered_boards())::int[]));
create policy readers on missing_posts for select to sagasu_server using (true);
grant select, insert, update, delete on missing_posts to sagasu_scraper;
grant select, update (state, due_at) on missing_posts to sagasu_server;

-- Files that newer copies of their posts lack, where the source does not state the deletion.
create table missing_files (
  board_id         int not null references boards (id) on delete cascade,
  thread           bigint not null,
  num              bigint not null,
  first_missed_at  timestamptz not null,
  -- States are those of missing_posts.
  state            text not null default 'missing' check (state in ('missing', 'held', 'released', 'deleted')),
  attempts         int not null default 0,
  due_at           timestamptz not null,
  primary key (board_id, thread, num)
);
create index missing_files_due on missing_files (board_id, due_at) where state in ('missing', 'released');
alter table missing_files enable row level security, force row level security;
create policy owner on missing_files to current_user using (true) with check (true);
create policy scraper on missing_files to sagasu_scraper using (true) with check (true);
create policy admins on missing_files for update to sagasu_server using (board_id = any ((select administered_boards())::int[]));
create policy readers on missing_files for select to sagasu_server using (true);
grant select, insert, update, delete on missing_files to sagasu_scraper;
grant select, update (state, due_at) on missing_files to sagasu_server;

-- A board at one place where it is harvested: its own source, or another archive. base_url is the source's address with the
-- board's name there.
create table forums (
  id         int generated always as identity primary key,
  board_id   int not null references boards (id) on delete cascade,
  base_url   text not null check (base_url <> ''),
  -- True if the place is closed: scrapers neither send requests nor keep its history in memory.
  closed_at  timestamptz,
  -- Stored parts that never change again: ranges of thread numbers, or of months counted from the year 0. One range covers all
  -- of its documents.
  finished   int8multirange not null default '{}',
  unique (board_id, base_url)
);
create constraint trigger audit after update on forums
  deferrable initially deferred
  for each row when (old.closed_at is distinct from new.closed_at)
  execute function audit_row('id', 'finished');
grant select, insert, update on forums to sagasu_scraper;
grant select on forums to sagasu_server;

-- Position of a backfill, which resumes from here.
create table backfills (
  board_id     int not null references boards (id) on delete cascade,
  -- The source of the history: the board's own, or another archive of the board.
  source       text not null check (source in ('foolfuuka', 'pipermail')),
  url          text not null,
  source_name  text not null check (source_name <> ''),
  -- down: to the oldest page, once. up: newer pages, again and again, down to what is already covered.
  down_page    int not null default 1,
  up_page      int not null default 1,
  -- True if the backfill has reached the oldest page.
  finished_at  timestamptz,
  -- Lowest number of the page before down_page: there are no posts between the two pages.
  down_num     bigint,
  primary key (board_id, source, url, source_name)
);
alter table backfills enable row level security, force row level security;
create policy owner on backfills to current_user using (true) with check (true);
create policy scraper on backfills to sagasu_scraper using (true) with check (true);
create policy readers on backfills for select to sagasu_server using (true);
grant select, insert, update on backfills to sagasu_scraper;
grant select on backfills to sagasu_server;

-- Boards that scrapers must hold: all except those whose source is closed and that have no open backfill.
create view harvested_boards with (security_invoker = true) as
select b.id from boards b
where not exists (
    select from forums f
    where f.board_id = b.id and f.base_url = b.url || '/' || coalesce(b.source_name, b.name) and f.closed_at is not null)
  or exists (
    select from backfills w
    where w.board_id = b.id and not exists (
      select from forums f
      where f.board_id = b.id and f.base_url = w.url || '/' || w.source_name and f.closed_at is not null));
grant select on harvested_boards to sagasu_scraper, sagasu_server;

-- Stored documents that never change again and are not requested twice. The hash is the first 8 bytes of the address's SHA-256;
-- the address distinguishes equal hashes.
create table url_history (
  hash      bigint not null,
  url       text not null,
  -- The forum that the document was fetched for, and its place there: the number of its thread, or its month.
  forum_id  int not null references forums (id) on delete cascade,
  place     bigint not null,
  primary key (forum_id, hash, url)
);
create index url_history_place on url_history (forum_id, place);
grant select, insert, delete on url_history to sagasu_scraper;

-- Messages of sources without numbers: each keeps the number of its first arrival.
create table messages (
  board_id  int not null references boards (id) on delete cascade,
  -- The Message-ID, or its replacement.
  key       text not null,
  num       bigint not null,
  thread    bigint not null,
  "time"    timestamptz not null,
  -- The subject that a thread begins with; null for answers.
  subject   text,
  -- Keys of messages that this one answers and that are not stored. Only openers have them: when one arrives, the thread moves
  -- to it.
  awaits    text[],
  unique (board_id, num),
  primary key (board_id, key)
);
create index messages_awaits on messages using gin (awaits) where awaits is not null;
create index messages_subject on messages (board_id, subject, "time") where subject is not null;
create index messages_thread on messages (board_id, thread);
alter table messages enable row level security, force row level security;
create policy owner on messages to current_user using (true) with check (true);
create policy scraper on messages to sagasu_scraper using (true) with check (true);
create policy moderators on messages to sagasu_server using (board_id = any ((select moderated_boards())::int[]));
grant select, insert, update on messages to sagasu_scraper;
grant select (board_id, num), update (subject, awaits) on messages to sagasu_server;

-- Senders of messages. Only the scraper reads the addresses; posts have the number.
create table senders (
  id       bigint generated always as identity primary key,
  address  text not null unique
);
alter table senders enable row level security, force row level security;
create policy owner on senders to current_user using (true) with check (true);
create policy scraper on senders to sagasu_scraper using (true) with check (true);
grant select, insert on senders to sagasu_scraper;
