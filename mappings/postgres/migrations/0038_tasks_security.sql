-- Up Migration

-- Admins see and start the tasks of their boards.
revoke all on tasks, task_requests from sagasu_server;
grant select, insert (kind, board_id, options, requested_by), update (options, requested_by, requested_action, status, finished_at)
  on tasks to sagasu_server;
grant select, insert, update (task_ids), delete on task_requests to sagasu_server;

do $$
declare
  secured text;
  process text;
begin
  foreach secured in array array['tasks', 'task_requests'] loop
    execute format('alter table %I enable row level security, force row level security', secured);
    execute format('create policy owner on %I to %I using (true) with check (true)', secured,
      (select pg_get_userbyid(relowner) from pg_class where oid = secured::regclass));
  end loop;
  foreach process in array array['scraper', 'indexer'] loop
    execute format('create policy %I on tasks to %I using (true) with check (true)', process, 'sagasu_' || process);
  end loop;
end
$$;
create policy admins on tasks for select to sagasu_server
  using (board_id = any ((select administered_boards())::int[]));
-- A task of the schedule would not stand in the audit log.
create policy admins_start on tasks for insert to sagasu_server
  with check (requested_by <> 'schedule' and board_id = any ((select administered_boards())::int[]));
create policy admins_change on tasks for update to sagasu_server
  using (board_id = any ((select administered_boards())::int[]))
  with check (board_id = any ((select administered_boards())::int[]));
-- What a purge asks the search index for.
create policy moderators_purge on tasks for insert to sagasu_server
  with check (kind = 'purge_segments' and requested_by <> 'schedule' and board_id = any ((select moderated_boards())::int[]));
create policy requester on task_requests to sagasu_server
  using (requested_by = (select account_of_transaction())) with check (requested_by = (select account_of_transaction()));

-- Down Migration
