-- Up Migration

-- Opening posts with the features by which their series is recognised. Only visible openers have a row.
create table series_openers (
  board_id     int not null references boards (id) on delete cascade,
  num          bigint not null,
  time_posted  timestamptz not null,
  -- Parts of the subject: the tag /dpt/, and the words without numbers, dates and editions.
  tag          text,
  words        text,
  is_general   boolean not null,
  -- The thread that the text names as the previous one.
  previous     bigint,
  -- Set for openers without a subject, and for those that others are compared with: file, longest line, word sequences.
  media_hash   bytea,
  line         int,
  sketch       int[],
  -- By the opener and the threads before it.
  base         text,
  -- The oldest thread of a chain of links between threads without a base.
  root         bigint,
  -- By all rules of recognition, and after the rules of staff. Null: in no series.
  found        text,
  name         text,
  reason       text check (reason in ('tag', 'words', 'link', 'next', 'text', 'staff')),
  primary key (board_id, num)
);
create index series_openers_name on series_openers (name, board_id, time_posted, num) where name is not null;
create index series_openers_found on series_openers (board_id, found) where found is not null;
create index series_openers_previous on series_openers (board_id, previous) where previous is not null;
create index series_openers_words on series_openers (board_id, words) where words is not null;
create index series_openers_root on series_openers (board_id, root) where root is not null;
create index series_openers_file on series_openers (board_id, media_hash) where media_hash is not null;
create index series_openers_line on series_openers (board_id, line) where line is not null;
alter table series_openers enable row level security, force row level security;
create policy owner on series_openers to current_user using (true) with check (true);
create policy indexer on series_openers to sagasu_indexer using (true) with check (true);
create policy readers on series_openers for select to sagasu_server using (true);
grant select, insert, update, delete on series_openers to sagasu_indexer;
grant select on series_openers to sagasu_server;

-- Series with at least two editions.
create table series (
  board_id     int not null references boards (id) on delete cascade,
  name         text not null,
  editions     int not null,
  first_time   timestamptz not null,
  last_time    timestamptz not null,
  last_thread  bigint not null,
  primary key (board_id, name)
);
create index series_last_time on series (board_id, last_time desc, name);
alter table series enable row level security, force row level security;
create policy owner on series to current_user using (true) with check (true);
create policy indexer on series to sagasu_indexer using (true) with check (true);
create policy readers on series for select to sagasu_server using (true);
grant select, insert, update, delete on series to sagasu_indexer;
grant select on series to sagasu_server;

-- Openers whose series is not up to date. Rows are only added and deleted, so writers of posts never wait for the indexer.
create table series_work (
  id        bigint generated always as identity primary key,
  board_id  int not null references boards (id) on delete cascade,
  thread    bigint not null,
  -- The series and the previous thread of a deleted row.
  name      text,
  previous  bigint
);
alter table series_work enable row level security, force row level security;
create policy owner on series_work to current_user using (true) with check (true);
create policy indexer on series_work to sagasu_indexer using (true) with check (true);
grant select, delete on series_work to sagasu_indexer;

-- Decisions of staff: threads of a series, or of a range of threads, belong to another series or to none.
create table series_rules (
  id            bigint generated always as identity primary key,
  board_id      int not null references boards (id) on delete cascade,
  -- Null: threads of the range in any series or in none.
  series        text check (char_length(series) between 1 and 60),
  first_thread  bigint check (first_thread > 0),
  last_thread   bigint check (last_thread >= first_thread),
  -- Null: no series.
  target        text check (char_length(target) between 1 and 60),
  made_at       timestamptz not null default now(),
  made_by       text not null,
  undone_at     timestamptz,
  undone_by     text,
  check (series is null or series is distinct from target),
  check (series is not null or (first_thread is not null and last_thread is not null)),
  check ((undone_at is null) = (undone_by is null))
);
create index series_rules_board on series_rules (board_id, id);
create constraint trigger audit after insert or update or delete on series_rules
  deferrable initially deferred for each row execute function audit_row('id,board_id', 'made_at,undone_at');
alter table series_rules enable row level security, force row level security;
create policy owner on series_rules to current_user using (true) with check (true);
create policy indexer on series_rules for select to sagasu_indexer using (true);
create policy moderators on series_rules for select to sagasu_server using (board_id = any ((select moderated_boards())::int[]));
create policy moderators_add on series_rules for insert to sagasu_server
  with check (board_id = any ((select moderated_boards())::int[]));
create policy moderators_undo on series_rules for update to sagasu_server using (board_id = any ((select moderated_boards())::int[]));
grant select on series_rules to sagasu_indexer;
grant select, insert (board_id, series, first_thread, last_thread, target, made_by), update (undone_at, undone_by) on series_rules
  to sagasu_server;

-- Queues a new or changed opener. A hidden or purged one leaves its series at once.
-- Index: series_openers_pkey.
create function note_series_opener() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  gone series_openers;
begin
  if tg_op = 'UPDATE' and (new.hidden or not new.opener) then
    delete from series_openers o where o.board_id = new.board_id and o.num = new.num returning * into gone;
  end if;
  insert into series_work (board_id, thread, name, previous) values (new.board_id, new.num, gone.name, gone.previous);
  return null;
end
$$;
revoke all on function note_series_opener() from public;
create trigger note_series_opener after insert on posts
  for each row when (new.opener and new.subnum = 0 and not new.hidden) execute function note_series_opener();
create trigger note_changed_series_opener after update on posts
  for each row when ((new.opener or old.opener) and new.subnum = 0 and (
    old.hidden is distinct from new.hidden or old.opener is distinct from new.opener or old.subject is distinct from new.subject
    or old.comment is distinct from new.comment or old.media_hash is distinct from new.media_hash
    or old.time_posted is distinct from new.time_posted))
  execute function note_series_opener();

-- A new or undone rule changes the series of threads whose recognised series leads to its own through rules.
-- Index: series_rules_board, series_openers_found, series_openers_pkey.
create function note_series_rule() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  insert into series_work (board_id, thread)
  with recursive sources (name) as (
    select new.series
    union
    select r.series from series_rules r join sources s on r.target = s.name
     where r.board_id = new.board_id and r.series is not null)
  select o.board_id, o.num from series_openers o
   where o.board_id = new.board_id and o.found in (select name from sources)
  union
  select r.board_id, o.num from series_rules r
    join series_openers o on o.board_id = r.board_id and o.num between r.first_thread and r.last_thread
   where r.board_id = new.board_id and r.series is null and (r.id = new.id or r.target in (select name from sources));
  return null;
end
$$;
revoke all on function note_series_rule() from public;
create trigger note_series_rule after insert or update on series_rules for each row execute function note_series_rule();

-- Counts a series again. One with fewer than two editions is none.
-- Index: series_openers_name, series_pkey.
create function count_series(board int, of_name text) returns void
language plpgsql volatile set search_path = public, pg_temp as $$
begin
  insert into series as s (board_id, name, editions, first_time, last_time, last_thread)
  select board, of_name, count(*), min(o.time_posted), max(o.time_posted), (array_agg(o.num order by o.time_posted desc, o.num desc))[1]
    from series_openers o where o.name = of_name and o.board_id = board having count(*) > 1
  on conflict (board_id, name) do update
    set editions = excluded.editions, first_time = excluded.first_time, last_time = excluded.last_time, last_thread = excluded.last_thread;
  if not found then
    delete from series s where s.board_id = board and s.name = of_name;
  end if;
end
$$;
revoke all on function count_series(int, text) from public;
grant execute on function count_series(int, text) to sagasu_indexer;
