-- Up Migration

-- `replies` was what the source stated. It is now the number of visible replies, and the statement is kept in `extra`.
with counted as (
  select o.board_id, o.num, (
    select count(*)::int from (
      select from posts r
      where r.board_id = o.board_id and r.thread = o.num and not r.opener and not r.hidden
      limit 65535) visible) as replies
  from posts o
  where o.opener and o.subnum = 0 and o.time_purged is null
), written as (
  update posts p
  set replies = counted.replies,
    extra = case when p.replies is null then p.extra
      else coalesce(p.extra, '{}') || jsonb_build_object('replies', p.replies) end,
    time_modified = now(),
    rev = nextval('post_rev')
  from counted
  where p.board_id = counted.board_id and p.num = counted.num and p.subnum = 0
    and p.replies is distinct from counted.replies
  returning p.board_id, p.thread, p.rev
)
insert into dirty (board_id, thread, gen, min_rev, since)
select board_id, thread, nextval('dirty_gen'), min(rev), now() from written group by board_id, thread
on conflict (board_id, thread) do update set
  gen = nextval('dirty_gen'), min_rev = least(dirty.min_rev, excluded.min_rev);

-- Down Migration
