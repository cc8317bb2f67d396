-- Up Migration

-- Content gone for ever. Such a row stays as a tombstone, hidden, with its key, thread and time and nothing else; the
-- scraper never writes it again, and the database lets nobody.
alter table posts add column time_purged timestamptz;
alter table posts add constraint posts_purged_is_empty check (time_purged is null or (hidden and not spoiler and num_nonnulls(
  time_deleted_post, time_deleted_file, time_archived, time_bumped, name, tripcode, capcode, posterid, country, email, subject,
  comment, media_time, media_hash, media_hash_src, media_hash_thb, media_name, media_type, media_size, media_dims_src_w,
  media_dims_src_h, media_dims_thb_w, media_dims_thb_h, sticky, closed, posters, replies, poster_ip, extra) = 0));

-- Why content went, and by whose hand.
create table tombstones (
  board_id   int not null references boards (id),
  num        bigint not null,
  subnum     int not null,
  purged_at  timestamptz not null default now(),
  purged_by  text not null,
  reason     text,
  -- When Elasticsearch had nothing of it any more, in no segment of any index.
  expunged_at  timestamptz,
  primary key (board_id, num, subnum)
);
create index tombstones_unexpunged on tombstones (board_id) where expunged_at is null;

-- Threads hidden or purged as a whole: what arrives later in them is stored hidden, or not stored.
create table withheld_threads (
  board_id  int not null references boards (id),
  thread    bigint not null,
  purged    boolean not null,
  since     timestamptz not null default now(),
  primary key (board_id, thread)
);

-- Posts that were hidden or purged moments ago, which Elasticsearch may still count: searches leave these out by name
-- until the index has caught up. Nearly always empty.
create table concealed (
  board_id  int not null references boards (id),
  thread    bigint not null,
  num       bigint not null,
  subnum    int not null,
  -- When it was hidden, and then when its thread's mark went.
  since     timestamptz not null default now(),
  primary key (board_id, thread, num, subnum)
);
create index concealed_since on concealed (since);

-- Who did what to which post. Only ever added to.
create table moderation_log (
  id        bigint generated always as identity primary key,
  at        timestamptz not null default now(),
  actor     text not null,
  action    text not null check (action in ('hide', 'show', 'purge')),
  board_id  int not null references boards (id),
  num       bigint not null,
  subnum    int not null,
  reason    text
);

-- People who may sign in at /admin. There is none until `sagasu user add`.
create table users (
  id             int generated always as identity primary key,
  name           text not null unique check (name ~ '^[a-z0-9][a-z0-9._-]{0,31}$'),
  password_hash  text not null,
  created_at     timestamptz not null default now()
);
create table sessions (
  -- SHA-256 of the cookie's value: who reads this table cannot sign in with it.
  id_hash     bytea primary key,
  user_id     int not null references users (id) on delete cascade,
  created_at  timestamptz not null default now(),
  last_seen   timestamptz not null default now()
);
create index sessions_user on sessions (user_id);

-- Long work that an admin or the schedule asked for. The server and the command line write wishes, indexers do the work:
-- whoever holds the lease under the highest fence.
create table tasks (
  id               bigint generated always as identity primary key,
  kind             text not null check (kind in ('reindex', 'rollback', 'verify', 'expunge')),
  board_id         int not null references boards (id),
  status           text not null default 'enqueued'
                   check (status in ('enqueued', 'processing', 'succeeded', 'failed', 'cancelled')),
  wish             text not null default 'run' check (wish in ('run', 'pause', 'cancel')),
  options          jsonb not null default '{}',
  -- Where a task stands that takes several steps; the next worker goes on from here.
  step             text,
  -- For people: {"done", "total", "unit"} of the step.
  progress         jsonb not null default '{}',
  -- What a resumed task must know, and at its end what came of it.
  details          jsonb not null default '{}',
  -- {"code", "message"} of a failed task.
  error            jsonb,
  requested_by     text not null,
  enqueued_at      timestamptz not null default now(),
  started_at       timestamptz,
  finished_at      timestamptz,
  worker           text,
  lease_until      timestamptz,
  fence            bigint not null default 0
);
-- Two who start the same get one task; a board is not rebuilt and rolled back at once.
create unique index tasks_one_of_kind on tasks (board_id, kind) where status in ('enqueued', 'processing');
create unique index tasks_one_change on tasks (board_id)
  where status in ('enqueued', 'processing') and kind in ('reindex', 'rollback');
create index tasks_unfinished on tasks (id) where status in ('enqueued', 'processing');
create index tasks_of_board on tasks (board_id, id desc);

