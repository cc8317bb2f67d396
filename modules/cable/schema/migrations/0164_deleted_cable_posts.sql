-- Up Migration

-- Purges posts that their authors have deleted. Their rows of cable_tombstones are due until this is done.
-- Index: cable_tombstones_due, posts_pkey.
create or replace function purge_cable_posts(of_cabal int, of_channel bytea, most int) returns table (board int, post bigint)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  on_board int;
  nums bigint[];
begin
  select c.board_id into on_board from cable_channels c where c.cabal_id = of_cabal and c.channel = of_channel;
  with due as (
    select t.hash, t.num from cable_tombstones t
    where t.cabal_id = of_cabal and t.channel = of_channel and t.is_due order by t.num limit most
  ), done as (
    update cable_tombstones t set is_due = false from due where t.cabal_id = of_cabal and t.hash = due.hash
  )
  select array_agg(due.num) into nums from due;
  if nums is null or on_board is null then
    return;
  end if;
  select array_agg(p.num order by p.num) into nums
    from posts p where p.board_id = on_board and p.num = any (nums) and p.subnum = 0 and p.time_purged is null;
  if nums is null then
    return;
  end if;
  perform purge_posts(on_board, nums, array_fill(0, array[cardinality(nums)]), '{}', clock_timestamp(), null, null);
  return query select on_board, u.num from unnest(nums) as u (num) order by u.num;
end
$$;
