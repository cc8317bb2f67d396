-- Up Migration

-- Posts that are hidden but that the search index may still show: the index has yet to apply the hide.
alter table concealed rename to pending_hides;
alter index concealed_since rename to pending_hides_since;
-- Constraints keep the old name otherwise; NOT NULL constraints have names from PostgreSQL 18 on.
do $$
declare
  old_name text;
begin
  for old_name in
    select conname from pg_constraint where conrelid = 'pending_hides'::regclass and conname like 'concealed%'
  loop
    execute format('alter table pending_hides rename constraint %I to %I', old_name,
      replace(old_name, 'concealed', 'pending_hides'));
  end loop;
end
$$;

-- Down Migration

alter table pending_hides rename to concealed;
alter index pending_hides_since rename to concealed_since;
do $$
declare
  old_name text;
begin
  for old_name in
    select conname from pg_constraint where conrelid = 'concealed'::regclass and conname like 'pending_hides%'
  loop
    execute format('alter table concealed rename constraint %I to %I', old_name,
      replace(old_name, 'pending_hides', 'concealed'));
  end loop;
end
$$;
