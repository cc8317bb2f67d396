-- Up Migration

-- Named after what the rows say: a moderator hid or purged the whole thread.
alter table withheld_threads rename to moderated_threads;
-- Its constraints follow, NOT NULL among them, which have names from PostgreSQL 18 on.
do $$
declare
  old_name text;
begin
  for old_name in
    select conname from pg_constraint where conrelid = 'moderated_threads'::regclass and conname like 'withheld%'
  loop
    execute format('alter table moderated_threads rename constraint %I to %I', old_name,
      replace(old_name, 'withheld', 'moderated'));
  end loop;
end
$$;
