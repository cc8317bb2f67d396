-- Up Migration

-- The lowest rev of the posts in threads whose series is not up to date; null if all are. 0 while very many wait, as during a rebuild.
-- Reads up to 1,000 rows of series_work. Index: posts_thread.
create function series_pending_from() returns bigint
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  most constant int := 1000;
begin
  if most <= (select count(*) from (select from series_work limit most) as waiting) then
    return 0;
  end if;
  return (
    select min(p.rev) from (select distinct w.board_id, w.thread from series_work w) as waiting
      join posts p on p.board_id = waiting.board_id and p.thread = waiting.thread);
end
$$;
revoke all on function series_pending_from() from public;
grant execute on function series_pending_from() to sagasu_server;
