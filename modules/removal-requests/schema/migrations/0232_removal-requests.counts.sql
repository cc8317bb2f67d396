-- Up Migration

-- How many requests are open and past their deadline, since when. Metrics need the numbers without an account.
-- Index: removal_requests_open.
create function count_open_removal_requests() returns table (open int, oldest timestamptz, overdue int, overdue_since timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select count(*)::int, min(r.created_at), (count(*) filter (where r.due_at < now()))::int, min(r.due_at) filter (where r.due_at < now())
      from removal_requests r where r.closed_at is null;
end
$$;
revoke all on function count_open_removal_requests() from public;
grant execute on function count_open_removal_requests() to sagasu_server;
