-- The migrations of a database, and the roles that processes log in as. docs/SCHEMA.md describes the schema as a whole.

-- Migrations of this database, in the form that node-pg-migrate keeps them. The server compares them with its own before it
-- answers.
create table migrations (
  id      serial primary key,
  name    varchar(255) not null,
  run_on  timestamp not null
);

-- Each process logs in as its own role, with only the rights that it needs. Roles belong to the whole server: another archive
-- on it, or an operator, may have created them.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['sagasu_scraper', 'sagasu_indexer', 'sagasu_server', 'sagasu_importer'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin', wanted);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
    execute format('grant usage on schema public to %I', wanted);
  end loop;
end
$$;
grant select on migrations to sagasu_server;

-- Backups read every row. Only a superuser may create a role that does; docs/operations/back-up.md describes the alternative.
do $$
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    begin
      create role sagasu_backup nologin bypassrls;
    exception when duplicate_object or unique_violation then null;
    end;
    set local client_min_messages = warning;
    grant pg_read_all_data to sagasu_backup;
    set local client_min_messages = notice;
  end if;
end
$$;
