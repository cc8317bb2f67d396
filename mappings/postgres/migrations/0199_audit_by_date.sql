-- Up Migration

-- The log is listed by date too.
create index audit_log_at on audit_log (at);

drop function look_at_audit_address(bigint);
-- The addresses of entries, without those that have expired or that a purge has removed. For admins of all boards, since they show
-- where colleagues work. Each use is one entry of its own.
-- Index: audit_addresses_pkey.
create function look_at_audit_addresses(entries bigint[]) returns table (id bigint, address inet)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  found_entries bigint[];
begin
  if session_user <> current_user and not is_admin() then
    raise exception 'only admins of all boards may do this' using errcode = 'insufficient_privilege';
  end if;
  found_entries := array(
    select a.audit_id from audit_addresses a where a.audit_id = any (entries) and a.expires_at > now() order by a.audit_id desc);
  if found_entries <> '{}' then
    perform add_audit_entry('addresses.look', null, jsonb_build_object('audit_ids', found_entries), null, null, null);
  end if;
  return query select a.audit_id, a.address from audit_addresses a where a.audit_id = any (found_entries) order by a.audit_id desc;
end
$$;
revoke all on function look_at_audit_addresses(bigint[]) from public;
grant execute on function look_at_audit_addresses(bigint[]) to sagasu_server;
