-- Up Migration

-- The topic that a board's title was taken from.
alter table cable_channels add column titled_by bytea;
grant update (titled_by) on cable_channels to sagasu_scraper;

-- The topic of a channel is the title of its board. boards_pkey, cable_channels_pkey.
create function retitle_cable_board(of_cabal int, of_channel bytea, topic_hash bytea, topic text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update cable_channels c set titled_by = topic_hash
   where c.cabal_id = of_cabal and c.channel = of_channel and c.titled_by is distinct from topic_hash;
  if found then
    update boards b set title = coalesce(nullif(left(topic, 512), ''), b.name)
      from cable_channels c where c.cabal_id = of_cabal and c.channel = of_channel and b.id = c.board_id;
  end if;
end
$$;
revoke all on function retitle_cable_board(int, bytea, bytea, text) from public;
grant execute on function retitle_cable_board(int, bytea, bytea, text) to sagasu_scraper;

-- Only connected peers have rows.
alter table cable_peers drop column answered, drop column is_connected;

-- Openers have more columns to empty.
-- Purges posts that their authors have deleted. The rows of cable_tombstones name them, and are due until this is done.
-- cable_tombstones_due, posts_pkey.
create or replace function purge_cable_posts(of_cabal int, of_channel bytea, most int) returns table (board int, post bigint)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  on_board int;
  nums bigint[];
  threads bigint[];
  revs bigint[];
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
  with changed as (
    update posts p set name = null, tripcode = null, capcode = null, posterid = null, country = null, email = null, subject = null,
        comment = null, sticky = null, closed = null, posters = null, replies = null, images = null, time_archived = null,
        time_bumped = null, time_deleted_post = null, extra = null, hidden = true, time_purged = clock_timestamp(),
        time_modified = clock_timestamp(), rev = nextval('post_rev')
     where p.board_id = on_board and p.num = any (nums) and p.subnum = 0 and p.time_purged is null
    returning p.num, p.thread, p.rev
  )
  select array_agg(c.num), array_agg(c.thread), array_agg(c.rev) into nums, threads, revs from changed c;
  if nums is null then
    return;
  end if;
  perform count_thread(on_board, t.thread) from (select distinct u.thread from unnest(threads) as u (thread) order by 1) t;
  insert into dirty (board_id, thread, gen, min_rev, since)
  select on_board, c.thread, nextval('dirty_gen'), min(c.rev), now() from unnest(threads, revs) as c (thread, rev)
  group by c.thread order by c.thread
  on conflict (board_id, thread) do update set gen = nextval('dirty_gen'), min_rev = least(dirty.min_rev, excluded.min_rev);
  insert into pending_hides (board_id, thread, num, subnum)
  select on_board, c.thread, c.num, 0 from unnest(threads, nums) as c (thread, num)
  on conflict (board_id, thread, num, subnum) do update set since = now();
  insert into tombstones (board_id, num, subnum, purged_at, purged_by)
  select on_board, c.num, 0, now(), 'its writer' from unnest(nums) as c (num) on conflict do nothing;
  delete from quarantine q where q.board_id = on_board and q.num = any (nums) and q.subnum = 0;
  delete from reported_posts r where r.board_id = on_board and r.num = any (nums) and r.subnum = 0;
  delete from audit_details d using audit_log l
   where l.id = d.audit_id and l.board_id = on_board and l.target ? 'posts' and l.target -> 'posts' ?| nums::text[];
  insert into tasks (kind, board_id, requested_by) values ('purge_segments', on_board, 'schedule') on conflict do nothing;
  return query select on_board, u.num from unnest(nums) as u (num) order by u.num;
end
$$;

-- Down Migration
