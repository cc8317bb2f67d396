-- Long work: rebuilds, verifications, imports, exports and backups.

-- The role for backups writes the task of its backup and nothing else. Row security does not apply to it.
create function only_backups() returns trigger language plpgsql as $$
begin
  raise exception 'the role for backups may only write tasks of backups' using errcode = 'insufficient_privilege';
end
$$;

-- Long work that an admin or the schedule started. The server and the command line request actions; the indexer that holds the
-- lease with the highest fence does the work.
create table tasks (
  id                bigint generated always as identity primary key,
  kind              text not null check (kind in ('reindex', 'rollback', 'verify', 'purge_segments', 'import', 'export',
                      'backup')),
  board_id          int references boards (id),
  status            text not null default 'enqueued' check (status in ('enqueued', 'processing', 'succeeded', 'failed',
                      'cancelled')),
  requested_action  text not null default 'run' check (requested_action in ('run', 'pause', 'cancel')),
  options           jsonb not null default '{}',
  -- The current step of a task with several steps. The next worker continues from it.
  step              text,
  -- Progress of the step for people: {"done", "total", "unit"}.
  progress          jsonb not null default '{}',
  -- State for a resumed task, and at the end its result.
  details           jsonb not null default '{}',
  -- {"code", "message"} of a failed task.
  error             jsonb,
  requested_by      text not null,
  enqueued_at       timestamptz not null default now(),
  started_at        timestamptz,
  finished_at       timestamptz,
  worker            text,
  lease_until       timestamptz,
  fence             bigint not null default 0,
  constraint tasks_board_check check (case when board_id is null then (kind in ('import', 'export', 'backup'))
    else (kind <> all (array['export', 'backup'])) end)
);
create index tasks_of_board on tasks (board_id, id desc);
create unique index tasks_one_change on tasks (board_id) where (status in ('enqueued', 'processing')) and (kind in ('reindex',
  'rollback'));
-- Two requests for the same work get one task; a board is not rebuilt and rolled back at the same time.
create unique index tasks_one_of_kind on tasks (board_id, kind) nulls not distinct where status in ('enqueued', 'processing');
create index tasks_unfinished on tasks (id) where status in ('enqueued', 'processing');
-- Tasks that indexers start by the clock are not recorded.
create constraint trigger audit after insert on tasks
  deferrable initially deferred
  for each row when (new.requested_by <> 'schedule')
  execute function audit_row('id,kind', '');
create constraint trigger audit_request after update on tasks
  deferrable initially deferred
  for each row when (old.requested_action <> new.requested_action)
  execute function audit_row('id,kind,requested_action', '');
create trigger only_backups before insert or update on tasks
  for each row when (current_user = 'sagasu_backup' and new.kind <> 'backup') execute function only_backups();
alter table tasks enable row level security, force row level security;
create policy owner on tasks to current_user using (true) with check (true);
create policy scraper on tasks to sagasu_scraper using (true) with check (true);
create policy indexer on tasks to sagasu_indexer using (true) with check (true);
create policy admins on tasks for select to sagasu_server using (board_id = any ((select administered_boards())::int[]));
create policy admins_change on tasks for update to sagasu_server
  using (board_id = any ((select administered_boards())::int[]))
  with check (board_id = any ((select administered_boards())::int[]));
-- Admins of all boards see and control tasks of all boards. The API does not start such tasks.
create policy admins_of_all on tasks for select to sagasu_server using (board_id is null and (select is_admin()));
create policy admins_of_all_change on tasks for update to sagasu_server
  using (board_id is null and (select is_admin()))
  with check (board_id is null and (select is_admin()));
-- A task of the schedule would not appear in the audit log.
create policy admins_start on tasks for insert to sagasu_server
  with check (requested_by <> 'schedule' and (board_id = any ((select administered_boards())::int[])));
-- A purge starts this task.
create policy moderators_purge on tasks for insert to sagasu_server
  with check (kind = 'purge_segments' and requested_by <> 'schedule' and (board_id = any ((select moderated_boards())::int[])));
grant select on tasks to sagasu_scraper;
grant select, insert, update on tasks to sagasu_indexer;
grant select, insert (kind, board_id, options, requested_by), update (status, requested_action, options, requested_by, finished_at)
  on tasks to sagasu_server;
-- Only a superuser could create this role.
do $$
begin
  if exists (select from pg_roles where rolname = 'sagasu_backup') then
    grant insert (kind, board_id, status, options, requested_by, started_at, worker, lease_until, fence), update (status,
      requested_action, options, step, progress, details, error, finished_at, worker, lease_until, fence) on tasks to sagasu_backup;
  end if;
end
$$;

-- Tasks that a request with an idempotency key started: the same request is answered with them for a day.
create table task_requests (
  requested_by     text not null,
  idempotency_key  text not null,
  -- SHA-256 of the request: another request with the same key is refused.
  request_hash     bytea not null,
  task_ids         bigint[] not null,
  requested_at     timestamptz not null default now(),
  primary key (requested_by, idempotency_key)
);
alter table task_requests enable row level security, force row level security;
create policy owner on task_requests to current_user using (true) with check (true);
create policy requester on task_requests to sagasu_server
  using (requested_by = (select account_of_transaction()))
  with check (requested_by = (select account_of_transaction()));
grant select, insert, update (task_ids), delete on task_requests to sagasu_server;
