-- Up Migration

-- The folder of PostgreSQL's files, for a client on the same machine; otherwise null. Also null if the owner of the database may not read
-- the setting: then it is neither a superuser nor a member of pg_read_all_settings.
-- Reads no table.
create function database_folder() returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if inet_server_addr() is not null and inet_server_addr() is distinct from inet_client_addr() then
    return null;
  end if;
  return current_setting('data_directory');
exception when insufficient_privilege then
  return null;
end
$$;
revoke all on function database_folder() from public;
grant execute on function database_folder() to sagasu_server;
