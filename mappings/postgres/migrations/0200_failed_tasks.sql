-- The menu of staff pages counts failed tasks, among all tasks that ever ran.
create index tasks_failed on tasks (id) where status = 'failed';
