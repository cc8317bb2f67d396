-- Up Migration

-- Exports and backups concern the whole archive, and so does the import of an exported archive: their tasks have no board.
alter table tasks alter column board_id drop not null;
alter table tasks drop constraint tasks_kind_check;
alter table tasks add constraint tasks_kind_check
  check (kind in ('reindex', 'rollback', 'verify', 'purge_segments', 'import', 'export', 'backup'));
alter table tasks add constraint tasks_board_check
  check (case when board_id is null then kind in ('import', 'export', 'backup') else kind not in ('export', 'backup') end);

drop index tasks_one_of_kind;
create unique index tasks_one_of_kind on tasks (board_id, kind) nulls not distinct where status in ('enqueued', 'processing');

-- Admins of all boards see and control them. Nobody starts them through the API.
create policy admins_of_all on tasks for select to sagasu_server using (board_id is null and (select is_admin()));
create policy admins_of_all_change on tasks for update to sagasu_server
  using (board_id is null and (select is_admin())) with check (board_id is null and (select is_admin()));

-- The role for backups writes the task of its backup, and nothing else. Row security does not apply to it.
create function only_backups() returns trigger language plpgsql as $$
begin
  raise exception 'the role for backups may only write tasks of backups' using errcode = 'insufficient_privilege';
end
$$;
create trigger only_backups before insert or update on tasks for each row
  when (current_user = 'sagasu_backup' and new.kind <> 'backup') execute function only_backups();
do $$
begin
  if exists (select from pg_roles where rolname = 'sagasu_backup') then
    grant insert (kind, board_id, status, options, requested_by, worker, started_at, lease_until, fence),
      update (status, requested_action, options, step, progress, details, error, finished_at, worker, lease_until, fence)
      on tasks to sagasu_backup;
  end if;
end
$$;

-- Down Migration