-- What a request that comes again under its key is answered: the tasks that it gave the first time. Kept for a day.
create table task_requests (
  requested_by     text not null,
  idempotency_key  text not null,
  -- SHA-256 of what was asked for: under the same key nothing else may be asked.
  request_hash     bytea not null,
  task_ids         bigint[] not null,
  requested_at     timestamptz not null default now(),
  primary key (requested_by, idempotency_key)
);

-- A rebuild's walk, in ranges of about equally many posts. Rows are the memory, jobs in Redis the transport.
create table rebuild_ranges (
  task_id      bigint not null references tasks (id) on delete cascade,
  slice        bigint not null,
  -- first_num..last_num, both included.
  first_num    bigint not null,
  last_num     bigint not null,
  -- How many there were when the range was planned.
  posts        bigint not null,
  -- The walk goes on after this post.
  done_num     bigint not null,
  done_subnum  int not null,
  documents    bigint not null default 0,
  refused      bigint not null default 0,
  is_done      boolean not null default false,
  -- When it was last put into the queue; asked for again when it is long ago.
  queued_at    timestamptz,
  primary key (task_id, slice, first_num)
);
create index rebuild_ranges_open on rebuild_ranges (task_id, slice, first_num) where not is_done;

-- standby: was live until a rebuild took its place. It is kept current and out of every search, for a rollback.
alter table indices drop constraint indices_state_check;
alter table indices add constraint indices_state_check check (state in ('building', 'live', 'standby', 'retired'));
create unique index indices_one_building on indices (board_id, slice) where state = 'building';
create unique index indices_one_standby on indices (board_id, slice) where state = 'standby';
alter table indices
  -- When it took its present state.
  add column state_since       timestamptz not null default now(),
  add column task_id           bigint references tasks (id) on delete set null,
  -- Everything that this very index (uuid) took up to this sequence number was compared with the rows, in full.
  add column verified_uuid     text,
  add column verified_seq_no   bigint;

-- How the last verification of a board ended.
create table verifications (
  board_id       int primary key references boards (id),
  task_id        bigint references tasks (id) on delete set null,
  verified_at    timestamptz not null,
  -- Documents that were not what their rows say, when it began and when it had ended.
  found          bigint not null,
  drift          bigint not null,
  documents      bigint not null
);

-- When a board's source last answered, in one step.
create index harvest_state_fetched on harvest_state (board_id, fetched_at);

-- Leases of scrapers on boards: one of them at a time asks for a board's threads.
create table harvest_leases (
  board_id     int primary key references boards (id) on delete cascade,
  worker       text not null,
  lease_until  timestamptz not null,
  fence        bigint not null default 1
);
-- Scrapers that live: boards are shared out among them.
create table scrapers (
  worker       text primary key,
  alive_until  timestamptz not null
);

grant select on tasks, tombstones, verifications to sagasu_scraper, sagasu_indexer, sagasu_server;
grant insert, update on tasks to sagasu_indexer, sagasu_server;
grant select, insert, update, delete on rebuild_ranges to sagasu_indexer;
grant select on rebuild_ranges to sagasu_server;
grant insert, update on verifications to sagasu_indexer;
-- To repair a document its row is given a new rev, and its thread a mark.
grant update (rev) on posts to sagasu_indexer;
grant usage on sequence post_rev to sagasu_indexer;
grant select on harvest_state to sagasu_indexer;

grant select, insert, update, delete on harvest_leases, scrapers to sagasu_scraper;
grant select on harvest_leases, scrapers to sagasu_server;

grant select, insert, update, delete on users, sessions, task_requests, concealed to sagasu_server;
grant select, insert on moderation_log to sagasu_server;
grant select on concealed to sagasu_indexer;
grant update (since) on concealed to sagasu_indexer;
grant insert on tombstones to sagasu_server;
grant update (expunged_at) on tombstones to sagasu_indexer;
grant select on withheld_threads to sagasu_scraper, sagasu_server;
grant insert, update, delete on withheld_threads to sagasu_server;
-- To hide, show and purge: flags, rev and content, never a key or a thread.
grant update (time_modified, time_deleted_post, time_deleted_file, time_archived, time_bumped, name, tripcode, capcode,
  posterid, country, email, subject, comment, media_time, media_hash, media_hash_src, media_hash_thb, media_name,
  media_type, media_size, media_dims_src_w, media_dims_src_h, media_dims_thb_w, media_dims_thb_h, spoiler, sticky, closed,
  posters, replies, hidden, poster_ip, extra, rev, time_purged) on posts to sagasu_server;
grant select, insert, update on dirty to sagasu_server;
grant usage on sequence post_rev, dirty_gen to sagasu_server;
grant delete on quarantine, refusals to sagasu_server;
