-- Up Migration

-- As in 0060, for many at once: which of the old ones to delete is looked up without locks, and what another call deletes already is left to it. Both calls would
-- otherwise wait for each other. dumps_digest_key, dumps_not_understood.
create or replace function keep_failed_dump(of_digest bytea, of_state smallint, of_problem text, of_content bytea) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  newest_too_many bigint;
begin
  if of_state not in (-11, 41, 43) then
    raise exception 'state % is of a dump that was understood', of_state;
  end if;
  insert into dumps (digest, state, problem, content) values (of_digest, of_state, left(of_problem, 500), of_content)
    on conflict (digest) do nothing;
  select o.id into newest_too_many from dumps o where o.state in (-11, 41, 43) order by o.id desc offset 1000 limit 1;
  delete from dumps d where d.id in (
    select o.id from dumps o where o.state in (-11, 41, 43) and o.id <= newest_too_many for update skip locked);
end
$$;

-- Down Migration
