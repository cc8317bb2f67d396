-- Tables for indexing posts in Elasticsearch: marks, indices, refused documents and rebuilds.

create sequence dirty_gen as bigint;
grant usage on sequence dirty_gen to sagasu_importer, sagasu_indexer, sagasu_scraper, sagasu_server;

-- Threads with posts that Elasticsearch may not have yet. The transaction that changes the posts writes the row.
create table dirty (
  board_id     int not null references boards (id),
  thread       bigint not null,
  gen          bigint not null,
  min_rev      bigint not null,
  since        timestamptz not null,
  -- The relay's lease: the gen that it last queued, and when. Writers change neither.
  queued_gen   bigint,
  queued_at    timestamptz,
  covered_by   bigint,
  covered_gen  bigint,
  primary key (board_id, thread)
);
create index dirty_covered on dirty (covered_by, thread) where covered_by is not null;
-- The relay takes the oldest first. gen is unique and roughly in the order of commits; since is not.
create index dirty_gen_order on dirty (gen) where covered_gen is distinct from gen;
grant select, insert, update on dirty to sagasu_importer, sagasu_scraper, sagasu_server;
grant select, insert, update, delete on dirty to sagasu_indexer;

-- The version of a board's set of indices. It rises with every change; a worker that read an older version may not clear a mark.
create table index_sets (
  board_id  int primary key references boards (id),
  version   bigint not null default 1
);
grant select on index_sets to sagasu_scraper, sagasu_server;
grant select, insert, update on index_sets to sagasu_indexer;

create table indices (
  name             text primary key,
  board_id         int not null references boards (id),
  slice            bigint not null,
  build            int not null,
  mapping_version  int not null,
  state            text not null check (state in ('building', 'live', 'standby', 'retired')),
  -- When the index entered its state.
  state_since      timestamptz not null default now(),
  task_id          bigint references tasks (id) on delete set null,
  -- All operations of this index (uuid) up to this sequence number were compared with the rows.
  verified_uuid    text,
  verified_seq_no  bigint,
  -- When a live index that Elasticsearch had lost was created again. Searches lack posts until every thread that was dirty then
  -- is indexed; the column then becomes NULL.
  refilling_since  timestamptz,
  -- `documents` if the index has whole posts, `ids` if it has only the searched fields. The setting index.documents of the
  -- board decides for indices that are created from now on.
  has_documents    boolean not null default true,
  unique (board_id, slice, build)
);
create unique index indices_one_building on indices (board_id, slice) where state = 'building';
create unique index indices_one_live on indices (board_id, slice) where state = 'live';
create unique index indices_one_standby on indices (board_id, slice) where state = 'standby';
grant select on indices to sagasu_scraper, sagasu_server;
grant select, insert, update on indices to sagasu_indexer;

-- Facts about the whole database that document versions in Elasticsearch depend on. One row.
create table sync_state (
  only_row  boolean primary key default true check (only_row),
  epoch     bigint not null check (epoch >= 1 and epoch <= 4194303)
);
insert into sync_state (epoch) values (1);
grant select on sync_state to sagasu_indexer, sagasu_scraper, sagasu_server;

-- Documents that Elasticsearch refuses permanently, until an admin retries them or the post changes.
create table quarantine (
  board_id    int not null references boards (id),
  thread      bigint not null,
  num         bigint not null,
  subnum      int not null,
  index_name  text not null,
  rev         bigint not null,
  reason      text not null,
  since       timestamptz not null default now(),
  primary key (board_id, num, subnum, index_name)
);
-- The indexer looks up a thread's refused documents whenever it indexes the thread.
create index quarantine_thread on quarantine (board_id, thread);
alter table quarantine enable row level security, force row level security;
create policy owner on quarantine to current_user using (true) with check (true);
create policy indexer on quarantine to sagasu_indexer using (true) with check (true);
-- The reason of the search index quotes the document, so only moderators read it.
create policy moderators on quarantine to sagasu_server using (board_id = any ((select moderated_boards())::int[]));
grant select, insert, update, delete on quarantine to sagasu_indexer;
grant select, delete on quarantine to sagasu_server;

-- True if the search index refuses this post. Readers may see this, but not the reason.
-- Index: quarantine_pkey.
create function is_quarantined(board int, post bigint, ghost int) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from quarantine where board_id = board and num = post and subnum = ghost);
end
$$;
revoke all on function is_quarantined(int, bigint, int) from public;
grant execute on function is_quarantined(int, bigint, int) to sagasu_server;

-- Reads the whole of a small table.
create function count_quarantined() returns table (board int, documents int)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select q.board_id, count(*)::int from quarantine q group by q.board_id;
end
$$;
revoke all on function count_quarantined() from public;
grant execute on function count_quarantined() to sagasu_server;

-- The ranges of a rebuild, each with about the same number of posts. PostgreSQL keeps them, Redis carries their jobs.
create table rebuild_ranges (
  task_id      bigint not null references tasks (id) on delete cascade,
  slice        bigint not null,
  -- first_num to last_num, both included.
  first_num    bigint not null,
  last_num     bigint not null,
  -- Posts of the range when it was planned.
  posts        bigint not null,
  -- The rebuild continues after this post.
  done_num     bigint not null,
  done_subnum  int not null,
  documents    bigint not null default 0,
  refused      bigint not null default 0,
  is_done      boolean not null default false,
  -- When the range was last queued; it is queued again after a while.
  queued_at    timestamptz,
  primary key (task_id, slice, first_num)
);
create index rebuild_ranges_open on rebuild_ranges (task_id, slice, first_num) where not is_done;
grant select, insert, update, delete on rebuild_ranges to sagasu_indexer;
grant select on rebuild_ranges to sagasu_server;

-- Result of the last verification of a board.
create table verifications (
  board_id     int primary key references boards (id),
  verified_at  timestamptz not null,
  drift        bigint not null,
  documents    bigint not null
);
grant select on verifications to sagasu_scraper, sagasu_server;
grant select, insert, update on verifications to sagasu_indexer;

-- Indices of removed boards, until an indexer has deleted them.
create table removed_indices (
  name   text primary key,
  -- The board's name: another board can take it, and with it the index names, only after the deletion.
  board  text not null,
  since  timestamptz not null default now()
);
create index removed_indices_board on removed_indices (board);
alter table removed_indices enable row level security, force row level security;
create policy owner on removed_indices to current_user using (true) with check (true);
create policy indexer on removed_indices to sagasu_indexer using (true) with check (true);
grant select, delete on removed_indices to sagasu_indexer;
